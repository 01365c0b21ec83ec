"""Writes tied_normal.csv: what blocks of normal columns with tied variances should answer, by mpmath.

Run in this folder: python3 make_tied_normal.py; with the word "unscaled" it writes tied_unscaled.csv, of columns
that share a variance in their own units.
Each row holds a tying, the prior of each column as mean:mean_weight:shape:scale, rows as class:x+y+... ("nan"
is a missing number), a class, a point, the log evidence of all rows, the sum of the absolute values of its
terms, and log densities of that class at the point: the three plug-in estimates ("undefined" where there is
none) and the predictive. Evidence and predictive come from no formula of a posterior: all numbers that share
a variance are one multivariate t, whose matrix is written down and solved. The plug-in estimates are looked
for by a search on the log posterior and log likelihood, and the mean by quadrature.
"""
import random
import sys
from mpmath import mp, mpf, matrix, log, loggamma, pi, nstr, lu_solve, det, exp, quad, inf, diff, findroot

mp.dps = 34
UNDEFINED = "undefined"
TYINGS = ["free", "classes", "features", "all"]
UNSCALED = ["features_unscaled", "all_unscaled"]


def group_of(tying, klass, column):
    own_class = tying in ("free", "features", "features_unscaled")
    return (klass if own_class else 0, column if tying in ("free", "classes") else 0)


def entries(tying, rows):
    """The numbers that share a variance: group -> list of (mean they scatter around, column, number)."""
    groups = {}
    for klass, numbers in rows:
        for column, x in enumerate(numbers):
            if x is not None:
                groups.setdefault(group_of(tying, klass, column), []).append(((klass, column), column, x))
    return groups


def log_t_of_group(numbers, priors):
    """Log density of numbers under one unknown spread: a multivariate t with the matrix
    scale_j / scale_1 (identity + ones / mean_weight) within each mean."""
    if not numbers:
        return mpf(0), mpf(0)
    shape, unit = priors[numbers[0][1]][2], priors[0][3]
    n = len(numbers)
    sigma = matrix(n, n)
    z = matrix(n, 1)
    for a, (mean_a, column, x) in enumerate(numbers):
        z[a] = x - priors[column][0]
        for b, (mean_b, _, _) in enumerate(numbers):
            ratio = priors[column][3]
            sigma[a, b] = ratio * ((1 if a == b else 0) + (1 / priors[column][1] if mean_a == mean_b else 0))
    sigma = sigma / shape
    degrees = 2 * shape
    square = (z.T * lu_solve(sigma, z))[0]
    terms = [loggamma((degrees + n) / 2) - loggamma(degrees / 2), -mpf(n) / 2 * log(degrees * pi),
             -log(det(sigma)) / 2, -(degrees + n) / 2 * log(1 + square / degrees)]
    return sum(terms), sum(map(abs, terms))


def evidence(tying, priors, rows):
    value, size = mpf(0), mpf(0)
    for numbers in entries(tying, rows).values():
        each, terms = log_t_of_group(numbers, priors)
        value, size = value + each, size + terms
    return value, size


def units(rows, columns):
    """Variance of each column over all classes; None of one that is constant."""
    result = []
    for column in range(columns):
        xs = [numbers[column] for _, numbers in rows if numbers[column] is not None]
        mean = sum(xs, mpf(0)) / len(xs) if xs else mpf(0)
        variance = sum((x - mean) ** 2 for x in xs) / len(xs) if xs else mpf(0)
        result.append(variance if variance > 0 else None)
    return result


def plug_in(means, variances, point):
    return sum((-log(2 * pi * v) / 2 - (x - m) ** 2 / (2 * v)
                for m, v, x in zip(means, variances, point) if x is not None), mpf(0))


def most_likely(tying, rows, klass, columns):
    """The stationary point of the log likelihood: residuals about class means, in units of the columns."""
    shared_columns = tying in ("features", "all")
    unit = units(rows, columns) if shared_columns else [mpf(1)] * columns
    if any(u is None for u in unit):
        return None
    own = [[x[column] for k, x in rows if k == klass and x[column] is not None] for column in range(columns)]
    if any(not xs for xs in own):
        return None
    variances = []
    for column in range(columns):
        members = entries(tying, rows)[group_of(tying, klass, column)]
        squares = mpf(0)
        for mean, other, x in members:
            same = [y for m, _, y in members if m == mean]
            squares += (x - sum(same) / len(same)) ** 2 / unit[other]
        if squares <= 0:
            return None
        # d/dv of -n/2 ln v - squares / (2 v) is 0
        v = squares / len(members)
        variances.append(v * unit[column])
    return [sum(xs) / len(xs) for xs in own], variances


def log_posterior_of_spread(tying, priors, rows, group, classes, joint):
    """Log density, as a function of t = ln s, of the spread s of a group: s times the scale of a column is its
    variance. With `joint` the means stand at their best, in (means, variances); else they are integrated out."""
    powers, squares = priors[group[1]][2] + 1, mpf(1)
    for klass in range(classes):
        for column, (m0, k0, _, scale) in enumerate(priors):
            if group_of(tying, klass, column) != group:
                continue
            xs = [x[column] for k, x in rows if k == klass and x[column] is not None]
            best = (k0 * m0 + sum(xs, mpf(0))) / (k0 + len(xs))
            powers += mpf(len(xs) + (1 if joint else 0)) / 2
            squares += (sum(((x - best) ** 2 for x in xs), mpf(0)) + k0 * (best - m0) ** 2) / scale / 2
    return lambda t: -powers * t - squares * exp(-t)


