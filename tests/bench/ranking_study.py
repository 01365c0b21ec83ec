#!/usr/bin/env python3
"""Which ranking of features selects best: log loss and accuracy of the first K features, for every K,
in cross-validation with the ranking made anew in every fold.

    tests/bench/ranking_study.py build/release/bin/credence examples/data/wine.csv:class ...

Posterior means come from 200 draws. Writes a line for each table and ranking: the mean over K = 1, 2,
..., all of log loss and accuracy, both at K = 1, 3 and 5, and the smallest log loss. Then, for each
ranking, its mean place among the rankings over the tables (1 is the best) by the mean log loss and by
the mean accuracy.
"""
import json
import statistics
import subprocess
import sys

RANKINGS = ["mutual_information", "posterior_mean", "above_prior", "evidence"]


def curve(tool, data, label, ranking, draws):
    command = [tool, "select", data, "--label", label, "--by", ranking, "--choose",
               "cross_validation", "--draws", draws, "--format", "json", "--quiet"]
    run = subprocess.run(command, check=True, capture_output=True, text=True)
    points = [p for p in json.loads(run.stdout)["curve"] if p["features"] > 0]
    return {p["features"]: (float(p["log_loss"]), p["accuracy"]) for p in points}


def places(values):
    """The place of each value among all, the smallest first; equal ones share their mean place."""
    close = 1e-9
    return [1 + sum(v < own - close for v in values) +
            0.5 * (sum(abs(v - own) <= close for v in values) - 1) for own in values]


def main():
    tool, tables = sys.argv[1], sys.argv[2:]
    draws = "200"
    of_loss = {ranking: [] for ranking in RANKINGS}
    of_accuracy = {ranking: [] for ranking in RANKINGS}
    columns = ["log loss", "accuracy"] + [f"{what} {k}" for k in (1, 3, 5)
                                          for what in ("loss", "accuracy")] + ["least"]
    print("| table | ranking |", " | ".join(columns), "|")
    for table in tables:
        data, label = table.rsplit(":", 1)
        losses, accuracies = [], []
        for ranking in RANKINGS:
            points = curve(tool, data, label, ranking, draws)
            losses.append(statistics.fmean(loss for loss, _ in points.values()))
            accuracies.append(statistics.fmean(accuracy for _, accuracy in points.values()))
            at = [x for k in (1, 3, 5) for x in points.get(k, (float("nan"),) * 2)]
            numbers = [losses[-1], accuracies[-1], *at, min(loss for loss, _ in points.values())]
            name = data.rsplit("/", 1)[-1].removesuffix(".csv")
            print(f"| {name} | {ranking} |", " | ".join(f"{x:.4f}" for x in numbers), "|", flush=True)
        for ranking, loss, accuracy in zip(RANKINGS, places(losses), places([-a for a in accuracies])):
            of_loss[ranking].append(loss)
            of_accuracy[ranking].append(accuracy)
    print("| ranking | mean place by log loss | by accuracy |")
    for ranking in RANKINGS:
        print(f"| {ranking} | {statistics.fmean(of_loss[ranking]):.2f} | "
              f"{statistics.fmean(of_accuracy[ranking]):.2f} |")


if __name__ == "__main__":
    main()
