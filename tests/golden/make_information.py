"""Writes information.csv: mutual information of a class and a draw from its density, by mpmath.

Run in this folder: python3 make_information.py
Each row holds what the densities are, the class probabilities, the parameters of each class and the mutual
information in nats. Lists are joined by ":", classes by "/". Tables of counts ("binary", "levels") hold whole
numbers, from which the probabilities are exact fractions; their information is a sum of exact fractions times
logarithms of exact fractions. Counts ("poisson", ...) are summed number by number, long tails by Hurwitz-like
Euler-Maclaurin sums of mpmath; densities of numbers are integrated piece by piece between the quantiles of every
class. No formula of the library is used: the information is H(class) - E[H(class | draw)].
"""
import random
from fractions import Fraction
from mpmath import mp, mpf, log, exp, quad, gamma, loggamma, beta, sqrt, pi, nstr, inf, nsum, linspace

mp.dps = 30
random.seed(20240517)
rows = []


def log_of(fraction):
    return log(mpf(fraction.numerator)) - log(mpf(fraction.denominator))


def add(kind, weights, classes, value):
    rows.append(",".join([kind, ":".join(map(repr, weights)),
                          "/".join(":".join(map(repr, c)) for c in classes), nstr(value, 20, min_fixed=-1, max_fixed=1)]))


def table_information(table):
    """Of a table classes x levels of counts, by exact fractions."""
    total = sum(map(sum, table))
    levels = [sum(row[k] for row in table) for k in range(len(table[0]))]
    value = mpf(0)
    for row in table:
        for k, count in enumerate(row):
            if count:
                ratio = Fraction(count * total, sum(row) * levels[k])
                value += mpf(count) / total * log_of(ratio)
    return value


def tables():
    for case in range(1000):
        size = random.choice([3, 10, 100, 10**4, 10**7])
        binary = case % 2 == 0
        classes = random.choice([2, 2, 3, 7])
        levels = 2 if binary else random.choice([1, 2, 3, 5, 12])
        table = [[random.randint(0, random.choice([1, size])) for _ in range(levels)] for _ in range(classes)]
        if case % 10 == 0:  # equal in all classes
            table = [[count * (c + 1) for count in table[0]] for c in range(classes)]
        for row in table:
            if sum(row) == 0:
                row[0] = 1
        add("binary" if binary else "levels", [sum(row) for row in table], table, table_information(table))


def open_entropy(weights, logs):
    """The entropy of the class at one point, times the density there."""
    joint = [w * exp(value) for w, value in zip(weights, logs)]
    total = sum(joint)
    return -sum(j * log(j / total) for j in joint if j > 0) if total > 0 else mpf(0)


def entropy(weights):
    return -sum(w * log(w) for w in weights)


def with_sum(weights):
    return weights + [float(1 - sum(map(Fraction, weights)))]


def log_normal(x, mean, sd):
    return -(x - mean) ** 2 / (2 * sd ** 2) - log(sd) - log(2 * pi) / 2


def log_t(x, degrees, location, scale):
    z = (x - location) / scale
    return loggamma((degrees + 1) / 2) - loggamma(degrees / 2) - log(degrees * pi) / 2 - log(scale) \
        - (degrees + 1) / 2 * log(1 + z * z / degrees)


def log_lomax(x, shape, scale):
    return log(shape) - log(scale) - (shape + 1) * log(1 + x / scale)


def log_exponential(x, rate):
    return log(rate) - rate * x


def integrated(weights, classes, log_density, centres, positive):
    """H - integral of the open entropy, by tanh-sinh between points spread around every class."""
    weights = [mpf(w) for w in weights]
    classes = [[mpf(p) for p in c] for c in classes]
    points = set()
    for location, scale, far in centres:
        for step in [mpf(k) / 2 for k in range(-16, 17)]:
            points.add(mpf(location) + mpf(scale) * step)
        distance = mpf(8)
        while distance < far:
            distance *= 3
            points.update([mpf(location) + mpf(scale) * distance, mpf(location) - mpf(scale) * distance])
    points = sorted(p for p in points if not positive or p > 0)
    if positive:
        points = [mpf(0)] + points
    f = lambda x: open_entropy(weights, [log_density(x, *c) for c in classes])
    value = sum(quad(f, [a, b], maxdegree=5) for a, b in zip(points, points[1:]))
    return entropy(weights) - value


def weights_for(classes):
    return with_sum({2: [random.choice([0.5, 0.3, 0.01, 0.9])], 3: random.choice([[0.2, 0.5], [0.001, 0.4]])}[classes])