def spread_of(tying, priors, rows, group, classes, joint):
    density = log_posterior_of_spread(tying, priors, rows, group, classes, joint)
    top = findroot(lambda t: diff(density, t), (mpf(-30), mpf(30)), solver="bisect", tol=1e-28,
                   maxsteps=200, verify=False)
    if joint:
        return exp(top)
    data = sum(len(v) for k, v in entries(tying, rows).items() if k == group)
    if priors[group[1]][2] + mpf(data) / 2 <= 1:
        return None
    peak = density(top)
    cuts = [top + step for step in (-8, -4, -2, -1, 0, 1, 2, 4, 8, 16, 32, 64)] + [inf]
    weight = lambda t, power: exp(density(t) - peak + power * t)  # d variance = exp(t) dt
    return quad(lambda t: weight(t, 2), cuts) / quad(lambda t: weight(t, 1), cuts)


def from_posterior(tying, priors, rows, klass, classes, joint):
    means, variances = [], []
    for column, (m0, k0, _, scale) in enumerate(priors):
        xs = [x[column] for k, x in rows if k == klass and x[column] is not None]
        means.append((k0 * m0 + sum(xs, mpf(0))) / (k0 + len(xs)))
        spread = spread_of(tying, priors, rows, group_of(tying, klass, column), classes, joint)
        if spread is None:
            return None
        variances.append(spread * scale)
    return means, variances


def rounded(x):
    """A number that is short to write; the double it reads back as is used in both programs."""
    return float(f"{x:.4g}")


def positive():
    return rounded(10 ** random.uniform(-1, 1))


def exact_row(row):
    return row[0], [None if x is None else mpf(x) for x in row[1]]


def number_text(value):
    return value if value is UNDEFINED else nstr(value, 25)


def text_of(numbers):
    return "+".join("nan" if x is None else repr(x) for x in numbers)


def line(tying, priors, rows, klass, classes, point):
    columns = len(priors)
    prior = [tuple(map(mpf, p)) for p in priors]
    data = [exact_row(row) for row in rows]
    at = [None if x is None else mpf(x) for x in point]
    value, size = evidence(tying, prior, data)
    predictive = evidence(tying, prior, data + [(klass, at)])[0] - value
    estimates = [most_likely(tying, data, klass, columns),
                 from_posterior(tying, prior, data, klass, classes, True),
                 from_posterior(tying, prior, data, klass, classes, False)]
    logs = [UNDEFINED if e is None else plug_in(*e, at) for e in estimates]
    cells = [tying, str(classes), " ".join(":".join(map(repr, p)) for p in priors),
             " ".join(f"{k}:{text_of(x)}" for k, x in rows), str(klass), text_of(point),
             number_text(value), nstr(size, 6), *map(number_text, logs), number_text(predictive)]
    return ",".join(cells)


def random_case(tying):
    columns, classes = random.randint(1, 4), random.randint(1, 3)
    shape = positive()
    scale = positive() if tying in UNSCALED else None
    priors = [(rounded(random.gauss(0, 2)), positive(), shape if tying not in ("free", "classes") else positive(),
               scale or positive()) for _ in range(columns)]
    number = lambda column, klass: rounded(random.gauss(2 * klass - 1, 1 + column))
    rows = []
    for _ in range(random.randint(0, 9)):
        klass = random.randrange(classes)
        numbers = [None if random.random() < 0.12 else number(c, klass) for c in range(columns)]
        if any(x is not None for x in numbers):
            rows.append((klass, numbers))
    klass = random.randrange(classes)
    point = [number(c, klass) for c in range(columns)]
    if columns > 1 and random.random() < 0.2:
        point[random.randrange(columns)] = None
    return line(tying, priors, rows, klass, classes, point)


def main():
    unscaled = sys.argv[1:] == ["unscaled"]
    random.seed(20261125 if unscaled else 20261121)
    lines = [f"# mpmath {__import__('mpmath').__version__}, {mp.dps} digits, printed to 25; make_tied_normal.py"
             + (" unscaled" if unscaled else ""),
             "tying,classes,prior,rows,class,point,log_evidence,terms,maximum_likelihood,maximum_a_posteriori,"
             "posterior_mean,predictive"]
    known = [(0, [1.0, 10.0]), (0, [2.0, 12.0]), (0, [1.5, 9.0]), (1, [3.0, 20.0]), (1, [4.0, 26.0])]
    for tying in UNSCALED if unscaled else TYINGS:
        lines.append(line(tying, [(1.0, 0.5, 2.0, 3.0)] * 2, known, 0, 2, [1.5, 11.0]))
        lines += [random_case(tying) for _ in range(55)]
    with open("tied_unscaled.csv" if unscaled else "tied_normal.csv", "w") as file:
        file.write("\n".join(lines) + "\n")


main()
