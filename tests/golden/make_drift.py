"""Writes drift.csv: log Bayes factors of "changed" against "the same" of the two halves of german_credit, by mpmath.

Run in this folder: python3 make_drift.py
Each evidence is the product of what each row was given by the rows before it, with 50 digits: proportions of levels
and counts in exact fractions, Student t and Lomax densities for numbers. No closed form of an evidence is used.
Automatic priors are those of all rows; levels and classes are those of both halves.
"""
import csv
import pathlib
from fractions import Fraction
from mpmath import mp, mpf, log, loggamma, pi, nstr

mp.dps = 50
DATA = pathlib.Path(__file__).resolve().parent.parent.parent / "examples" / "data" / "german_credit.csv"
FAMILIES = {"checking_status": "categorical", "purpose": "categorical", "own_telephone": "bernoulli",
            "age": "normal", "duration": "lognormal", "credit_amount": "exponential", "existing_credits": "poisson",
            "installment_commitment": "geometric"}


def log_of(product):
    return log(mpf(product.numerator)) - log(mpf(product.denominator))


def levels_evidence(values, levels, each=Fraction(1)):
    counts, product = {}, Fraction(1)
    for seen, value in enumerate(values):
        product *= (counts.get(value, 0) + each) / (seen + levels * each)
        counts[value] = counts.get(value, 0) + 1
    return log_of(product)


def normal_evidence(xs, mean, scale):
    weight, shape, total = mpf(1), mpf(1) / 2, mpf(0)
    for x in xs:
        square, degrees = scale * (weight + 1) / (weight * shape), 2 * shape
        total += (loggamma((degrees + 1) / 2) - loggamma(degrees / 2) - log(degrees * pi * square) / 2
                  - (degrees + 1) / 2 * log(1 + (x - mean) ** 2 / (square * degrees)))
        scale += weight / (weight + 1) * (x - mean) ** 2 / 2
        mean = (weight * mean + x) / (weight + 1)
        weight, shape = weight + 1, shape + mpf(1) / 2
    return total


def exponential_evidence(xs, shape, rate):
    total = mpf(0)
    for x in xs:
        total += log(shape) + shape * log(rate) - (shape + 1) * log(rate + x)
        shape, rate = shape + 1, rate + x
    return total


def poisson_evidence(xs, shape, rate):
    """Negative binomial probabilities: (rate / (rate + 1))^shape has a fractional power, so logarithms are added."""
    total = mpf(0)
    for x in xs:
        product = Fraction(1)
        for k in range(x):
            product *= (shape + k) / ((k + 1) * (rate + 1))
        total += log_of(product) + mpf(shape.numerator) / shape.denominator * log_of(Fraction(rate) / (rate + 1))
        shape, rate = shape + x, rate + 1
    return total


def geometric_evidence(xs):
    """Failures before a success, the probability uniform before the first of them."""
    ones, zeros, product = 1, 1, Fraction(1)
    for x in xs:
        for _ in range(x):
            product *= Fraction(zeros, ones + zeros)
            zeros += 1
        product *= Fraction(ones, ones + zeros)
        ones += 1
    return log_of(product)


def evidence_of(family, everything):
    """A function from some cells of a column to their log evidence under the prior of all of them."""
    if family in ("categorical", "bernoulli"):
        levels = len(set(everything))
        return lambda cells: levels_evidence(cells, levels)
    if family in ("normal", "lognormal"):
        number = (lambda x: log(mpf(x))) if family == "lognormal" else mpf
        xs = [number(x) for x in everything]
        mean = sum(xs) / len(xs)
        scale = sum((x - mean) ** 2 for x in xs) / (2 * len(xs))
        return lambda cells: normal_evidence([number(x) for x in cells], mean, scale)
    mean = Fraction(sum(int(x) for x in everything), len(everything))
    if family == "exponential":
        return lambda cells: exponential_evidence([mpf(x) for x in cells], mpf(1), mpf(mean.numerator) / mean.denominator)
    if family == "poisson":
        return lambda cells: poisson_evidence([int(x) for x in cells], mean, 1)
    return lambda cells: geometric_evidence([int(x) for x in cells])


def main():
    with open(DATA, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    halves = rows[:500], rows[500:]
    classes = sorted({row["class"] for row in rows})
    lines = [f"# mpmath {__import__('mpmath').__version__}, {mp.dps} digits, printed to 25; make_drift.py",
             "feature,family,class,log_bayes_factor"]
    labels = lambda part: levels_evidence([row["class"] for row in part], len(classes))
    lines.append(f"class,label,,{nstr(labels(halves[0]) + labels(halves[1]) - labels(rows), 25)}")
    for name, family in FAMILIES.items():
        evidence = evidence_of(family, [row[name] for row in rows])
        for klass in classes:
            cells = lambda part: [row[name] for row in part if row["class"] == klass]
            value = evidence(cells(halves[0])) + evidence(cells(halves[1])) - evidence(cells(rows))
            lines.append(f"{name},{family},{klass},{nstr(value, 25)}")
    with open("drift.csv", "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


main()
