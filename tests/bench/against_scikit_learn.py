#!/usr/bin/python3
"""Times credence and scikit-learn on identical arrays, in turn, in one run, and compares answers.

Needs Debian's python3-sklearn and the benchmark programs:

    cmake --workflow --preset bench
    tests/bench/against_scikit_learn.py build/bench/bin/bench_arrays [--rounds 5] [--only NAME,...]

One thread each, on one processor. Every array is made here, kept in memory, and handed to
bench_arrays as a file in --folder (default: a temporary one) that it copies. A round times
scikit-learn, then credence, each after reading the arrays once; the figures are medians over the
rounds.
"""
import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"

import numpy as np
import scipy.sparse as sparse
from sklearn.naive_bayes import BernoulliNB, CategoricalNB, GaussianNB, MultinomialNB

# How many times as fast learning and predicting ought to be, from the design.
GOALS = {
    "gauss_small": (100, 30), "gauss_medium": (25, 25), "gauss_large": (30, 45),
    "gauss_wide": (15, 10), "gauss_manyclass": (40, 50), "bern": (15, 8), "categ": (140, 45),
    "counts": (7, 3.5), "mixed": (50, 18),
}


def normal_data(random, rows, columns, classes):
    """Columns some 20 standard deviations from 0, classes about one apart."""
    labels = random.integers(0, classes, rows, dtype=np.int32)
    means = 20 + random.standard_normal((classes, columns))
    data = random.standard_normal((rows, columns))
    for first in range(0, rows, 100_000):
        data[first:first + 100_000] += means[labels[first:first + 100_000]]
    return data, labels


def code_data(random, rows, classes, levels):
    labels = random.integers(0, classes, rows, dtype=np.int32)
    data = np.empty((rows, len(levels)), dtype=np.int32)
    for column, count in enumerate(levels):
        shares = random.dirichlet(np.ones(count), classes).cumsum(axis=1)
        draws = random.random(rows)
        data[:, column] = (draws[:, None] > shares[labels][:, :-1]).sum(axis=1)
    return data, labels


def answer_data(random, labels, columns, classes):
    chances = random.uniform(0.05, 0.95, (classes, columns))
    data = np.empty((len(labels), columns), dtype=np.uint8)
    for first in range(0, len(labels), 100_000):
        part = labels[first:first + 100_000]
        data[first:first + 100_000] = random.random((len(part), columns)) < chances[part]
    return data


def document_data(random, rows, words, classes, length):
    """Words by Zipf's law, each class with a taste of its own."""
    labels = random.integers(0, classes, rows, dtype=np.int32)
    rank = 1.0 / np.arange(1, words + 1)
    tables = []
    for _ in range(classes):
        weights = rank * random.gamma(1.0, 1.0, words)
        tables.append((weights / weights.sum()).cumsum())
    lengths = random.poisson(length, rows)
    document = np.repeat(np.arange(rows), lengths)
    of_word = labels[document]
    draws = random.random(len(document))
    word = np.empty(len(document), dtype=np.int64)
    for klass in range(classes):
        chosen = of_word == klass
        word[chosen] = np.minimum(np.searchsorted(tables[klass], draws[chosen]), words - 1)
    matrix = sparse.csr_matrix((np.ones(len(document)), (document, word)), shape=(rows, words))
    matrix.sum_duplicates()
    matrix.sort_indices()
    return matrix, labels


class Workload:
    """Arrays, and how scikit-learn learns and predicts them."""

    def __init__(self, name, blocks, labels, peers, repeat=1):
        self.name, self.blocks, self.labels = name, blocks, labels
        self.peers, self.repeat = peers, repeat  # peers: name -> (learn, predict)
        # What scikit-learn computes, wherever it has all of the families.
        known = all(family != "poisson" for family, _ in blocks)
        self.estimator = "scikit_learn" if known else "posterior_mean"


def plain_peer(make, data, labels):
    state = {}

    def learn():
        state["model"] = make().fit(data, labels)

    def predict():
        return state["model"].predict(data)

    return learn, predict


def summed_peer(parts, labels):
    """One model a kind of column; their log joints are added and the priors counted once."""
    state = {}

    def learn():
        state["models"] = [make().fit(data, labels) for make, data in parts]

    def predict():
        total = 0
        for model, (_, data) in zip(state["models"], parts):
            prior = getattr(model, "class_log_prior_", None)
            if prior is None:
                prior = np.log(model.class_prior_)
            total = total + model._joint_log_likelihood(data) - prior
        return (total + prior).argmax(axis=1)

    return learn, predict


