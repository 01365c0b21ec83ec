"""Writes predictive_checks.csv: exact tail probabilities of quantities of data under prior and posterior
predictive distributions, by SciPy.

Run in this folder: python3 make_predictive_checks.py
Each row holds a family, its prior ("name=value" joined by ";"), where data are simulated from, the data (a count
over an exposure as "count@exposure"; joined by " "), the quantity and its share, and the probabilities that the
quantity of as many new data is at most, and at least, that of these. The distribution of the quantity is known in
another form than by drawing: a beta-binomial, a negative binomial, Student's t, F, a beta prime, or the
distribution of an order statistic given the parameter, integrated over the parameter.
"""
import numpy as np
import scipy
from scipy import integrate, stats

rows = []


def prior_text(prior):
    return ";".join(f"{name}={value!r}" for name, value in prior.items())


def add(family, prior, source, data, quantity, share, lower, upper):
    rows.append(",".join([family, prior_text(prior), source, " ".join(map(str, data)), quantity, repr(share),
                          repr(float(lower)), repr(float(upper))]))


def tails(law, x, discrete):
    return law.cdf(x), law.sf(x - 1) if discrete else law.sf(x)


def bernoulli(n, ones, prior):
    data = [1] * ones + [0] * (n - ones)
    for source, a, b in (("prior", prior["ones"], prior["zeros"]),
                         ("posterior", prior["ones"] + ones, prior["zeros"] + n - ones)):
        add("bernoulli", prior, source, data, "count", 0, *tails(stats.betabinom(n, a, b), ones, True))


def poisson(counts, exposures, prior):
    data = [f"{c}@{e!r}" for c, e in zip(counts, exposures)]
    total, over = sum(counts), sum(exposures)
    for source, a, b in (("prior", prior["shape"], prior["rate"]),
                         ("posterior", prior["shape"] + total, prior["rate"] + over)):
        add("poisson", prior, source, data, "mean", 0, *tails(stats.nbinom(a, b / (b + over)), total, True))


def normal(data, prior):
    x = np.array(data)
    n, mean, squares = len(x), x.mean(), ((x - x.mean()) ** 2).sum()
    weight = prior["mean_weight"]
    after = {"mean": (weight * prior["mean"] + n * mean) / (weight + n), "mean_weight": weight + n,
             "shape": prior["shape"] + n / 2,
             "scale": prior["scale"] + squares / 2 + weight * n * (mean - prior["mean"]) ** 2 / 2 / (weight + n)}
    for source, p in (("prior", prior), ("posterior", after)):
        spread = p["scale"] / p["shape"]
        of_mean = stats.t(2 * p["shape"], p["mean"], np.sqrt(spread * (1 / p["mean_weight"] + 1 / n)))
        add("normal", prior, source, data, "mean", 0, *tails(of_mean, mean, False))
        of_squares = stats.f(n - 1, 2 * p["shape"], scale=spread * (n - 1))
        add("normal", prior, source, data, "deviation", 0, *tails(of_squares, squares, False))


def over_rate(shape, rate, given):
    """The mean of given(rate) over a Gamma distribution of the rate."""
    law = stats.gamma(shape, scale=1 / rate)
    ends = law.ppf([1e-14, 0.01, 0.3, 0.7, 0.99, 1 - 1e-14])
    return sum(integrate.quad(lambda r: law.pdf(r) * given(r), a, b, epsabs=1e-13, epsrel=1e-12)[0]
               for a, b in zip(ends, ends[1:]))


def exponential(data, prior):
    n, x = len(data), sorted(data)
    for source, a, b in (("prior", prior["shape"], prior["rate"]),
                         ("posterior", prior["shape"] + n, prior["rate"] + sum(data))):
        add("exponential", prior, source, data, "mean", 0, *tails(stats.betaprime(n, a, scale=b), sum(data), False))
        for quantity, share, rank in (("minimum", 0, 1), ("quantile", 0.05, int(np.ceil(0.05 * n))),
                                      ("quantile", 0.95, int(np.ceil(0.95 * n))), ("maximum", 0, n)):
            value = x[rank - 1]  # at most so large: at least `rank` of the n data are
            lower = over_rate(a, b, lambda r: stats.binom.sf(rank - 1, n, -np.expm1(-r * value)))
            add("exponential", prior, source, data, quantity, share, lower, 1 - lower)


random = np.random.default_rng(20241122)
for ones in range(0, 13, 2):
    bernoulli(12, ones, {"ones": 2.0, "zeros": 3.0})
bernoulli(200, 7, {"ones": 0.5, "zeros": 0.5})
poisson([3, 0, 5, 2], [1.0, 2.0, 0.5, 1.5], {"shape": 4.0, "rate": 2.0})
poisson([40, 31, 12], [1.0, 2.0, 0.5], {"shape": 4.0, "rate": 2.0})
normal([round(v, 3) for v in random.normal(2, 1.5, 9)], {"mean": 0.5, "mean_weight": 0.7, "shape": 3.0, "scale": 4.0})
normal([round(v, 3) for v in random.normal(-4, 0.2, 30)], {"mean": 1.0, "mean_weight": 0.1, "shape": 1.5, "scale": 0.3})
exponential([round(v, 4) for v in random.exponential(2, 44)], {"shape": 3.0, "rate": 4.0})

with open("predictive_checks.csv", "w") as file:
    file.write(f"# exact tails of predictive checks, by make_predictive_checks.py with SciPy {scipy.__version__}, 10 digits\n")
    file.write("family,prior,source,data,quantity,share,lower,upper\n")
    file.write("\n".join(rows) + "\n")
