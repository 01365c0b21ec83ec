"""Writes fitted_parameters.csv: what shipped tables are worth at fitted parameters, by mpmath.

Run in this folder: python3 make_fitted_parameters.py
Every number comes from the rows themselves: the parameters are means, variances and proportions of the rows of
a class (with 1 added to each count under posterior_mean), and log densities are summed row by row with 50 digits.
Missing cells ("?") are left out. Columns of numbers are normal, all others categorical.
"""
import csv
import pathlib
from mpmath import mp, mpf, log, exp, pi, nstr

mp.dps = 50
DATA = pathlib.Path(__file__).resolve().parent.parent.parent / "examples" / "data"


def read(name):
    with open(DATA / name, newline="", encoding="utf-8") as file:
        header, *rows = csv.reader(file)
    return [row[:-1] for row in rows], [row[-1] for row in rows]


def is_number(cell):
    try:
        float(cell)
        return True
    except ValueError:
        return False


def normal(cells):
    xs = [mpf(cell) for cell in cells]
    mean = sum(xs) / len(xs)
    variance = sum((x - mean) ** 2 for x in xs) / len(xs)
    return lambda cell: -log(2 * pi * variance) / 2 - (mpf(cell) - mean) ** 2 / (2 * variance)


def categorical(cells, levels, added):
    total = len(cells) + added * len(levels)
    logs = {}
    for level in levels:
        count = cells.count(level) + added
        logs[level] = log(mpf(count) / total) if count else None
    return lambda cell: logs[cell]


def line(name, estimator):
    added = 1 if estimator == "posterior_mean" else 0
    rows, labels = read(name)
    classes = sorted(set(labels))
    columns = list(zip(*rows))
    kinds, parameters = [], len(classes) - 1
    for column in columns:
        known = [cell for cell in column if cell != "?"]
        numeric = all(map(is_number, known))
        kinds.append((numeric, sorted(set(known))))
        parameters += len(classes) * (2 if numeric else len(kinds[-1][1]) - 1)
    densities = {}
    for klass in classes:
        for j, (numeric, levels) in enumerate(kinds):
            cells = [row[j] for row, label in zip(rows, labels) if label == klass and row[j] != "?"]
            densities[klass, j] = normal(cells) if numeric else categorical(cells, levels, added)
    share = {c: log(mpf(labels.count(c) + added) / (len(labels) + added * len(classes))) for c in classes}
    joint = conditional = mpf(0)
    for row, label in zip(rows, labels):
        logs = {}
        for klass in classes:
            terms = [densities[klass, j](cell) for j, cell in enumerate(row) if cell != "?"]
            logs[klass] = None if None in terms else share[klass] + sum(terms)
        joint += logs[label]
        conditional += logs[label] - log(sum(exp(x) for x in logs.values() if x is not None))
    values = [joint, conditional, 2 * parameters - 2 * joint, parameters * log(len(rows)) - 2 * joint]
    return ",".join([name.removesuffix(".csv"), estimator, str(parameters)] + [nstr(x, 25) for x in values])


def main():
    lines = [f"# mpmath {__import__('mpmath').__version__}, {mp.dps} digits, printed to 25; "
             "make_fitted_parameters.py",
             "table,estimator,parameters,log_likelihood,conditional,aic,bic"]
    for name in ["iris.csv", "wine.csv", "house_votes_84.csv", "german_credit.csv"]:
        lines.append(line(name, "maximum_likelihood"))
    lines.append(line("house_votes_84.csv", "posterior_mean"))
    with open("fitted_parameters.csv", "w") as file:
        file.write("\n".join(lines) + "\n")


main()
