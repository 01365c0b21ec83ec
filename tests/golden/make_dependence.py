"""Writes dependence.csv: log Bayes factors of dependent against independent columns of german_credit, by mpmath.

Run in this folder: python3 make_dependence.py
Every evidence is the product of what each row was given by the rows before it, with 50 digits: proportions in
exact fractions, Student t and multivariate t densities for numbers. No closed form of an evidence is used.
"""
import csv
import pathlib
from fractions import Fraction
from mpmath import mp, mpf, log, loggamma, pi, nstr

mp.dps = 50
DATA = pathlib.Path(__file__).resolve().parent.parent.parent / "examples" / "data" / "german_credit.csv"
PAIRS = [("checking_status", "savings_status"), ("own_telephone", "foreign_worker"), ("purpose", "job"),
         ("age", "num_dependents"), ("duration", "credit_amount"), ("installment_commitment", "credit_amount"),
         ("housing", "age"), ("own_telephone", "credit_amount"), ("personal_status", "duration")]


def levels_evidence(values, levels, each):
    counts, product = {}, Fraction(1)
    for seen, value in enumerate(values):
        product *= (counts.get(value, 0) + each) / (seen + levels * each)
        counts[value] = counts.get(value, 0) + 1
    return log(mpf(product.numerator)) - log(mpf(product.denominator))


def automatic(xs):
    mean = sum(xs) / len(xs)
    return mean, sum((x - mean) ** 2 for x in xs) / (2 * len(xs))


def log_t(square, determinant, degrees, d):
    """Multivariate t: square is the distance in units of the scale matrix."""
    return (loggamma((degrees + d) / 2) - loggamma(degrees / 2) - mpf(d) / 2 * log(degrees * pi)
            - log(determinant) / 2 - (degrees + d) / 2 * log(1 + square / degrees))


def number_evidence(xs, mean, scale):
    weight, shape, total = mpf(1), mpf(1) / 2, mpf(0)
    for x in xs:
        spread = scale * (weight + 1) / (weight * shape)
        total += log_t((x - mean) ** 2 / spread, spread, 2 * shape, 1)
        scale += weight / (weight + 1) * (x - mean) ** 2 / 2
        mean = (weight * mean + x) / (weight + 1)
        weight, shape = weight + 1, shape + mpf(1) / 2
    return total


def pair_evidence(rows, means, scales):
    weight, shape, total = mpf(1), mpf(1) / 2, mpf(0)
    m = list(means)
    b = [scales[0], mpf(0), scales[1]]
    for row in rows:
        d = [row[0] - m[0], row[1] - m[1]]
        factor = (weight + 1) / (weight * shape)
        s = [entry * factor for entry in b]
        determinant = s[0] * s[2] - s[1] ** 2
        square = (s[2] * d[0] ** 2 - 2 * s[1] * d[0] * d[1] + s[0] * d[1] ** 2) / determinant
        total += log_t(square, determinant, 2 * shape, 2)
        share = weight / (weight + 1) / 2
        b = [b[0] + share * d[0] ** 2, b[1] + share * d[0] * d[1], b[2] + share * d[1] ** 2]
        m = [(weight * m[i] + row[i]) / (weight + 1) for i in (0, 1)]
        weight, shape = weight + 1, shape + mpf(1) / 2
    return total


def main():
    with open(DATA, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    is_number = lambda name: all(row[name].lstrip("-").replace(".", "", 1).isdigit() for row in rows)
    lines = [f"# mpmath {__import__('mpmath').__version__}, {mp.dps} digits, printed to 25; make_dependence.py",
             "first,second,class,log_bayes_factor"]
    for one, other in PAIRS:
        for klass in ("bad", "good"):
            mine = [row for row in rows if row["class"] == klass]
            if is_number(one) and is_number(other):
                priors = [automatic([mpf(row[name]) for row in rows]) for name in (one, other)]
                pairs = [(mpf(row[one]), mpf(row[other])) for row in mine]
                value = pair_evidence(pairs, [p[0] for p in priors], [p[1] for p in priors])
                for i in (0, 1):
                    value -= number_evidence([pair[i] for pair in pairs], *priors[i])
            elif is_number(one) or is_number(other):
                number, level = (one, other) if is_number(one) else (other, one)
                prior = automatic([mpf(row[number]) for row in rows])
                value = -number_evidence([mpf(row[number]) for row in mine], *prior)
                for each in sorted({row[level] for row in mine}):
                    value += number_evidence([mpf(r[number]) for r in mine if r[level] == each], *prior)
            else:
                sizes = [len({row[name] for row in rows}) for name in (one, other)]
                each = Fraction(1, min(sizes))
                value = levels_evidence([(row[one], row[other]) for row in mine], sizes[0] * sizes[1], each)
                value -= levels_evidence([row[one] for row in mine], sizes[0], each * sizes[1])
                value -= levels_evidence([row[other] for row in mine], sizes[1], each * sizes[0])
            lines.append(",".join([one, other, klass, nstr(value, 25)]))
    with open("dependence.csv", "w") as file:
        file.write("\n".join(lines) + "\n")


main()