def workloads(only, scale):
    random = np.random.default_rng(20261121)

    def rows(count):
        return max(1000, int(count * scale))

    def normal(name, shape, repeat=1):
        if name not in only:
            return
        data, labels = normal_data(random, *shape)
        yield Workload(name, [("normal", data)], labels,
                       {"GaussianNB": plain_peer(GaussianNB, data, labels)}, repeat)

    yield from normal("gauss_small", (150, 4, 3), 2000)
    yield from normal("gauss_medium", (rows(100_000), 50, 5))
    yield from normal("gauss_large", (rows(2_000_000), 50, 10))
    yield from normal("gauss_wide", (rows(10_000), 5000, 2))
    yield from normal("gauss_manyclass", (rows(200_000), 64, 1000))
    if "bern" in only:
        labels = random.integers(0, 2, rows(1_000_000), dtype=np.int32)
        data = answer_data(random, labels, 200, 2)
        forms = {"uint8": data, "float64": data.astype(np.float64),
                 "CSR": sparse.csr_matrix(data.astype(np.float64))}
        yield Workload("bern", [("bernoulli", data)], labels,
                       {form: plain_peer(lambda: BernoulliNB(binarize=None), array, labels)
                        for form, array in forms.items() if form != "uint8" or scale < 0.5})
    if "categ" in only:
        levels = [2 + 28 * j // 39 for j in range(40)]
        data, labels = code_data(random, rows(1_000_000), 8, levels)
        yield Workload("categ", [("categorical", data)], labels,
                       {"CategoricalNB": plain_peer(CategoricalNB, data, labels)})
    if "counts" in only:
        matrix, labels = document_data(random, rows(200_000), 50_000, 20, 120)
        yield Workload("counts", [("multinomial", matrix)], labels,
                       {"MultinomialNB": plain_peer(MultinomialNB, matrix, labels)})
    if "mixed" in only:
        codes, labels = code_data(random, rows(500_000), 4, [3 + j for j in range(10)])
        means = 20 + random.standard_normal((4, 10))
        numbers = means[labels] + random.standard_normal((len(labels), 10))
        answers = answer_data(random, labels, 5, 4)
        rates = random.uniform(0.5, 8, (4, 5))
        counts = random.poisson(rates[labels]).astype(np.int32)
        parts = [(GaussianNB, numbers), (CategoricalNB, codes),
                 (lambda: BernoulliNB(binarize=None), answers), (MultinomialNB, counts)]
        blocks = [("normal", numbers), ("categorical", codes), ("bernoulli", answers),
                  ("poisson", counts)]
        yield Workload("mixed", blocks, labels, {"sum of four": summed_peer(parts, labels)})


class Arrays:
    """A running bench_arrays: one line in, one line out."""

    def __init__(self, program):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True, bufsize=1)

    def ask(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer.startswith("ok"):
            sys.exit(f"bench_arrays: '{line}' gave '{answer.strip()}'")
        return answer.split()[1:]


def store(folder, name, array):
    path = os.path.join(folder, name + ".npy")
    np.save(path, array)
    return path


def hand_over(arrays, folder, work):
    arrays.ask("clear")
    arrays.ask("labels " + store(folder, "labels", work.labels))
    for number, (family, data) in enumerate(work.blocks):
        name = f"block{number}"
        if sparse.issparse(data):
            paths = [store(folder, name + part, array) for part, array in
                     (("offsets", data.indptr.astype(np.int64)),
                      ("words", data.indices.astype(np.int32)), ("counts", data.data))]
            arrays.ask(f"documents {family} {data.shape[1]} " + " ".join(paths))
        else:
            arrays.ask(f"block {family} " + store(folder, name, data))
    arrays.ask("bind")
    arrays.ask("estimator " + work.estimator)


def seconds(call, repeat):
    begin = time.perf_counter()
    for _ in range(repeat):
        result = call()
    return (time.perf_counter() - begin) / repeat, result


def measure(arrays, folder, work, rounds):
    """Medians of learning and predicting: ours, and each peer's."""
    ours, theirs = {"learn": [], "predict": []}, {}
    bandwidth = []
    repeat = max(1, work.repeat // 20)

    def touch():
        for _, data in work.blocks:
            (data.data if sparse.issparse(data) else data).sum()

    # All turns of learning before those of predicting, some of which take scikit-learn many
    # seconds: memory that lies idle for so long is slow on some machines, ours as well as theirs.
    for place, key in enumerate(("learn", "predict")):
        for _ in range(rounds):
            touch()
            for peer, calls in work.peers.items():
                spent, answers = seconds(calls[place], repeat)
                theirs.setdefault(peer, {}).setdefault(key, []).append(spent)
            arrays.ask("touch")
            ours[key].append(float(arrays.ask(f"{key} {work.repeat}")[0]))
            bandwidth.append(float(arrays.ask("bandwidth")[0]))
    path = os.path.join(folder, "answers.bin")
    arrays.ask("answers " + path)
    labels = np.fromfile(path, dtype=np.int64)
    agree = float(np.mean(labels == answers))
    middle = {key: statistics.median(value) for key, value in ours.items()}
    peers = {peer: {key: statistics.median(value) for key, value in times.items()}
             for peer, times in theirs.items()}
    return middle, peers, agree, statistics.median(bandwidth)


def report(work, ours, peers, agree, bandwidth):
    size = sum(data.data.nbytes + data.indices.nbytes if sparse.issparse(data) else data.nbytes
               for _, data in work.blocks)
    missed = 0
    best = {key: min(times[key] for times in peers.values()) for key in ("learn", "predict")}
    for key, goal in zip(("learn", "predict"), GOALS[work.name]):
        ratio = best[key] / ours[key]
        share = size / ours[key] / bandwidth
        verdict = "" if ratio >= 0.85 * goal else "  below 85 % of the goal"
        missed += bool(verdict)
        print(f"{work.name:16} {key:8} {ours[key] * 1e3:10.4f} ms {best[key] * 1e3:11.4f} ms "
              f"{ratio:8.1f} x  goal {goal:5} x  {share:6.1%} of read bandwidth{verdict}")
    print(f"{work.name:16} labels   agree in {agree:.6%} of the rows", flush=True)
    return missed


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", help="bench_arrays of the bench preset")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", default=",".join(GOALS), help="names of workloads")
    parser.add_argument("--scale", type=float, default=1.0, help="share of the rows, for a try")
    parser.add_argument("--folder", help="where arrays are stored; default: a temporary folder")
    options = parser.parse_args()
    # Both on one processor, which works all the time: one that idles while the other side has its
    # turn is slow at first, and a turn of ours ends before it is fast again.
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    arrays = Arrays(options.program)
    print(f"{'workload':16} {'':8} {'credence':>13} {'scikit-learn':>14} {'ratio':>10}")
    missed = 0
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        for work in workloads(options.only.split(","), options.scale):
            hand_over(arrays, folder, work)
            missed += report(work, *measure(arrays, folder, work, options.rounds))
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
