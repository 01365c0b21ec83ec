"""Writes empirical_general.csv: priors of largest evidence, found by a general optimiser.

Run in this folder: python3 make_empirical_general.py (some minutes)
Each row holds a family, how a block is tied, cells separated by |, the numbers of the prior in the order of
its members and the log evidence of all cells. The numbers of a cell stand between blanks; of a block the
numbers of a row between /. The evidence is written in another way than the library's: as the product of
one-step predictives, as the density of all numbers together by their covariance matrix, or by quadrature.
SciPy's Nelder-Mead method finds the maximum of it from several starts, and mpmath's root of its gradient,
by differences at 40 digits, gives the digits. Where the evidence has its maximum at no number (the shape
of variances that all classes share) that number stands at the library's limit and the others are found.
"""
import random
import numpy
import scipy.optimize
import mpmath
from mpmath import fp, mp, mpf, nstr, findroot

mp.dps = 40
HALF = .5  # exact in doubles, too


def use(context):
    """Doubles for the search, 40 digits for the rest."""
    for name in ("log", "exp", "loggamma", "pi", "matrix", "besseli", "cos", "sin", "sqrt", "lu_solve", "det"):
        globals()[name] = getattr(context, name)


use(mp)


# Of one number a step: the density of each number given those before it.
def student(x, degrees, place, squared_scale):
    z = (x - place) ** 2 / (degrees * squared_scale)
    return (loggamma((degrees + 1) / 2) - loggamma(degrees / 2) - log(pi * degrees * squared_scale) / 2
            - (degrees + 1) / 2 * log(1 + z))


def known_mean(prior, cell):
    shape, scale, mean = prior
    total = 0
    for x in cell:
        total += student(x, 2 * shape, mean, scale / shape)
        shape, scale = shape + HALF, scale + (x - mean) ** 2 / 2
    return total


def known_variance(prior, cell):
    mean, mean_variance, variance = prior
    return normal_density(cell, [mean] * len(cell), variance, mean_variance)


def normal_density(xs, means, variance, between):
    """Of numbers of covariance variance I + between 1 1'."""
    n = len(xs)
    covariance = matrix(n, n)
    for i in range(n):
        for j in range(n):
            covariance[i, j] = between + (variance if i == j else 0)
    step = matrix([x - m for x, m in zip(xs, means)])
    square = (step.T * lu_solve(covariance, step))[0]
    return -(n * log(2 * pi) + log(det(covariance)) + square) / 2


def gamma_shape(prior, cell):
    shape, rate, known = prior
    total = 0
    for x in cell:
        total += ((known - 1) * log(x) - loggamma(known) + loggamma(shape + known) - loggamma(shape)
                  + shape * log(rate) - (shape + known) * log(rate + x))
        shape, rate = shape + known, rate + x
    return total


def log_beta(a, b):
    return loggamma(a) + loggamma(b) - loggamma(a + b)


def negative_binomial(prior, cell):
    ones, zeros, successes = prior
    total = 0
    for x in cell:
        total += (loggamma(x + successes) - loggamma(successes) - loggamma(x + 1)
                  + log_beta(ones + successes, zeros + x) - log_beta(ones, zeros))
        ones, zeros = ones + successes, zeros + x
    return total


def von_mises(prior, cell):
    direction, strength, known = prior
    total = 0
    across, up = strength * cos(direction), strength * sin(direction)
    for x in cell:
        before = sqrt(across ** 2 + up ** 2)
        across, up = across + known * cos(x), up + known * sin(x)
        after = sqrt(across ** 2 + up ** 2)
        total += log(besseli(0, after)) - log(besseli(0, before)) - log(2 * pi * besseli(0, known))
    return total


def by_quadrature(prior, cell):
    """The same by the definition, to check it."""
    direction, strength, known = prior

    def density(theta):
        value = exp(strength * cos(theta - direction)) / (2 * pi * besseli(0, strength))
        for x in cell:
            value *= exp(known * cos(x - theta)) / (2 * pi * besseli(0, known))
        return value
    return log(mpmath.quad(density, mpmath.linspace(-pi, pi, 9)))


# Blocks: given its scale, every number is normal; scales are inverse gamma.
def tied(tying):
    def evidence(prior, cells):
        columns = len(cells[0][0])
        means, weights, shapes, scales = (prior[:columns], prior[columns:2 * columns],
                                          prior[2 * columns:-columns], prior[-columns:])
        total = 0
        groups = {}
        for c, cell in enumerate(cells):
            for j in range(columns):
                xs = [row[j] for row in cell]
                n = len(xs)
                spread = matrix(n, n)  # of the numbers, in units of variance / scale
                for a in range(n):
                    for b in range(n):
                        spread[a, b] = scales[j] * (1 / weights[j] + (1 if a == b else 0))
                step = matrix([x - means[j] for x in xs])
                square = (step.T * lu_solve(spread, step))[0]
                total -= log(det(spread)) / 2
                key = (0 if tying in ("classes", "all", "all_unscaled") else c,
                       j if tying in ("free", "classes") else 0)
                count, squares = groups.get(key, (0, 0))
                groups[key] = (count + n, squares + square)
        for (_, g), (count, squares) in groups.items():
            half = count * HALF
            total += (loggamma(shapes[g] + half) - loggamma(shapes[g]) - half * log(2 * pi)
                      - (shapes[g] + half) * log(1 + squares / 2))
        return total
    return evidence


