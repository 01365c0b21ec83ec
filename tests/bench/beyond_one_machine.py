#!/usr/bin/python3
"""Learns 2 x 10^8 cells of CSV by processes of credence, by scikit-learn and by Dask, in turn, in one run.

Needs Debian's python3-sklearn, python3-pandas, python3-dask and openmpi-bin, and the release build:

    cmake --preset release && cmake --build build/release --target credence_tool credence_mpi_tool
    tests/bench/beyond_one_machine.py build/release/bin FOLDER [--rows 10000000] [--rounds 3]

FOLDER gets the rows (1.4 GB) unless they are there, and keeps them; --remove deletes them in the end.
The file is read once before anything is timed. Each figure is the median over the rounds; memory is
the largest sum of the resident pages of all processes that work together, seen every 20 ms.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import time

COLUMNS = 20
CLASSES = 10


def make_rows(path, rows):
    """Numbers of five digits around means of their class, as text of one width."""
    import numpy as np
    random = np.random.default_rng(7)
    means = random.uniform(30, 70, (CLASSES, COLUMNS))
    head = ",".join(["label"] + [f"x{j}" for j in range(COLUMNS)]) + "\n"
    with open(path, "wb") as out:
        out.write(head.encode())
        for first in range(0, rows, 200_000):
            count = min(200_000, rows - first)
            label = random.integers(0, CLASSES, count)
            cells = means[label] + 8 * random.standard_normal((count, COLUMNS))
            whole = np.clip(np.rint(1000 * cells), 10_000, 99_999).astype(np.int64)
            text = np.full((count, COLUMNS, 7), ord(","), dtype=np.uint8)
            for place, power in zip((1, 2, 4, 5, 6), (10_000, 1000, 100, 10, 1)):
                text[:, :, place] = ord("0") + whole // power % 10
            text[:, :, 3] = ord(".")
            line = np.empty((count, 2 + 7 * COLUMNS), dtype=np.uint8)
            line[:, 0] = ord("a") + label
            line[:, 1:-1] = text.reshape(count, -1)
            line[:, -1] = ord("\n")
            out.write(line.tobytes())


def scikit_learn(path):
    """Chunks of 100,000 rows, one after another."""
    import pandas
    from sklearn.naive_bayes import GaussianNB
    model = GaussianNB()
    classes = [chr(ord("a") + k) for k in range(CLASSES)]
    for chunk in pandas.read_csv(path, chunksize=100_000):
        model.partial_fit(chunk.iloc[:, 1:].to_numpy(), chunk["label"].to_numpy(), classes=classes)
    return model.theta_.tolist()


def moments(part):
    groups = part.groupby("label")
    return groups.agg(["count", "mean", "var"])


def dask(path):
    """Moments of each class in each block of 64 MB, on two threads, merged by the parallel formula."""
    import dask.dataframe
    rows = dask.dataframe.read_csv(path, blocksize=64 << 20)
    parts = dask.compute(*[dask.delayed(moments)(part) for part in rows.to_delayed()],
                         scheduler="threads", num_workers=2)
    means = []
    for label in sorted(parts[0].index):
        count, mean, squares = 0, 0, 0
        for part in parts:
            cells = part.loc[label].unstack().loc[[f"x{j}" for j in range(COLUMNS)]]
            more = cells["count"]
            step = cells["mean"] - mean
            squares = squares + cells["var"] * (more - 1) + step ** 2 * count * more / (count + more)
            mean = mean + step * more / (count + more)
            count = count + more
        means.append(mean.tolist())
    return means


WORKERS = {"scikit-learn": scikit_learn, "dask": dask}


def resident(group):
    """Bytes of the processes of a session."""
    total = 0
    for process in os.listdir("/proc"):
        if not process.isdigit():
            continue
        try:
            with open(f"/proc/{process}/stat", encoding="ascii", errors="replace") as stat:
                fields = stat.read().rpartition(")")[2].split()
            if int(fields[3]) == group:
                total += int(fields[21]) * os.sysconf("SC_PAGE_SIZE")
        except OSError:
            continue
    return total


def run(command, environment):
    """Seconds, the most bytes seen, and what was written to both outputs."""
    begin = time.perf_counter()
    child = subprocess.Popen(["sh", "-c", command], env=environment, start_new_session=True,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    most = 0
    while child.poll() is None:
        most = max(most, resident(child.pid))
        time.sleep(0.02)
    seconds = time.perf_counter() - begin
    out, err = child.communicate()
    if child.returncode != 0:
        sys.exit(f"{command}\nended with {child.returncode}: {err}")
    return seconds, most, out, err


def means_of(path):
    """The means in a posterior file, class by class."""
    with open(path, encoding="utf-8") as file:
        features = json.load(file)["posterior"]["features"]
    features.sort(key=lambda feature: int(feature["name"][1:]))
    return [[feature["statistics"][k]["mean"] for feature in features] for k in range(CLASSES)]


def farthest(one, other):
    return max(abs(a - b) / abs(b) for x, y in zip(one, other) for a, b in zip(x, y))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bin", help="where credence and credence-mpi are")
    parser.add_argument("folder")
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--remove", action="store_true")
    parser.add_argument("--worker", choices=WORKERS, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    folder = os.path.abspath(asked.folder)
    rows = os.path.join(folder, "rows.csv")
    if asked.worker:
        print(json.dumps(WORKERS[asked.worker](rows)))
        return
    os.makedirs(folder, exist_ok=True)
    if not os.path.exists(rows):
        make_rows(rows, asked.rows)
    environment = dict(os.environ, PATH=os.path.abspath(asked.bin) + ":" + os.environ["PATH"],
                       OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                       OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")

    def go(command):
        return run(f"cd '{folder}' && {command}", environment)

    go("cat rows.csv > /dev/null; head -n 10001 rows.csv > head.csv; "
       "credence schema head.csv --label label --quiet --force -o s.json")
    fit = "credence fit rows.csv --schema s.json --quiet --force"
    mpi = ("mpirun --oversubscribe --bind-to none -n 2 credence-mpi fit rows.csv --schema s.json "
           "--threads 1 --quiet --force --timings")
    worker = f"'{sys.executable}' '{os.path.abspath(__file__)}' . . --worker "
    ways = {
        "one process, one thread": f"{fit} --threads 1 -o one.json",
        "one process, two threads": f"{fit} --threads 2 -o two.json",
        "`mpirun -n 2 credence-mpi`, one thread each": f"{mpi} -o ranks.json",
        "8 shards, `xargs -P 2`, and `merge`":
            "rm -rf d && mkdir d && seq 8 | xargs -P 2 -I{} " + fit +
            " --threads 1 --shard {}/8 -o d/{}.bin && credence merge d --quiet --force -o shards.json",
        "scikit-learn `GaussianNB.partial_fit`, pandas": worker.replace(". .", f". '{folder}'") +
                                                         "scikit-learn",
        "Dask, moments of 64 MB blocks, two threads": worker.replace(". .", f". '{folder}'") + "dask",
    }
    seen = {way: [] for way in ways}
    for _ in range(asked.rounds):
        for way, command in ways.items():
            seen[way].append(go(command))
            print(f"# {way}: {seen[way][-1][0]:.2f} s", file=sys.stderr, flush=True)

    def seconds(way):
        return statistics.median(figures[0] for figures in seen[way])

    first = seconds(next(iter(ways)))
    print("| what | seconds | times as long | memory, MB |\n|---|---|---|---|")
    for way in ways:
        most = max(figures[1] for figures in seen[way])
        print(f"| {way} | {seconds(way):.2f} | {seconds(way) / first:.2f} | {most / 1e6:.0f} |")

    ours = means_of(os.path.join(folder, "one.json"))
    for way in list(ways)[-2:]:
        print(f"\nmeans of {way}: within {farthest(json.loads(seen[way][0][2]), ours):.1e}")
    with_ranks = seen["`mpirun -n 2 credence-mpi`, one thread each"]
    shares = [json.loads(figures[3])["merge"] / figures[0] for figures in with_ranks]
    print(f"share of the reduction, 2 ranks: {100 * statistics.median(shares):.3f} %")

    parts, whole = [], []
    size = os.path.getsize(rows)
    predict = "credence predict one.json rows.csv --quiet --force --columns label -o answers.csv"
    for _ in range(asked.rounds):
        parts.append(go(predict))
        whole.append(go(f"{predict} --chunk {size + 1}"))
    evaluated = go("credence evaluate one.json rows.csv --quiet --estimator predictive")
    print("\n| verb | seconds | memory, MB |\n|---|---|---|")
    for verb, figures in (("fit", seen["one process, two threads"]), ("predict", parts),
                          ("predict, all rows at once", whole), ("evaluate", [evaluated])):
        print(f"| {verb} | {statistics.median(f[0] for f in figures):.2f} | "
              f"{max(f[1] for f in figures) / 1e6:.0f} |")
    ratios = [a[0] / b[0] for a, b in zip(parts, whole)]
    print(f"\npredict in parts against all rows at once: {statistics.median(ratios):.2f}")
    for name in ("answers.csv",) + (("rows.csv",) if asked.remove else ()):
        os.remove(os.path.join(folder, name))


if __name__ == "__main__":
    main()
