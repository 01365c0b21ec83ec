# Writes scikit_learn_*.csv: what scikit-learn's naive Bayes classifiers say of the shipped data.
#
# Needs python3-sklearn (Debian 12: 1.2.1). Run from any directory:
#     /usr/bin/python3 tests/golden/make_scikit_learn.py
#
# Every file trains on all of its rows, with class priors = class frequencies, and stores, for the
# rows it lists, the log joint and the log probability of each class in nats, with 17 digits.
import csv
import pathlib

import numpy
import sklearn
from sklearn.naive_bayes import BernoulliNB, CategoricalNB, ComplementNB, GaussianNB, MultinomialNB

HERE = pathlib.Path(__file__).resolve().parent
DATA = HERE.parent.parent / "examples" / "data"


def read(name):
    """Feature names, rows of text, labels and data row numbers (from 1) of a shipped file."""
    with open(DATA / name, newline="", encoding="utf-8") as file:
        header, *rows = csv.reader(file)
    features = [row[:-1] for row in rows]
    labels = numpy.array([row[-1] for row in rows])
    return header[:-1], features, labels, numpy.arange(1, len(rows) + 1)


def complete(rows, labels, numbers):
    """The rows without a missing cell."""
    keep = [i for i, row in enumerate(rows) if "?" not in row]
    return [rows[i] for i in keep], labels[keep], numbers[keep]


def numeric(rows):
    return numpy.array([[float(cell) for cell in row] for row in rows])


def coded(rows):
    """Each column's levels as 0, 1, ... in byte order; needed by CategoricalNB."""
    columns = []
    for column in zip(*rows):
        levels = sorted(set(column), key=lambda level: level.encode())
        columns.append([levels.index(cell) for cell in column])
    return numpy.array(columns).T


def write(name, classifier, source, note, matrix, labels, numbers, every=1):
    classifier.fit(matrix, labels)
    shown = slice(None, None, every)
    joint = classifier.predict_joint_log_proba(matrix[shown])
    probability = classifier.predict_log_proba(matrix[shown])
    classes = [str(label) for label in classifier.classes_]
    path = HERE / f"scikit_learn_{name}.csv"
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write(f"# scikit-learn {sklearn.__version__}, numpy {numpy.__version__}, "
                   "17 significant digits, nats\n")
        file.write("# command: /usr/bin/python3 tests/golden/make_scikit_learn.py\n")
        file.write(f"# {classifier!r} fitted to {len(labels)} rows of examples/data/{source}: {note}; ")
        file.write("all of them listed\n" if every == 1 else f"one in {every} of them listed\n")
        names = ["row"]
        names += [f"log_joint:{label}" for label in classes]
        names += [f"log_probability:{label}" for label in classes]
        file.write(",".join(names) + "\n")
        for number, left, right in zip(numbers[shown], joint, probability):
            file.write(",".join([str(number)] + ["%.17g" % x for x in [*left, *right]]) + "\n")


def gaussian(name):
    _, rows, labels, numbers = read(f"{name}.csv")
    write(f"gaussian_{name}", GaussianNB(), f"{name}.csv", "all columns", numeric(rows), labels,
          numbers)


def votes():
    _, *table = read("house_votes_84.csv")
    rows, labels, numbers = complete(*table)
    note = "only the rows without a missing cell"
    yes = numpy.array([[int(cell == "y") for cell in row] for row in rows])
    write("bernoulli_house_votes_84", BernoulliNB(alpha=1), "house_votes_84.csv",
          f"{note}; y is one, n is zero", yes, labels, numbers)
    write("categorical_house_votes_84", CategoricalNB(alpha=1), "house_votes_84.csv", note,
          coded(rows), labels, numbers)


def credit():
    header, rows, labels, numbers = read("german_credit.csv")
    numbers_of = {"duration", "credit_amount", "installment_commitment", "residence_since", "age",
                  "existing_credits", "num_dependents"}
    kept = [i for i, name in enumerate(header) if name not in numbers_of]
    write("categorical_german_credit", CategoricalNB(alpha=1), "german_credit.csv",
          "only the thirteen columns of categories", coded([[row[i] for i in kept] for row in rows]),
          labels, numbers)


def digits():
    _, rows, labels, numbers = read("digits.csv")
    write("multinomial_digits", MultinomialNB(alpha=1), "digits.csv",
          "all 64 columns as one block of counts", numeric(rows), labels, numbers, every=9)
    write("complement_digits", ComplementNB(alpha=1), "digits.csv",
          "all 64 columns as one block of counts", numeric(rows), labels, numbers, every=9)
    write("complement_normalised_digits", ComplementNB(alpha=0.5, norm=True), "digits.csv",
          "all 64 columns as one block of counts", numeric(rows), labels, numbers, every=9)


for data_set in ["iris", "wine", "breast_cancer"]:
    gaussian(data_set)
votes()
credit()
digits()