def joint(tying):
    """One row after the other, its multivariate t given those before it; classes share the matrix or not."""
    def evidence(prior, cells):
        columns = len(cells[0][0])
        shape0, scales0 = prior[columns + 1], matrix(columns, columns)
        entry = columns + 2
        for i in range(columns):
            for j in range(i + 1):
                scales0[i, j] = scales0[j, i] = prior[entry]
                entry += 1
        shape, scales, total = shape0, scales0, mpf(0)
        for cell in cells:
            if tying == "free":
                shape, scales = shape0, scales0
            means, weight = matrix(prior[:columns]), prior[columns]
            for row in cell:
                step = matrix(row) - means
                grown = weight / (weight + 1)
                degrees = 2 * shape
                squared = scales / shape / grown
                square = (step.T * lu_solve(squared, step))[0]
                total += (loggamma((degrees + columns) / 2) - loggamma(degrees / 2)
                          - columns * log(degrees * pi) / 2 - log(det(squared)) / 2
                          - (degrees + columns) / 2 * log(1 + square / degrees))
                scales = scales + step * step.T * (grown / 2)
                means = means + step / (weight + 1)
                weight, shape = weight + 1, shape + HALF
        return total
    return evidence


def histogram(edges):
    """Each number given those before it."""
    def evidence(weights, cell):
        weights = list(weights)
        total = 0
        for x in cell:
            bin_of = max(k for k in range(len(weights)) if k == 0 or x > edges[k])
            total += log(weights[bin_of] / sum(weights) / (edges[bin_of + 1] - edges[bin_of]))
            weights[bin_of] += 1
        return total
    return evidence


def found(evidence, of_point, starts):
    """The highest top of evidence(of_point(point)) from some starts."""
    def fault(point):
        try:
            return -float(evidence(of_point([float(x) for x in point])))
        except (ValueError, ZeroDivisionError, OverflowError):
            return float("inf")
    best = None
    use(fp)
    for start in starts:
        at, before = numpy.array([float(x) for x in start]), float("inf")
        while True:
            result = scipy.optimize.minimize(fault, at, method="Nelder-Mead",
                                             options={"xatol": 1e-7, "fatol": 1e-11, "maxiter": 5000,
                                                      "maxfev": 5000, "adaptive": True})
            at = result.x
            if result.fun > before - 1e-8:
                break
            before = result.fun
        if best is None or result.fun < best.fun - 1e-9:
            best = result
    use(mp)
    n = len(best.x)

    def along(i):
        def of(*point):
            return mpmath.diff(lambda x: evidence(of_point([*point[:i], x, *point[i + 1:]])), point[i])
        return of
    root = findroot([along(i) for i in range(n)], [mpf(float(x)) for x in best.x], tol=mpf(10) ** -44,
                    maxsteps=12)
    point = list(root)
    assert max(abs(a - float(b)) for a, b in zip(point, best.x)) < 1e-2, (point, best.x)
    return point


def of_cells(one, cells):
    return lambda prior: sum(one(prior, cell) for cell in cells)


def text(numbers):
    return " ".join(nstr(x, 25) for x in numbers)


def line(family, tying, cells, evidence, of_point, starts):
    point = found(evidence, of_point, starts)
    prior = of_point(point)
    write = lambda x: "/".join(repr(float(v)) for v in x) if isinstance(x, list) else repr(float(x))
    data = "|".join(" ".join(write(x) for x in cell) for cell in cells)
    print(family, tying, nstr(evidence(prior), 12), [nstr(x, 6) for x in prior], flush=True)
    return ",".join([family, tying, data, text(prior), nstr(evidence(prior), 25)])


def rounded(x):
    """A number of few binary digits, exact in doubles."""
    return round(x * 64) / 64


