#!/usr/bin/python3
"""Prints what families of numbers are worth on adult, german_credit, iris and seeds, as a table of Markdown.

    tests/bench/shapes_of_numbers.py build/release/bin/credence FOLDER [SET ...]

FOLDER/adult holds adult.data and adult.test as published; FOLDER/SET/*.csv hold the others, with a column 'class'. Each
set is compared as `credence compare` does it (ten stratified folds, seed 1, posterior predictive), every column of
numbers with one family; the others stay as inferred. The log evidence is the sum of what `credence suggest` says of the
columns that have an evidence under normal, histogram and polya_tree, which are counted. Standard error gets the seconds
of `compare`, with training rows and leave-one-out.
"""
import csv
import json
import pathlib
import subprocess
import sys
import tempfile
import time

FAMILIES = ("normal", "histogram", "polya_tree", "kernel", "auto")
FILES = {"german_credit": "german_credit.csv", "iris": "iris_named.csv", "seeds": "seeds.csv"}
ADULT = ("age,workclass,fnlwgt,education,education_num,marital_status,occupation,relationship,race,sex,capital_gain,"
         "capital_loss,hours_per_week,native_country,class").split(",")


def file_of(name, folder, scratch):
    if name != "adult":
        return folder / name / FILES[name]
    path = scratch / "adult.csv"
    with open(path, "w", newline="", encoding="utf-8") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(ADULT)
        for part in ("adult.data", "adult.test"):
            with open(folder / name / part, newline="", encoding="utf-8") as file:
                for row in csv.reader(file, skipinitialspace=True):
                    if len(row) == len(ADULT):
                        writer.writerow(row[:-1] + [row[-1].rstrip(".")])
    return path


def main():
    tool, folder, *names = sys.argv[1:]

    def run(*words):
        found = subprocess.run([tool, *map(str, words), "--label", "class", "--format", "json", "-q"],
                               capture_output=True, text=True, check=True)
        return json.loads(found.stdout)

    print("| set | numbers | family | log loss | accuracy | log evidence |\n|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as scratch:
        for name in names or ("adult", "german_credit", "iris", "seeds"):
            path = file_of(name, pathlib.Path(folder), pathlib.Path(scratch))
            numeric, judged = [], []
            for column in run("suggest", path)["results"]:
                found = {entry["family"]: entry.get("log_evidence") for entry in column["families"]}
                if "normal" in found:
                    numeric.append(column["feature"])
                    if None not in (found.get(one) for one in ("normal", "histogram", "polya_tree")):
                        judged.append({**found, "auto": found[column["chosen"]]})
            for family in FAMILIES:
                flags = [word for column in numeric for word in ("--column", f"{column}={family}")]
                began = time.perf_counter()
                results = run("compare", path, "--estimator", "predictive", *flags)["results"]
                seconds = time.perf_counter() - began
                metrics = next(one for one in results
                               if (one["estimator"], one["on"]) == ("predictive", "cross_validation"))
                log_loss, accuracy = metrics["log_loss"], metrics["accuracy"]
                evidence = "none" if family == "kernel" else f"{sum(one[family] for one in judged):.1f}"
                print(f"| {name} | {len(judged)} of {len(numeric)} | `{family}` | {log_loss:.3f} | {accuracy:.3f} | "
                      f"{evidence} |", flush=True)
                print(f"{name} {family}: {seconds:.1f} s", file=sys.stderr)


main()
