#!/usr/bin/python3
"""Compares credence with scikit-learn's calibrated naive Bayes and logistic regression, on the same folds.

Needs Debian's python3-sklearn and the tool:

    tests/bench/calibrated_scikit_learn.py build/release/bin/credence [SET ...] [--beside FOLDER]
        [--contender 'naive=' --contender 'each=--feature-weights each']

A SET is a shipped table (examples/data) or adult, mushroom, titanic, sms_spam, whose files as published lie in
FOLDER/SET; the default is all that can be found. Each is written as CSV with a column 'fold': ten folds, every
class spread evenly. `credence compare --fold-column fold` and scikit-learn use these folds. --keep FOLDER keeps
the CSV files.

scikit-learn gets numbers (missing ones: the mean of the training part) and one column for each level of the
categories (missing: none of them); CalibratedClassifierCV(GaussianNB(), cv=5) by sigmoid and isotonic,
LogisticRegression on standardised numbers. Texts: counts of words, MultinomialNB in the place of GaussianNB.
Log loss is in nats; probabilities of 0 count as 1e-15, as scikit-learn's log_loss does, and `zeros` counts the
rows whose class got one. Seconds: fits and predictions of all folds for scikit-learn, the whole run for credence
(reading, leave-one-out and training rows included), on one thread each.
"""
import argparse
import csv
import json
import os
import pathlib
import random
import shlex
import subprocess
import tempfile
import time
import warnings

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"

import numpy as np
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.calibration import CalibratedClassifierCV
from sklearn.compose import ColumnTransformer
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB, MultinomialNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

import nominal

SHIPPED = pathlib.Path(__file__).resolve().parent.parent.parent / "examples" / "data"
FOLDS = 10


class Data:
    """Columns of texts, '?' where missing; the last is the class."""

    def __init__(self, name, names, columns, text=None):
        self.name, self.names, self.columns, self.text = name, names, columns, text
        self.labels = np.array(columns[-1])
        self.folds = stratified(columns[-1])

    def write(self, path):
        nominal.write_csv(path, self.names + ["fold"], self.columns + [list(self.folds)])

    def matrix(self):
        """Columns as scikit-learn takes them, and which of them are numbers."""
        if self.text:
            return np.array(self.columns[0], dtype=object), []
        numeric, columns = [], []
        for j, column in enumerate(self.columns[:-1]):
            numbers = nominal.numbers_in(column)
            if numbers is not None and set(numbers) - {0, 1, None}:
                numeric.append(j)
                column = [np.nan if number is None else number for number in numbers]
            columns.append(np.array(column, dtype=object))
        return np.stack(columns, axis=1), numeric


def stratified(labels):
    """The fold of each row: classes one after the other, their rows in random order, dealt out in turn."""
    source, rows = random.Random(1), []
    for label in sorted(set(labels)):
        of_label = [row for row, other in enumerate(labels) if other == label]
        source.shuffle(of_label)
        rows += of_label
    folds = np.empty(len(labels), dtype=int)
    for place, row in enumerate(rows):
        folds[row] = place % FOLDS
    return folds


def label_last(names, columns, label):
    order = sorted(range(len(names)), key=lambda j: names[j] == label)
    return [names[j] for j in order], [columns[j] for j in order]


def adult(folder):
    names = ["age", "workclass", "fnlwgt", "education", "education_num", "marital_status", "occupation",
             "relationship", "race", "sex", "capital_gain", "capital_loss", "hours_per_week",
             "native_country", "income"]
    rows = []
    for part in ("adult.data", "adult.test"):
        with open(folder / part, newline="", encoding="utf-8") as file:
            rows += [row for row in csv.reader(file, skipinitialspace=True) if len(row) == len(names)]
    return names, [list(column) for column in zip(*[row[:-1] + [row[-1].rstrip(".")] for row in rows])]


def mushroom(folder):
    with open(folder / "agaricus-lepiota.data", newline="", encoding="utf-8") as file:
        columns = [list(column) for column in zip(*(row for row in csv.reader(file) if row))]
    return [f"c{j}" for j in range(1, len(columns))] + ["class"], columns[1:] + columns[:1]


def titanic(folder):
    names, columns = nominal.read(folder / "titanic.csv")
    kept = [j for j, name in enumerate(names) if name not in ("PassengerId", "Name", "Ticket", "Cabin")]
    return label_last([names[j] for j in kept], [columns[j] for j in kept], "Survived")


def sms_spam(folder):
    with open(folder / "SMSSpamCollection", encoding="utf-8", newline="") as file:
        rows = [line.rstrip("\r\n").split("\t", 1) for line in file if "\t" in line]
    return ["text", "class"], [[text for _, text in rows], [label for label, _ in rows]]


BESIDE = {"adult": adult, "mushroom": mushroom, "titanic": titanic, "sms_spam": sms_spam}


def load(name, beside):
    """The set of that name; None where its files are not there."""
    if (SHIPPED / f"{name}.csv").exists():
        return Data(name, *label_last(*nominal.read(SHIPPED / f"{name}.csv"), "class"))
    if name not in BESIDE:
        raise SystemExit(f"no set '{name}'")
    if beside is None or not (beside / name).exists():
        return None
    return Data(name, *BESIDE[name](beside / name), text="text" if name == "sms_spam" else None)