def constants():
    """Families with a constant that all classes share."""
    spread = lambda size: lambda: [[rounded(random.gauss(m, s)) for _ in range(random.randint(3, 8))]
                                   for m, s in ((0, 1), (size, 2), (-1, .5), (2 * size, 1.5))[:3 + int(size) % 2]]
    logs = lambda at: [at[0], exp(at[1]), exp(at[2])]
    all_logs = lambda at: [exp(x) for x in at]
    own = random.Random(8)
    for make in (spread(3), spread(2)):
        cells = make()
        yield line("normal_known_variance", "", cells, of_cells(known_variance, cells), logs, [(0, 0, 0), (1, 2, -1)])
        cells = [[rounded(own.gauss(0, s)) for _ in range(own.randint(3, 8))] for s in (1, 4, .25, 2)]
        yield line("normal_known_mean", "", cells, of_cells(known_mean, cells),
                   lambda at: [exp(at[1]), exp(at[2]), at[0]], [(0, 0, 0), (0, 2, 2), (2, 1, 1), (-1, 0, 1)])
    for rates in ((1, 3, 9), (2, .25, 1, .5)):
        cells = [[rounded(random.gammavariate(2.5, 1 / r)) + 1 / 64 for _ in range(random.randint(4, 9))]
                 for r in rates]
        yield line("gamma", "", cells, of_cells(gamma_shape, cells), all_logs, [(0, 0, 0), (1, 1, 1)])
    for scales in ((1, 4, 12), (8, 2, .5, 3)):
        cells = [[float(int(random.gammavariate(1.5, s))) for _ in range(random.randint(8, 12))] for s in scales]
        yield line("negative_binomial", "", cells, of_cells(negative_binomial, cells), all_logs,
                   [(0, 0, 0), (1, 1, 1)])
    for middles in ((0, 1, 2), (3, -2.5, 2.75, -3)):
        cells = [[rounded(random.vonmisesvariate(m, 4)) for _ in range(random.randint(4, 7))] for m in middles]
        row = line("von_mises", "", cells, of_cells(von_mises, cells), logs, [(middles[0], 0, 1), (1, 1, 1)])
        parts = row.split(",")
        prior = [mpf(x) for x in parts[3].split()]
        if prior[0] > mp.pi:
            prior[0] -= 2 * mp.pi
        parts[3] = text(prior)
        assert abs(by_quadrature(prior, cells[0]) - von_mises(prior, cells[0])) < mpf(10) ** -15
        yield ",".join(parts)


def bins():
    """Ten bins of as many numbers each: all numbers differ, so that edges stand halfway."""
    for levels in ((0, 2, 5), (1, 1.5, 4, 2)):
        cells = [[round(random.gauss(m, 1.5) * 65536) / 65536 for _ in range(20)] for m in levels]
        numbers = sorted(x for cell in cells for x in cell)
        n = len(numbers)
        assert len(set(numbers)) == n and n % 10 == 0
        edges = [numbers[0]] + [(numbers[k * n // 10 - 1] + numbers[k * n // 10]) / 2 for k in range(1, 10)] + [numbers[-1]]
        evidence = of_cells(histogram(edges), cells)
        row = line("histogram", "", cells, evidence, lambda at: [exp(x) for x in at], [(0,) * 10])
        parts = row.split(",")
        parts[3] += " " + text(edges)
        yield ",".join(parts)


def block(levels, columns):
    return [[[rounded(random.gauss(m * (j + 1), s * (1 + j))) for j in range(columns)]
             for _ in range(random.randint(5, 8))] for m, s in levels]


def blocks():
    levels = ((0, 1), (3, 2), (-2, .5), (1, 1.5))
    for tying in ("free", "classes", "features", "all", "features_unscaled", "all_unscaled"):
        cells = block(levels, 2)
        columns = 2
        count = sum(len(cell) for cell in cells)
        weight = count * (1 if tying in ("free", "classes") else columns)
        units = []
        for j in range(columns):
            xs = [row[j] for cell in cells for row in cell]
            middle = sum(xs) / count
            units.append(sum((x - middle) ** 2 for x in xs) / count if tying in ("features", "all") else 1.)
        separate = tying in ("free", "classes")
        shared = tying in ("classes", "all", "all_unscaled")
        limit = [1e6 * weight]

        def of_point(at):
            at = list(at)
            means, at = at[:columns], at[columns:]
            weights, at = [exp(x) for x in at[:columns]], at[columns:]
            groups = columns if separate else 1
            sizes = [exp(x) for x in at[:groups]]
            shapes = limit * groups if shared else [exp(x) for x in at[groups:]]
            scales = [sizes[j if separate else 0] * shapes[j if separate else 0] * units[j] for j in range(columns)]
            return means + weights + shapes + scales
        places = 2 * columns + (columns if separate else 1) * (1 if shared else 2)
        evidence = lambda prior: tied(tying)(prior, cells)
        yield line("tied_normal", tying, cells, evidence, of_point,
                   [(0,) * places, (1, 1) + (0,) * (places - 2), (0, 0) + (-1,) * (places - 2)])
    for tying in ("free", "classes"):
        cells = block(levels, 2)
        weight = sum(len(cell) for cell in cells)

        def of_point(at):
            shape = 1e6 * weight if tying == "classes" else exp(at[6])
            first, across, second = exp(at[3]), at[4], exp(at[5])
            return [at[0], at[1], exp(at[2]), shape, shape * first ** 2, shape * first * across,
                    shape * (across ** 2 + second ** 2)]
        places = 6 if tying == "classes" else 7
        evidence = lambda prior: joint(tying)(prior, cells)
        yield line("joint_normal", tying, cells, evidence, of_point, [(0,) * places, (0, 0, -1, 1, 0, 1, 1)[:places]])


def main():
    random.seed(20261125)
    tools = f"mpmath {mpmath.__version__}, SciPy {scipy.__version__}"
    lines = [f"# {tools}, {mp.dps} digits, printed to 25; make_empirical_general.py",
             "family,tying,cells,prior,log_evidence"]
    for rows in (constants(), bins(), blocks()):
        lines += list(rows)
    with open("empirical_general.csv", "w") as file:
        file.write("\n".join(lines) + "\n")


main()
