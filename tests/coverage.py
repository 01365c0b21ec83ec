#!/usr/bin/env python3
"""What share of the library's lines and branches the tests reach, by place in the source.

A template is compiled anew for every type: a line or an outcome of a condition counts as reached
when one of those copies, in one of the programs, reached it. Conditions that the compiler decides
do not count. Reads what clang's counters left (llvm-profdata, llvm-cov), prints the shares, writes
every place that was not reached, and fails below the bars.
"""
import argparse
import os
import re
import subprocess
import sys
from pathlib import Path

COUNTED = re.compile(r"^\s*(\d+)\|\s*([\d.]+[kMGTPEZY]?)?\|")
BRANCH = re.compile(r"Branch \((\d+):(\d+)\): \[(?:(Folded)|True: ([^,]+), False: ([^\]]+)\])")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", type=Path, required=True, help="the project's folder")
    parser.add_argument("--build", type=Path, required=True, help="where the programs were compiled")
    parser.add_argument("--profiles", type=Path, required=True, help="folder of *.profraw")
    parser.add_argument("--least-lines", type=float, default=98, help="in percent")
    parser.add_argument("--least-branches", type=float, default=93, help="in percent")
    parser.add_argument("--missing", type=Path, required=True, help="file for what was not reached")
    parser.add_argument("--profdata", default="llvm-profdata")
    parser.add_argument("--cov", default="llvm-cov")
    parser.add_argument("programs", type=Path, nargs="+")
    return parser.parse_args()


def profiles(given):
    """Each program's counters by themselves: functions of one name can differ between programs."""
    counters = sorted(given.profiles.glob("*.profraw"))
    if not counters:
        sys.exit(f"no counters (*.profraw) in {given.profiles}: run the tests of this preset first")
    for file in counters:
        profile = file.with_suffix(".profdata")
        subprocess.run([given.profdata, "merge", "-sparse", "-o", profile, file], check=True)
        yield profile


def listing(given, profile, program):
    """The library's source as a program saw it, line by line.

    With the counters of another program it shows what the two share.
    """
    command = [given.cov, "show", program, "-instr-profile", profile, "-compilation-dir", given.build,
               "-show-branches=count", "-show-instantiations=false",
               "-ignore-filename-regex=^/usr/|/tests/|/src/tool/"]
    shown = subprocess.run(command, capture_output=True, text=True)
    if shown.returncode != 0:
        sys.exit(f"{given.cov} failed on {program}: {shown.stderr}")
    return shown.stdout.splitlines()


def add_listing(lines, branches, root, listed):
    """Joins one program's counts: lines[file, line] and branches[file, line, column, outcome] are reached or not."""
    file = None
    for text in listed:
        if text.startswith("/"):
            file = os.path.relpath(text.rstrip(":"), root)
        elif counted := COUNTED.match(text):
            if counted[2] is not None:
                place = (file, int(counted[1]))
                lines[place] = lines.get(place, False) or counted[2] != "0"
        elif (branch := BRANCH.search(text)) and not branch[3]:
            for outcome, count in (("true", branch[4]), ("false", branch[5])):
                place = (file, int(branch[1]), int(branch[2]), outcome)
                branches[place] = branches.get(place, False) or count != "0"


def share(name, reached, least):
    percent = 100 * sum(reached.values()) / len(reached)
    print(f"{name}: {percent:.1f} % of {len(reached)} (at least {least:g})")
    return percent >= least


def main():
    given = arguments()
    lines, branches = {}, {}
    for profile in profiles(given):
        for program in given.programs:
            add_listing(lines, branches, given.root, listing(given, profile, program))
    missing = sorted(place for reached in (lines, branches) for place in reached if not reached[place])
    given.missing.write_text("".join(":".join(map(str, place)) + "\n" for place in missing))
    held = [share("lines", lines, given.least_lines), share("branches", branches, given.least_branches)]
    print(f"not reached: {given.missing}")
    sys.exit(not all(held))


if __name__ == "__main__":
    main()
