# Writes logistic.csv: weights of scikit-learn's LogisticRegression on the shipped data.
#
# Needs python3-sklearn (Debian 12: 1.2.1). Run from any directory:
#     /usr/bin/python3 tests/golden/make_logistic.py
#
# Numbers are standardised by their (weighted) mean and population standard deviation, columns of 0 and 1 are
# left as they are, every other column is a 0 or 1 for each level (without a penalty: each but the first). Weights
# are those of the unscaled numbers against the first class; an intercept belongs to numbers at their mean. The
# solver's answer is polished by Newton's steps in long double, which must move no weight by more than 1e-3, until
# the gradient is below 1e-16 of the rows.
import csv
import pathlib

import numpy
import sklearn
from sklearn.linear_model import LogisticRegression

HERE = pathlib.Path(__file__).resolve().parent
DATA = HERE.parent.parent / "examples" / "data"
lines = []


def number(cell):
    try:
        return float(cell)
    except ValueError:
        return None


def columns_of(name, weights, drop_first):
    with open(DATA / name, newline="", encoding="utf-8") as file:
        header, *rows = csv.reader(file)
    labels = numpy.array([row[-1] for row in rows])
    names, matrix, scales = [], [], []
    for j, feature in enumerate(header[:-1]):
        cells = [row[j] for row in rows]
        numbers = [number(cell) for cell in cells]
        if None not in numbers:
            x = numpy.array(numbers)
            scale = 1.0
            if not set(numbers) <= {0.0, 1.0}:
                mean = numpy.average(x, weights=weights)
                scale = numpy.sqrt(numpy.average((x - mean) ** 2, weights=weights))
                x = (x - mean) / scale
            names.append((feature, feature))
            matrix.append(x)
            scales.append(scale)
            continue
        levels = sorted(set(cells), key=lambda level: level.encode())
        for level in levels[1:] if drop_first else levels:
            names.append((feature, level))
            matrix.append(numpy.array([float(cell == level) for cell in cells]))
            scales.append(1.0)
    return names, numpy.array(matrix).T, numpy.array(scales), labels


def polish(theta, x, y, weights, ridge, classes):
    """Newton's steps on the weights against the first class, in long double."""
    real = numpy.longdouble
    x = numpy.hstack([numpy.ones((len(x), 1)), x]).astype(real)
    weights = weights.astype(real)
    free = classes - 1
    metric = numpy.eye(free) if classes == 2 else numpy.eye(free) - 1.0 / classes
    start = theta.copy()
    theta = theta.astype(real)
    for _ in range(60):
        odds = x @ theta
        odds -= numpy.maximum(odds.max(axis=1, keepdims=True), 0)
        shift = numpy.maximum((x @ theta).max(axis=1, keepdims=True), 0)
        p = numpy.exp(x @ theta - shift)
        p /= p.sum(axis=1, keepdims=True) + numpy.exp(-shift)
        pull = ridge * (theta @ metric.astype(real))
        pull[0] = 0
        excess = p - numpy.array([[real(k + 1 == t) for k in range(free)] for t in y])
        gradient = x.T @ (weights[:, None] * excess) + pull
        if abs(gradient).max() < 1e-16 * len(x):
            break
        size = x.shape[1]
        curvature = numpy.zeros((size * free, size * free))
        for a in range(free):
            for b in range(free):
                each = weights * p[:, a] * ((a == b) - p[:, b])
                part = (x.T * each) @ x
                part[1:, 1:] += ridge * metric[a, b] * numpy.eye(size - 1)
                curvature[a * size:(a + 1) * size, b * size:(b + 1) * size] = part
        step = numpy.linalg.solve(curvature, gradient.T.reshape(-1).astype(float))
        theta = theta - step.reshape(free, size).T
    assert abs(gradient).max() < 1e-15 * len(x), abs(gradient).max()
    assert abs(theta - start).max() < 1e-3, abs(theta - start).max()
    return theta.astype(float)


def case(name, source, ridge, weigh=lambda row: 1.0):
    rows = sum(1 for _ in open(DATA / source, encoding="utf-8")) - 1
    weights = numpy.array([weigh(row) for row in range(rows)])
    names, x, scales, labels = columns_of(source, weights, ridge == 0)
    options = {"penalty": None} if ridge == 0 else {"penalty": "l2", "C": 1 / ridge}
    solver = LogisticRegression(solver="newton-cg", tol=1e-6, max_iter=3000, **options)
    solver.fit(x, labels, sample_weight=weights)
    classes = [str(label) for label in solver.classes_]
    whole = numpy.hstack([solver.intercept_[:, None], solver.coef_])
    theta = whole.T if len(classes) == 2 else (whole[1:] - whole[:1]).T
    y = numpy.searchsorted(solver.classes_, labels)
    theta = polish(theta, x, y, weights, ridge, len(classes))
    for k, klass in enumerate(classes[1:]):
        lines.append(f"{name},,,{klass},{theta[0, k]:.17g}")
        for j, (feature, value) in enumerate(names):
            lines.append(f"{name},{feature},{value},{klass},{theta[j + 1, k] / scales[j]:.17g}")


case("iris", "iris.csv", 1.0)
case("iris_weighted", "iris.csv", 0.5, lambda row: 1.0 + row % 3)
case("wine", "wine.csv", 0.1)
case("breast_cancer", "breast_cancer.csv", 1.0)
case("german_credit", "german_credit.csv", 2.0)
case("german_credit_without", "german_credit.csv", 0.0)

with open(HERE / "logistic.csv", "w", encoding="utf-8", newline="\n") as file:
    file.write(f"# scikit-learn {sklearn.__version__}, numpy {numpy.__version__}, 17 significant digits\n")
    file.write("# command: /usr/bin/python3 tests/golden/make_logistic.py\n")
    file.write("case,feature,value,class,weight\n")
    file.write("\n".join(lines) + "\n")
