"""Writes linear_form.csv: weights and bias of linear forms, discounted statistics and multinomial coefficients of shipped
data, by exact fractions and mpmath.

Run in this folder: python3 make_linear_form.py
A number is that of the double that its text reads as. Nothing is summed in rounding arithmetic; a logarithm is taken
once, of a fraction, with 50 digits.
"""
import csv
import pathlib
from fractions import Fraction
from math import factorial
from mpmath import mp, mpf, log, nstr

mp.dps = 50
HERE = pathlib.Path(__file__).resolve().parent
DATA = HERE.parent.parent / "examples" / "data"


def table(name):
    with open(DATA / f"{name}.csv", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def real(fraction):
    return mpf(fraction.numerator) / mpf(fraction.denominator)


def log_of(fraction):
    return log(mpf(fraction.numerator)) - log(mpf(fraction.denominator))


def label_odds(rows, negative, positive):
    """Two classes with one pseudo-count each, as posterior means."""
    counts = [sum(row["class"] == name for row in rows) for name in (negative, positive)]
    return Fraction(counts[1] + 1, counts[0] + 1)


def answers(out):
    """Posterior means of answers with 2 pseudo-counts for ones and 3 for zeros; a missing cell counts nowhere."""
    rows = table("house_votes_84")
    bias = log_of(label_odds(rows, "democrat", "republican"))
    for column in (name for name in rows[0] if name != "class"):
        means = []
        for klass in ("democrat", "republican"):
            cells = [row[column] for row in rows if row["class"] == klass and row[column] != "?"]
            means.append(Fraction(2 + cells.count("y"), 5 + len(cells)))
        no, yes = (1 - means[1]) / (1 - means[0]), means[1] / means[0]
        bias += log_of(no)
        out.append(("answers", column, log_of(yes / no)))
    out.append(("answers", "bias", bias))


def numbers(out):
    """Maximum likelihood with one variance for both classes: sums of squares about own means over all rows."""
    rows = table("breast_cancer")
    of_class = {name: [row for row in rows if row["class"] == name] for name in ("benign", "malignant")}
    bias = log_of(Fraction(len(of_class["malignant"]), len(of_class["benign"])))
    for column in (name for name in rows[0] if name != "class"):
        means, squares = [], Fraction(0)
        for klass in of_class.values():
            values = [Fraction(float(row[column])) for row in klass]
            means.append(sum(values) / len(values))
            squares += sum((x - means[-1]) ** 2 for x in values)
        variance = squares / len(rows)
        out.append(("numbers", column, real((means[1] - means[0]) / variance)))
        bias += real((means[0] ** 2 - means[1] ** 2) / (2 * variance))
    out.append(("numbers", "bias", bias))


def moments(out, what, weighted, column):
    """n, mean and sum of squares of rows with weights."""
    n = sum(weight for weight, _ in weighted)
    mean = sum(weight * x for weight, x in weighted) / n
    squares = sum(weight * (x - mean) ** 2 for weight, x in weighted)
    for name, value in (("n", n), ("mean", mean), ("squares", squares)):
        out.append((what, f"{column} {name}", real(value)))


def discounted(out):
    """Malignant rows: of the first 300 rows at a fourth beside the others; and each row at .875 of the one after it."""
    rows = table("breast_cancer")
    for column in ("mean_radius", "se_area", "worst_concavity"):
        own = [(i, Fraction(float(row[column]))) for i, row in enumerate(rows) if row["class"] == "malignant"]
        moments(out, "discount", [(Fraction(1, 4) if i < 300 else Fraction(1), x) for i, x in own], column)
        moments(out, "by_row", [(Fraction(7, 8) ** (len(rows) - 1 - i), x) for i, x in own], column)


def coefficients(out):
    """Sequences of tokens with the counts of a row: n! / (k_1! k_2! ...)."""
    for i, row in enumerate(table("digits")[:30]):
        counts = [int(value) for name, value in row.items() if name != "class"]
        ways = factorial(sum(counts))
        for count in counts:
            ways //= factorial(count)
        out.append(("coefficient", str(i), log(mpf(ways))))


def main():
    out = []
    for part in (answers, numbers, discounted, coefficients):
        part(out)
    with open(HERE / "linear_form.csv", "w", encoding="utf-8") as file:
        file.write("# mpmath 1.3.0, 50 digits, printed to 25; make_linear_form.py\nwhat,name,value\n")
        for what, name, value in out:
            file.write(f"{what},{name},{nstr(value, 25)}\n")


main()
