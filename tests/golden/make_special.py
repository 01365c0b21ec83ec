"""Writes special.csv: 30-digit values of the special functions at arguments that doubles hold exactly.

Usage: python3 make_special.py > special.csv
"""
import random

import mpmath
from mpmath import mp, mpf

mp.dps = 60
GUARD = 40  # more digits where two log gammas of size up to 1e14 nearly cancel
rng = random.Random(20261121)


def log_uniform(low, high):
    return float(mp.exp(mpf(rng.uniform(float(mp.log(low)), float(mp.log(high))))))


def log_gamma(x):
    return mp.loggamma(mpf(x))


def log_gamma_ratio(x, step):
    with mp.extradps(GUARD):
        return mp.loggamma(mpf(x) + mpf(step)) - mp.loggamma(mpf(x))


def log_beta(a, b):
    with mp.extradps(GUARD):
        return mp.loggamma(mpf(a)) + mp.loggamma(mpf(b)) - mp.loggamma(mpf(a) + mpf(b))


def beta_cdf(a, b, x):
    return mp.betainc(mpf(a), mpf(b), 0, mpf(x), regularized=True)


def gamma_cdf(shape, rate, x):
    return mp.gammainc(mpf(shape), 0, mpf(rate) * mpf(x), regularized=True)


def inverse_gamma_cdf(shape, scale, x):
    return mp.gammainc(mpf(shape), mpf(scale) / mpf(x), mp.inf, regularized=True)


def student_t_cdf(degrees, z):
    degrees, z = mpf(degrees), mpf(z)
    tail = mp.betainc(degrees / 2, mpf(1) / 2, 0, degrees / (degrees + z * z), regularized=True) / 2
    return tail if z < 0 else 1 - tail


def normal_cdf(z):
    return mp.erfc(-mpf(z) / mp.sqrt(2)) / 2


def solve(cdf, p):
    """The t in [-600, 600] with cdf(t) = p for an increasing cdf: bisection, then secant steps."""
    low, high = mpf(-600), mpf(600)
    with mp.workdps(30):
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (middle, high) if cdf(middle) < p else (low, middle)
    return mp.findroot(lambda t: cdf(t) / p - 1, (low, high), solver="secant")


def logistic(t):
    return 1 / (1 + mp.exp(-t))


def beta_quantile(a, b, p):
    return logistic(solve(lambda t: beta_cdf(a, b, logistic(t)), p))


def gamma_quantile(shape, rate, p):
    return mp.exp(solve(lambda t: gamma_cdf(shape, rate, mp.exp(t)), p))


def inverse_gamma_quantile(shape, scale, p):
    return mp.exp(solve(lambda t: inverse_gamma_cdf(shape, scale, mp.exp(t)), p))


def student_t_quantile(degrees, p):
    return mp.sinh(solve(lambda t: student_t_cdf(degrees, mp.sinh(t)), p))


def normal_quantile(p):
    return mp.sinh(solve(lambda t: normal_cdf(mp.sinh(t)), p))


def write(name, arguments, value):
    cells = [repr(float(a)) for a in arguments] + [""] * (3 - len(arguments))
    print(",".join([name, *cells, mp.nstr(value, 30, strip_zeros=False)]))


def gamma_rows():
    places = [(1e-10, 1e-3), (1e-3, 0.9), (0.9, 2.1), (2.0, 10.0), (10.0, 1e3), (1e3, 1e12)]
    for low, high in places:
        for _ in range(40):
            x = log_uniform(low, high)
            write("log_gamma", [x], log_gamma(x))
            write("digamma", [x], mp.digamma(mpf(x)))
            write("trigamma", [x], mp.polygamma(1, mpf(x)))


def ratio_rows():
    places = [(1e-3, 1e12), (0.1, 20.0), (1.0, 50.0), (9.0, 11.0)]
    for low, high in places:
        for _ in range(150):
            x, step = log_uniform(low, high), log_uniform(low / 100, high)
            write("log_gamma_ratio", [x, step], log_gamma_ratio(x, step))
            a, b = log_uniform(low, high), log_uniform(low, high)
            write("log_beta", [a, b], log_beta(a, b))


def near_zero_rows():
    """Where the function itself vanishes: x and step with Gamma(x + step) near Gamma(x)."""
    for _ in range(100):
        x = log_uniform(1e-3, 1.4)
        root = mp.findroot(lambda s: log_gamma_ratio(x, s), (mpf(1.47) - x, mpf(9)), solver="anderson")
        step = float(root * (1 + mpf(rng.uniform(-0.05, 0.05))))
        write("log_gamma_ratio", [x, step], log_gamma_ratio(x, step))
        a = log_uniform(0.09, 0.9)
        b = float(mp.exp(mp.findroot(lambda t: log_beta(a, mp.exp(t)), (mpf(-2), mpf(30)),
                                     solver="anderson")) * (1 + mpf(rng.uniform(-0.05, 0.05))))
        write("log_beta", [a, b], log_beta(a, b))


def rise_rows():
    for low, high in ((1e-6, 1), (1e-2, 30), (1, 1e4), (1e3, 1e12)):
        for _ in range(60):
            x, step = log_uniform(low, high), log_uniform(low / 100, high)
            with mp.extradps(GUARD):
                end = mpf(x) + mpf(step)
                write("digamma_rise", [x, step], mp.digamma(end) - mp.digamma(mpf(x)))
                write("trigamma_fall", [x, step],
                      mp.polygamma(1, mpf(x)) - mp.polygamma(1, end))


def distribution_rows():
    for _ in range(80):
        a, b, x = log_uniform(0.05, 300), log_uniform(0.05, 300), rng.random()
        write("beta_cdf", [a, b, x], beta_cdf(a, b, x))
        shape, rate = log_uniform(0.05, 300), log_uniform(1e-3, 1e3)
        x = shape / rate * log_uniform(0.2, 3)
        write("gamma_cdf", [shape, rate, x], gamma_cdf(shape, rate, x))
        x = rate / shape * log_uniform(0.3, 5)
        write("inverse_gamma_cdf", [shape, rate, x], inverse_gamma_cdf(shape, rate, x))
        degrees, z = log_uniform(0.1, 1e4), rng.choice([-1, 1]) * log_uniform(1e-3, 30)
        write("student_t_cdf", [degrees, z], student_t_cdf(degrees, z))
        z = rng.uniform(-8, 8)
        write("normal_cdf", [z], normal_cdf(z))


def quantile_rows():
    for _ in range(60):
        p = rng.choice([log_uniform(1e-6, 0.5), rng.random()])
        a, b = log_uniform(0.05, 300), log_uniform(0.05, 300)
        write("beta_quantile", [a, b, p], beta_quantile(a, b, p))
        shape, rate = log_uniform(0.05, 300), log_uniform(1e-3, 1e3)
        write("gamma_quantile", [shape, rate, p], gamma_quantile(shape, rate, p))
        write("inverse_gamma_quantile", [shape, rate, p], inverse_gamma_quantile(shape, rate, p))
        degrees = log_uniform(0.1, 1e4)
        write("student_t_quantile", [degrees, p], student_t_quantile(degrees, p))
        write("normal_quantile", [p], normal_quantile(p))


def main():
    print(f"# mpmath, {mpmath.__version__}, {mp.dps} digits or more of which 30 are printed")
    print("function,first,second,third,value")
    gamma_rows()
    ratio_rows()
    near_zero_rows()
    distribution_rows()
    quantile_rows()
    rise_rows()


if __name__ == "__main__":
    main()
