#!/usr/bin/env python3
"""Compares two builds of the benchmark: runs both in turn and prints the ratio of times for each row.

    paired.py OLD/bin/bench NEW/bin/bench [--pairs 16] [--filter REGEX] [--seconds 0.01] [--all] [--full]

A ratio is new over old within one pair; the order within a pair alternates. For each row: the median of the ratios and
the interval between two of them that holds the true median with at least 95 % (order statistics, no assumption on the
noise). A row is slower when its median is above 1.03 and its interval lies above 1. With --full, rows say what share of
the speed of memory the new build reaches (median). CREDENCE_INSTRUCTIONS=avx2 or baseline compares narrower kernels of
builds that know it, since 2026-11-28: patch older ones.
"""
import argparse
import json
import math
import statistics
import subprocess

LIMIT = 1.03


def times(program, options):
    """Returns the time that each row is timed by, in nanoseconds (its own clock, the wall's, or the processor's), and
    the share of the speed of memory that it reaches, where the program knows it."""
    command = [program, f"--benchmark_min_time={options.seconds}", f"--benchmark_filter={options.filter}",
               "--benchmark_format=json"] + ["--full"] * options.full
    answer = subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    scale = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}
    def clock(name):
        return "real_time" if name.endswith(("/manual_time", "/real_time")) else "cpu_time"
    return {row["name"]: (row[clock(row["name"])] * scale[row["time_unit"]], row.get("share_of_read"))
            for row in json.loads(answer.stdout)["benchmarks"] if row.get("run_type", "iteration") == "iteration"}


def cut(pairs):
    """Returns how many ratios at either end lie outside of the interval: the most that leave 95 %."""
    outside = 0.0
    for k in range(pairs // 2):
        outside += 2 * math.comb(pairs, k) / 2**pairs
        if outside > 0.05:
            return k
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--pairs", type=int, default=16, help="at least 6, so that an interval exists [16]")
    parser.add_argument("--filter", default=".", help="rows, as a regular expression [all]")
    parser.add_argument("--seconds", type=float, default=0.01, help="least time of a row in a run [0.01]")
    parser.add_argument("--all", action="store_true", help="print every row, not only those outside of 0.97 to 1.03")
    parser.add_argument("--full", action="store_true", help="tables of the size of docs/reference/performance.md")
    options = parser.parse_args()
    if options.pairs < 6:
        parser.error("--pairs must be at least 6")

    ratios, shares = {}, {}
    for pair in range(options.pairs):
        programs = [options.old, options.new]
        found = [times(program, options) for program in (programs if pair % 2 == 0 else programs[::-1])]
        old, new = found if pair % 2 == 0 else found[::-1]
        for name in old.keys() & new.keys():
            ratios.setdefault(name, []).append(new[name][0] / old[name][0])
            shares.setdefault(name, []).append(new[name][1])
    skipped = cut(options.pairs)
    medians, slower = [], []
    for name, each in sorted(ratios.items()):
        each.sort()
        median, lower, upper = statistics.median(each), each[skipped], each[-1 - skipped]
        medians.append(median)
        is_slower = median > LIMIT and lower > 1
        if is_slower:
            slower.append(name)
        if options.all or not 1 / LIMIT <= median <= LIMIT:
            share = "" if None in shares[name] else f"  {statistics.median(shares[name]):.0%} of reading"
            print(f"{median:6.3f}  [{lower:.3f}, {upper:.3f}]  {name}{share}{'  slower' if is_slower else ''}")
    print(f"{len(medians)} rows, {options.pairs} pairs: median of the medians {statistics.median(medians):.3f}, "
          f"{len(slower)} slower (above {LIMIT} with an interval above 1)")
    return 1 if slower else 0


if __name__ == "__main__":
    raise SystemExit(main())
