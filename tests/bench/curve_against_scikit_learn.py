#!/usr/bin/python3
"""Times `credence curve` and the same loop with scikit-learn's GaussianNB, in turn, in one run.

Needs Debian's python3-sklearn and the tool:

    cmake --workflow --preset release
    tests/bench/curve_against_scikit_learn.py build/release/bin/credence DATA.csv [--rounds 3]

DATA holds columns of numbers and a label. Both sides take 100 test sizes from 0.01 to 0.98 and
100 random splits at each, on one thread. A round times scikit-learn (split, fit, predict and mean of
the hits of each; the arrays are in memory before), then the whole run of the tool, from its start
to the file with the result: maximum likelihood alone, then all four estimators, each with nested
splits and with independent ones, which is what scikit-learn's loop draws. The figures are medians
over the rounds.

The curves are compared, too: at each size the mean accuracies of scikit-learn's loop and of
`--like scikit-learn` must agree within what so many splits can tell.
"""
import argparse
import csv
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"

import numpy as np
from sklearn.model_selection import train_test_split
from sklearn.naive_bayes import GaussianNB

SIZES = np.linspace(0.01, 0.98, 100)
REPEATS = 100
# How many times as fast the tool ought to be.
GOALS = {"maximum_likelihood": 50, "all four": 15}


def read(path, label):
    with open(path, newline="") as file:
        rows = list(csv.DictReader(file))
    names = [name for name in rows[0] if name != label]
    data = np.array([[float(row[name]) for name in names] for row in rows])
    classes, codes = np.unique([row[label] for row in rows], return_inverse=True)
    return data, codes


def loop(data, labels):
    """Accuracies, sizes x repeats, and the seconds they took."""
    accuracies = np.empty((len(SIZES), REPEATS))
    rows = np.arange(len(labels))
    start = time.perf_counter()
    for at, size in enumerate(SIZES):
        for repeat in range(REPEATS):
            train, test = train_test_split(rows, test_size=size, random_state=at * REPEATS + repeat)
            model = GaussianNB().fit(data[train], labels[train])
            accuracies[at, repeat] = np.mean(model.predict(data[test]) == labels[test])
    return accuracies, time.perf_counter() - start


def curve(options, more):
    """The result of the tool, and the seconds it took."""
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "curve.json")
        words = [options.tool, "curve", options.data, "--label", options.label, "--test-sizes",
                 f"0.01:0.98:{len(SIZES)}", "--repeat", str(REPEATS), "--threads", "1", "--quiet",
                 "--format", "json", "-o", out, *more]
        start = time.perf_counter()
        subprocess.run(words, check=True)
        seconds = time.perf_counter() - start
        with open(out) as file:
            return json.load(file), seconds


def compare(accuracies, options):
    """The largest difference of the two curves, in standard errors, over sizes that have some."""
    found, _ = curve(options, ["--independent", "--estimator", "predictive", "--like",
                               "scikit-learn"])
    ours = [point for point in found["results"] if point["estimator"] == "scikit_learn"]
    worst = 0
    for point, theirs in zip(ours, accuracies):
        error = np.hypot(point["sd_accuracy"], theirs.std(ddof=1)) / REPEATS ** 0.5
        worst = max(worst, abs(point["mean_accuracy"] - theirs.mean()) / error if error else 0)
    return worst


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("data")
    parser.add_argument("--label", default="class")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    data, labels = read(options.data, options.label)
    variants = {
        ("maximum_likelihood", "nested"): ["--estimator", "maximum_likelihood"],
        ("maximum_likelihood", "independent"): ["--estimator", "maximum_likelihood",
                                                "--independent"],
        ("all four", "nested"): [],
        ("all four", "independent"): ["--independent"],
    }
    theirs, ours = [], {name: [] for name in variants}
    for number in range(options.rounds):
        accuracies, seconds = loop(data, labels)
        theirs.append(seconds)
        for name, flags in variants.items():
            ours[name].append(curve(options, flags)[1])
        print(f"round {number + 1}: scikit-learn {seconds:.2f} s, " +
              ", ".join(f"{times[-1]:.3f} s" for times in ours.values()), file=sys.stderr)
    peer = statistics.median(theirs)
    print(f"{len(SIZES)} sizes x {REPEATS} repeats of {data.shape[0]} x {data.shape[1]}")
    print(f"scikit-learn's loop: {peer:.2f} s")
    for name, times in ours.items():
        seconds = statistics.median(times)
        print(f"{name[0]:<20}{name[1]:<14}{seconds:.3f} s  {peer / seconds:6.1f} x"
              f"  (goal {GOALS[name[0]]} x)")
    worst = compare(accuracies, options)
    print(f"mean accuracies differ by at most {worst:.1f} standard errors over {len(SIZES)} sizes")
    if worst > 4.5:
        sys.exit("the curves differ")


if __name__ == "__main__":
    main()
