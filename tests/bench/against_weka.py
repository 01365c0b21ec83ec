#!/usr/bin/python3
"""Times Weka's AODE and TAN and credence's on the same nominal table, in one run, and prints ratios.

Needs Debian's packages weka (3.6.14) and default-jdk-headless:

    tests/bench/against_weka.py [--bench build/bench/bin/bench] [--table FILE.csv] [--label NAME] [--rounds 9]

Without --table a table is made: 44,000 rows, 14 columns of 2 to 42 levels, two classes, as adult with its
numbers in bins. Numbers of a table from a file are cut into --bins bins of equal frequency. One thread each,
all on one processor; times are medians. The benchmark gets the table as CSV by the environment variable
CREDENCE_BENCH_TABLE (its last column is the class); where it lacks a row, Weka's time stands alone.
"""
import argparse
import json
import os
import pathlib
import random
import statistics
import subprocess
import tempfile

import nominal

JAR = "/usr/share/java/weka.jar"
# Task of WekaTimes -> benchmark row, and how many times as fast it ought to be.
ROWS = {
    "learn": ("structure/aode_learn", 8),
    "score": ("structure/aode_score", 8),
    "tree": ("structure/tan_tree", 20),
}
LEVELS = [5, 9, 5, 16, 5, 7, 15, 6, 5, 2, 5, 5, 5, 42]


def made_table(rows):
    """Columns that follow the class and the column before them."""
    source = random.Random(26)
    labels = ["high" if source.random() < 0.24 else "low" for _ in range(rows)]
    columns, last = [], [0] * rows
    for count in LEVELS:
        shift = [source.randrange(count) for _ in range(2)]
        codes = []
        for row in range(rows):
            level = int(count * source.random() ** 2)
            if source.random() < 0.4:
                level = last[row] + shift[labels[row] == "high"]
            codes.append(level % count)
        columns.append([f"l{code}" for code in codes])
        last = codes
    return [f"c{j}" for j in range(len(LEVELS))] + ["class"], columns + [labels]


def weka_times(path, rounds):
    """Task -> its seconds, one for each round."""
    command = ["java", "-XX:+UseSerialGC", "-Xmx2g", "-cp", JAR,
               str(pathlib.Path(__file__).with_name("WekaTimes.java")), str(path), str(rounds)]
    answer = subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return {line.split()[0]: [float(text) for text in line.split()[1:]] for line in answer.stdout.splitlines()}


def bench_times(program, table, rounds):
    """Benchmark row -> its median seconds; rows whose name goes on after the one listed count too."""
    names = [row for row, _ in ROWS.values()]
    command = [program, f"--benchmark_filter=^({'|'.join(names)})", f"--benchmark_repetitions={rounds}",
               "--benchmark_format=json"]
    environment = dict(os.environ, CREDENCE_BENCH_TABLE=str(table))
    answer = subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                            env=environment)
    scale = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1}
    found = {}
    for row in json.loads(answer.stdout or "{}").get("benchmarks", []):
        if row.get("run_type", "iteration") != "iteration":
            continue
        name = next(name for name in names if row["name"].startswith(name))
        found.setdefault(name, []).append(row["real_time"] * scale[row["time_unit"]])
    return {name: statistics.median(times) for name, times in found.items()}


def report(weka, ours):
    missed = 0
    print(f"{'task':8} {'Weka':>12} {'least':>12} {'credence':>12} {'ratio':>9}   goal")
    for task, (row, goal) in ROWS.items():
        middle, least = statistics.median(weka[task]), min(weka[task])
        line = f"{task:8} {middle * 1e3:9.3f} ms {least * 1e3:9.3f} ms"
        if row in ours:
            ratio = middle / ours[row]
            missed += ratio < goal
            line += f" {ours[row] * 1e3:9.3f} ms {ratio:7.1f} x   {goal} x" + ("  missed" if ratio < goal else "")
        else:
            line += f" {'-':>12} {'-':>9}   {goal} x  no row '{row}'"
        print(line, flush=True)
    return missed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bench", help="the benchmark program; without it Weka alone is timed")
    parser.add_argument("--table", help="CSV file")
    parser.add_argument("--label", default="class")
    parser.add_argument("--bins", type=int, default=5)
    parser.add_argument("--rows", type=int, default=44_000, help="of the table that is made")
    parser.add_argument("--rounds", type=int, default=9)
    options = parser.parse_args()
    if options.table:
        names, columns = nominal.nominal(*nominal.read(options.table), options.label, options.bins)
    else:
        names, columns = made_table(options.rows)
    levels = [len(set(column)) for column in columns]
    print(f"{len(columns[0])} rows, {len(columns) - 1} columns, {sum(levels[:-1])} levels, {levels[-1]} classes")
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    with tempfile.TemporaryDirectory() as folder:
        nominal.write_csv(f"{folder}/table.csv", names, columns)
        nominal.write_arff(f"{folder}/table.arff", names, columns)
        weka = weka_times(f"{folder}/table.arff", options.rounds)
        ours = bench_times(options.bench, f"{folder}/table.csv", options.rounds) if options.bench else {}
    raise SystemExit(1 if report(weka, ours) else 0)


if __name__ == "__main__":
    main()
