"""Writes comparison.csv: correlated t-tests and discordant rows, computed by mpmath at 40 digits.

Run in this folder: /usr/bin/python3 make_comparison.py
A correlated t-test holds count, mean, deviation, correlation and rope, then the probabilities that the mean
difference is above rope, within it and below, and the ends of the interval of mass 0.9, which are found by bisection.
Distribution functions are integrals of the density. Discordant rows hold the rows that the first and the second alone
have right, then the probabilities that the share of the first is above and below 1/2.
"""
from mpmath import binomial, findroot, gamma, inf, mp, mpf, nstr, pi, quad, sqrt

mp.dps = 40
lines = []


def tail(t, degrees):
    """The probability of Student's t below t < 0 or above -t."""
    norm = gamma((degrees + 1) / mpf(2)) / (sqrt(degrees * pi) * gamma(degrees / mpf(2)))
    points = [abs(t) + step for step in (0, 1, 3, 10, 30, 100, 1000)] + [inf]
    return norm * quad(lambda x: (1 + x * x / degrees) ** (-(degrees + 1) / mpf(2)), points)


def cdf(t, degrees):
    return tail(t, degrees) if t < 0 else 1 - tail(t, degrees)


def test(count, mean, deviation, correlation, rope):
    m, d, r, rho = mpf(mean), mpf(deviation), mpf(rope), mpf(correlation)
    scale = sqrt(1 / mpf(count) + rho / (1 - rho)) * d
    second = cdf((-r - m) / scale, count - 1)
    first = cdf((m - r) / scale, count - 1)
    t = findroot(lambda x: tail(x, count - 1) - mpf("0.05"), (mpf(1), mpf(7)), solver="anderson")
    numbers = [scale, first, 1 - first - second, second, m - t * scale, m + t * scale]
    lines.append(",".join(["t", str(count), mean, deviation, correlation, rope] +
                          [nstr(x, 20, min_fixed=-1, max_fixed=1) for x in numbers]))


def rows(first, second):
    """Of a Beta(1 + first, 1 + second): the sum of a binomial of first + second + 1 trials."""
    n = first + second + 1
    below = sum(binomial(n, k) for k in range(first + 1, n + 1)) / mpf(2) ** n
    above = sum(binomial(n, k) for k in range(first + 1)) / mpf(2) ** n
    lines.append(f"rows,{first},{second},{nstr(above, 20)},{nstr(below, 20)}")


test(100, "-0.0194", "0.01583", "0.1", "0.01")
test(100, "0.0014262", "0.009549", "0.1", "0.01")
test(10, "0.03", "0.02", "0.1", "0.01")
test(5, "-0.2", "0.5", "0.2", "0.05")
test(100, "0.2", "0.01", "0.1", "0.01")
test(2, "0.5", "0.25", "0.5", "0")
test(30, "1e-7", "0.4", "0", "0.01")
for pair in [(0, 0), (2, 4), (10, 3), (0, 25), (120, 200), (7, 7)]:
    rows(*pair)

with open("comparison.csv", "w", encoding="utf-8", newline="\n") as file:
    file.write("# mpmath at 40 digits, 20 printed; command: /usr/bin/python3 make_comparison.py\n")
    file.write("\n".join(lines) + "\n")