def numbers():
    mp.dps = 22
    for case in range(12):
        classes = 2 if case % 3 else 3
        spread = [1, 10, 1000][case % 3]
        parameters = [[round(random.uniform(-3, 3), 3), round(random.uniform(0.2, 1) * random.choice([1, spread]), 4)]
                      for _ in range(classes)]
        weights = weights_for(classes)
        add("normal", weights, parameters,
            integrated(weights, parameters, log_normal, [(m, s, mpf(40)) for m, s in parameters], False))
    for parameters in [[[0.0, 1.0], [0.5, 1e6]], [[1e5, 1e6], [0.0, 1.0]], [[1e9, 1e-3], [1e9 + 0.001, 2e-3]]]:
        add("normal", [0.5, 0.5], parameters,
            integrated([0.5, 0.5], parameters, log_normal, [(m, s, mpf(40)) for m, s in parameters], False))
    for degrees in [[1.0, 1.0], [2.5, 3.0], [3.0, 30.0], [7.0, 200.0], [0.7, 5.0], [1e5, 4.0]]:
        for scale in [1.0, 0.01]:
            parameters = [[degrees[0], 0.0, 1.0], [degrees[1], round(random.uniform(0, 2), 2), scale]]
            weights = weights_for(2)
            far = lambda d: mpf(10) ** (19 / min(mpf(d), 6) + 2)
            add("student_t", weights, parameters,
                integrated(weights, parameters, log_t, [(m, s, far(d)) for d, m, s in parameters], False))
    parameters = [[3.0, 0.0, 1e6], [3.0, 5.0, 1.0]]
    add("student_t", [0.5, 0.5], parameters,
        integrated([0.5, 0.5], parameters, log_t, [(m, s, mpf(10) ** 9) for d, m, s in parameters], False))
    for rates in [[1.0, 2.0], [1.0, 1.001], [1.0, 1e3], [1.0, 1e6], [0.5, 3.0, 40.0]]:
        parameters = [[r] for r in rates]
        weights = weights_for(len(rates))
        add("exponential", weights, parameters,
            integrated(weights, parameters, log_exponential, [(0, 1 / r, mpf(60)) for r in rates], True))
    for parameters in [[[3.0, 4.0], [2.0, 1.0]], [[0.5, 1.0], [5.0, 1.0]], [[20.0, 1.0], [30.0, 1e4]],
                       [[1.0, 1.0], [1.0, 1e6]], [[1e6, 1e6], [2.0, 3.0]], [[0.3, 2.0], [0.4, 0.1]]]:
        weights = weights_for(2)
        centres = [(0, b / a, mpf(10) ** (19 / min(mpf(a), 6) + 3)) for a, b in parameters]
        add("lomax", weights, parameters, integrated(weights, parameters, log_lomax, centres, True))


def log_poisson(x, rate):
    return x * log(rate) - rate - loggamma(x + 1)


def log_negative_binomial(x, shape, rate):
    return loggamma(shape + x) - loggamma(shape) - loggamma(x + 1) - shape * log(1 + 1 / rate) - x * log(1 + rate)


def log_geometric(x, probability):
    return log(probability) + x * log(1 - probability)


def log_beta_geometric(x, ones, zeros):
    return loggamma(ones + 1) + loggamma(zeros + x) - loggamma(ones + zeros + x + 1) \
        - loggamma(ones) - loggamma(zeros) + loggamma(ones + zeros)


def summed(weights, classes, log_mass, last, growing=False):
    """H - sum of the open entropy: number by number up to `last`, then (growing) piece by piece with the first
    corrections of Euler and Maclaurin."""
    weights = [mpf(w) for w in weights]
    classes = [[mpf(p) for p in c] for c in classes]
    f = lambda x: open_entropy(weights, [log_mass(mpf(x), *c) for c in classes])
    value = sum(f(x) for x in range(last))
    if growing:
        start = mpf(last) - mpf(1) / 2
        points = [start]
        while points[-1] < mpf(10) ** growing:
            points.append(points[-1] * 3)
        value += sum(quad(f, [a, b], maxdegree=5) for a, b in zip(points, points[1:]))
        slope = mp.diff(f, start)
        third = mp.diff(f, start, 3)
        value += slope / 24 - third * 7 / 5760
    return entropy(weights) - value


def counts():
    mp.dps = 22
    for rates, last in [([1.0, 3.0], 80), ([0.0001, 0.001], 30), ([50.0, 55.0, 20.0], 300), ([2000.0, 2100.0], 3200),
                        ([5000.0, 5200.0], 7000)]:
        parameters = [[r] for r in rates]
        weights = weights_for(len(rates))
        add("poisson", weights, parameters, summed(weights, parameters, log_poisson, last))
    for parameters, last in [([[2.0, 1.0], [5.0, 0.5]], 250), ([[0.5, 0.01], [40.0, 10.0]], 6000),
                             ([[300.0, 0.1], [310.0, 0.1]], 6500)]:
        weights = weights_for(2)
        add("negative_binomial", weights, parameters, summed(weights, parameters, log_negative_binomial, last))
    for rates, last in [([0.3, 0.6], 150), ([0.01, 0.012], 5500), ([0.9, 0.02, 0.5], 2700)]:
        parameters = [[r] for r in rates]
        weights = weights_for(len(rates))
        add("geometric", weights, parameters, summed(weights, parameters, log_geometric, last))
    for parameters, last, growing in [([[30.0, 10.0], [20.0, 40.0]], 600, 5), ([[1.0, 1.0], [3.0, 4.0]], 4000, 22),
                                      ([[0.5, 2.0], [2.0, 200.0]], 4000, 44), ([[2.0, 5.0], [2.5, 5.0]], 4000, 12)]:
        weights = weights_for(2)
        mp.dps = 22 + growing + 4  # log gammas of 10^growing share as many digits
        add("beta_geometric", weights, parameters, summed(weights, parameters, log_beta_geometric, last, growing))


tables()
numbers()
counts()
with open("information.csv", "w") as file:
    file.write("# mutual information, by make_information.py with mpmath and fractions\n")
    file.write("kind,weights,classes,information\n")
    file.write("\n".join(rows) + "\n")