def peers(data, numeric):
    """Name -> a function that makes the classifier."""
    if data.text:
        def words():
            return CountVectorizer(token_pattern=r"[a-z0-9\u0080-\U0010ffff]+")

        naive, scaled = (lambda: make_pipeline(words(), MultinomialNB())), words
        calibrate = lambda method: make_pipeline(words(), CalibratedClassifierCV(MultinomialNB(), method=method, cv=5))
    else:
        def encoder(*steps):
            levels = [j for j in range(len(data.names) - 1) if j not in numeric]
            return ColumnTransformer([("numbers", make_pipeline(SimpleImputer(), *steps), numeric),
                                      ("levels", LevelColumns(), levels)], sparse_threshold=0)

        naive = lambda: make_pipeline(encoder(), GaussianNB())
        scaled = lambda: encoder(StandardScaler())
        calibrate = lambda method: make_pipeline(encoder(), CalibratedClassifierCV(GaussianNB(), method=method, cv=5))
    return {
        "scikit-learn naive": naive,
        "calibrated, sigmoid": lambda: calibrate("sigmoid"),
        "calibrated, isotonic": lambda: calibrate("isotonic"),
        "logistic regression": lambda: make_pipeline(scaled(), LogisticRegression(max_iter=2000)),
    }


class LevelColumns(BaseEstimator, TransformerMixin):
    """One column for each level; all 0 for missing cells and for levels that the training part lacks."""

    def fit(self, cells, y=None):
        known = [sorted(set(column) - {"?"}) for column in cells.T]
        self.encoder_ = OneHotEncoder(categories=known, handle_unknown="ignore")
        self.encoder_.fit(np.array([[levels[0] for levels in known]], dtype=object))
        return self

    def transform(self, cells):
        return self.encoder_.transform(cells)


def cross_validated(make, cells, data):
    """Accuracy, log loss, rows whose class got 0, seconds."""
    right = zeros = 0
    loss = seconds = 0.0
    for fold in range(FOLDS):
        test = data.folds == fold
        begin = time.perf_counter()
        classifier = make().fit(cells[~test], data.labels[~test])
        chances = classifier.predict_proba(cells[test])
        seconds += time.perf_counter() - begin
        own = chances[np.arange(test.sum()), np.searchsorted(classifier.classes_, data.labels[test])]
        right += (classifier.classes_[chances.argmax(axis=1)] == data.labels[test]).sum()
        zeros += (own <= 0).sum()
        loss -= np.log(np.clip(own, 1e-15, 1)).sum()
    return right / len(data.labels), loss / len(data.labels), int(zeros), seconds


def contender(tool, data, path, flags):
    """Rows of the predictive estimator and the baseline in cross-validation, and seconds."""
    command = [tool, "compare", str(path), "--label", data.names[-1], "--fold-column", "fold",
               "--estimator", "predictive", "--format", "json", "--threads", "1", "--quiet", *flags]
    if data.text:
        command += ["--column", f"{data.text}=multinomial"]
    begin = time.perf_counter()
    answer = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    seconds = time.perf_counter() - begin
    if answer.returncode != 0:
        return json.loads(answer.stderr.splitlines()[0])["error"]["message"], seconds
    return [row for row in json.loads(answer.stdout)["results"] if row["on"] == "cross_validation"], seconds


def line(data, name, accuracy, loss, zeros, seconds):
    loss = loss if isinstance(loss, str) else f"{loss:.4f}"
    print(f"{data.name:16} {name:24} {accuracy:8.4f} {loss:>9} {zeros!s:>6} {seconds:9.3f}", flush=True)


def print_ours(tool, data, path, contenders):
    for place, (name, flags) in enumerate(contenders):
        rows, seconds = contender(tool, data, path, flags)
        if isinstance(rows, str):
            print(f"{data.name:16} {name:24} {rows}", flush=True)
            continue
        for row in rows:
            baseline = row["estimator"] == "baseline"
            if row.get("accuracy") is None or baseline and place > 0:
                continue
            line(data, "baseline" if baseline else name, row["accuracy"], row["log_loss"], "", seconds)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tool", help="credence")
    parser.add_argument("sets", nargs="*")
    parser.add_argument("--beside", type=pathlib.Path, help="folder of the sets that are not shipped")
    parser.add_argument("--keep", type=pathlib.Path, help="folder in which the CSV files stay")
    parser.add_argument("--contender", action="append", metavar="NAME=FLAGS",
                        help="a run of compare with these flags; repeatable (default: naive=)")
    parser.add_argument("--rows", type=int, help="the first so many rows of a set alone, for a try")
    options = parser.parse_args()
    warnings.filterwarnings("ignore")
    contenders = [(text.split("=", 1)[0], shlex.split(text.split("=", 1)[1]))
                  for text in options.contender or ["naive="]]
    names = options.sets or sorted(path.stem for path in SHIPPED.glob("*.csv")) + list(BESIDE)
    print(f"{'set':16} {'classifier':24} {'accuracy':>8} {'log loss':>9} {'zeros':>6} {'seconds':>9}")
    with tempfile.TemporaryDirectory() as folder:
        keep = options.keep or pathlib.Path(folder)
        keep.mkdir(parents=True, exist_ok=True)
        for name in names:
            data = load(name, options.beside)
            if data is None:
                continue
            if options.rows:
                data = Data(name, data.names, [column[:options.rows] for column in data.columns], data.text)
            data.write(keep / f"{name}.csv")
            print_ours(options.tool, data, keep / f"{name}.csv", contenders)
            cells, numeric = data.matrix()
            for peer, make in peers(data, numeric).items():
                line(data, peer, *cross_validated(make, cells, data))


if __name__ == "__main__":
    main()
