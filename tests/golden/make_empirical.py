"""Writes empirical.csv: priors of largest evidence of several cells, computed by mpmath at 40 digits.

Run in this folder: python3 make_empirical.py
Each row holds a family, the word of the prior, cells separated by |, the numbers of the prior and the
log evidence of all cells. Numbers of a cell are data, or counts of levels for categorical and
multinomial. The way up is another than the library's: rounds of expectation and maximisation (for
pseudo-counts the fixed point of minka2000), then mpmath's own root of the gradient; a check fails when a step away from the result has more evidence.
"""
import random
from mpmath import mp, mpf, log, exp, loggamma, digamma, pi, nstr, findroot

mp.dps = 40


def rising(a, n):
    return loggamma(a + n) - loggamma(a)


def slope(a, n):
    return digamma(a + n) - digamma(a)


def dirichlet_evidence(alpha, cells):
    return sum(sum(rising(a, n) for a, n in zip(alpha, cell)) - rising(sum(alpha), sum(cell))
               for cell in cells)


def dirichlet(cells):
    alpha = [mpf(1)] * len(cells[0])
    for _ in range(200):
        below = sum(slope(sum(alpha), sum(cell)) for cell in cells)
        alpha = [a * sum(slope(a, cell[k]) for cell in cells) / below for k, a in enumerate(alpha)]

    def gradient(*logs):
        alpha = [exp(x) for x in logs]
        below = sum(slope(sum(alpha), sum(cell)) for cell in cells)
        return [a * (sum(slope(a, cell[k]) for cell in cells) - below) for k, a in enumerate(alpha)]

    logs = findroot(gradient, [log(a) for a in alpha])
    return [exp(x) for x in logs], lambda numbers: dirichlet_evidence(numbers, cells)


def one_weight(cells, score):
    def total(x):
        return score(exp(x), cells)

    best = max((mpf(i) / 4 for i in range(-40, 60)), key=total)
    top = findroot(lambda x: mp.diff(total, x), best)
    return [exp(top)], lambda numbers: score(numbers[0], cells)


def each_evidence(each, cells):
    return dirichlet_evidence([each] * len(cells[0]), cells)


def each_left_out(each, cells):
    levels = len(cells[0])
    return sum(n * log((n - 1 + each) / (sum(cell) - 1 + levels * each))
               for cell in cells for n in cell if n > 0)


def inverse_of_log_less_digamma(value):
    return findroot(lambda a: log(a) - digamma(a) - value, mpf(1) / (2 * value) + mpf("0.1"))


def gamma(totals, constant):
    """Totals are events and exposures."""
    def evidence(numbers):
        a, b = numbers
        return constant + sum(rising(a, t) + a * log(b) - (a + t) * log(b + e) for t, e in totals)

    a, b = mpf(1), mpf(1)
    for _ in range(100):
        mean = sum((a + t) / (b + e) for t, e in totals) / len(totals)
        mean_log = sum(digamma(a + t) - log(b + e) for t, e in totals) / len(totals)
        a = inverse_of_log_less_digamma(log(mean) - mean_log)
        b = a / mean

    def gradient(x, y):
        a, b = exp(x), exp(y)
        return [a * sum(slope(a, t) + log(b) - log(b + e) for t, e in totals),
                b * sum(a / b - (a + t) / (b + e) for t, e in totals)]

    return [exp(x) for x in findroot(gradient, [log(a), log(b)])], evidence


def moments(cell):
    mean = sum(cell) / len(cell)
    return len(cell), mean, sum((x - mean) ** 2 for x in cell)


def update(prior, cell):
    mean, weight, shape, scale = prior
    n, centre, squares = moments(cell)
    return ((weight * mean + n * centre) / (weight + n), weight + n, shape + mpf(n) / 2,
            scale + squares / 2 + weight * n * (centre - mean) ** 2 / (2 * (weight + n)))


def normal(cells, constant=0):
    def evidence(prior):
        total = mpf(constant)
        for cell in cells:
            after = update(prior, cell)
            total += (loggamma(after[2]) - loggamma(prior[2]) + prior[2] * log(prior[3])
                      - after[2] * log(after[3]) + log(prior[1] / after[1]) / 2
                      - mpf(len(cell)) / 2 * log(2 * pi))
        return total

    everything = [x for cell in cells for x in cell]
    n, centre, squares = moments(everything)
    prior = (centre, mpf(1), mpf(1), squares / n / 2)
    for _ in range(150):
        after = [update(prior, cell) for cell in cells]
        precision = [a[2] / a[3] for a in after]
        mean = sum(p * a[0] for p, a in zip(precision, after)) / sum(precision)
        weight = len(cells) / sum(1 / a[1] + p * (a[0] - mean) ** 2
                                  for p, a in zip(precision, after))
        average = sum(precision) / len(cells)
        logs = sum(digamma(a[2]) - log(a[3]) for a in after) / len(cells)
        shape = inverse_of_log_less_digamma(log(average) - logs)
        prior = (mean, weight, shape, shape / average)

    def numbers(point):
        return [point[0], *(exp(x) for x in point[1:])]

    def gradient(*point):
        """Fisher's identity: the expectation of the gradient with the parameters known."""
        mean, weight, shape, scale = numbers(point)
        by_mean = by_weight = by_shape = by_scale = mpf(0)
        for cell in cells:
            after = update((mean, weight, shape, scale), cell)
            precision = after[2] / after[3]
            by_mean += weight * precision * (after[0] - mean)
            by_weight += 1 - weight * (1 / after[1] + precision * (after[0] - mean) ** 2)
            by_shape += shape * (log(scale) - digamma(shape) + digamma(after[2]) - log(after[3]))
            by_scale += shape - scale * precision
        return [by_mean, by_weight, by_shape, by_scale]

    top = findroot(gradient, [prior[0], *(log(x) for x in prior[1:])])
    return numbers(tuple(top)), evidence


def check(numbers, evidence):
    top = evidence(numbers)
    for i in range(len(numbers)):
        for factor in (mpf("0.99"), mpf("1.01")):
            away = list(numbers)
            away[i] *= factor
            assert evidence(away) <= top, (numbers, i)


def two(cells, pairs_of):
    return dirichlet([pairs_of(cell) for cell in cells])


def answer(family, word, cells):
    if family in ("categorical", "multinomial"):
        if word == "empirical":
            return dirichlet(cells)
        return one_weight(cells, each_evidence if word == "empirical_each" else each_left_out)
    if family == "bernoulli":
        return two(cells, lambda cell: (sum(cell), len(cell) - sum(cell)))
    if family == "geometric":
        return two(cells, lambda cell: (mpf(len(cell)), sum(cell)))
    if family == "poisson":
        constant = -sum(loggamma(x + 1) for cell in cells for x in cell)
        return gamma([(sum(cell), mpf(len(cell))) for cell in cells], constant)
    if family == "exponential":
        return gamma([(mpf(len(cell)), sum(cell)) for cell in cells], mpf(0))
    if family == "lognormal":
        logs = [[log(x) for x in cell] for cell in cells]
        return normal(logs, -sum(sum(cell) for cell in logs))
    return normal(cells)


def drawn(make, cells, size):
    """Cells of random sizes whose data differ in level from cell to cell."""
    return [[make(level) for _ in range(random.randint(2, size))]
            for level in (random.uniform(-1, 1) for _ in range(cells))]


STORIES = [
    ("categorical", "empirical", [[3, 1, 0], [2, 4, 1], [0, 5, 2], [6, 1, 1]]),
    ("categorical", "empirical_each", [[3, 1, 0], [2, 4, 1], [0, 5, 2], [6, 1, 1]]),
    ("categorical", "leave_one_out_each", [[3, 1, 0], [2, 4, 1], [0, 5, 2], [6, 1, 1]]),
    ("multinomial", "empirical", [[40, 3, 0, 7], [5, 60, 2, 1]]),
    ("multinomial", "empirical_each", [[40, 3, 0, 7], [5, 60, 2, 1]]),
    ("multinomial", "leave_one_out_each", [[40, 3, 0, 7], [5, 60, 2, 1]]),
    ("multinomial", "empirical", [[12, 3, 1], [15, 9, 9], [2, 8, 1]]),
    ("categorical", "empirical", [[1000, 20, 3], [800, 90, 1], [1200, 10, 9]]),
    ("normal", "empirical", [[1.25, -0.25, 2.125, 0.75], [5, 4.125, 9.25, 6], [2.25, 2.5, 2.375],
                             [-1, 0.375, -0.25, 0.875, 1.125], [12, 3, 7.5, 1]]),
    ("bernoulli", "empirical", [[1, 1, 1, 0], [0, 0, 1, 0, 0], [1, 1, 1, 1, 1, 1]]),
]
MAKERS = {
    "bernoulli": lambda level: int(random.random() < 0.5 + 0.4 * level),
    "geometric": lambda level: int(random.expovariate(1) * 2 ** (4 * level)),
    "poisson": lambda level: int(random.expovariate(1) + 4 + 3.5 * level),
    "exponential": lambda level: round(random.expovariate(1) * 2 ** (3 * level) * 64 + 1) / 64,
    "normal": lambda level: round(random.gauss(8 * level, 4 ** (1.5 * level)) * 64) / 64,
    "lognormal": lambda level: round(2 ** random.gauss(4 * level, 3 ** (1.2 * level)) * 64 + 1) / 64,
}


def row(family, word, cells):
    numbers, evidence = answer(family, word, [[mpf(x) for x in cell] for cell in cells])
    check(numbers, evidence)
    top = evidence(numbers)
    if word != "empirical":
        top = each_evidence(numbers[0], [[mpf(x) for x in cell] for cell in cells])
    data = "|".join(" ".join(map(repr, cell)) for cell in cells)
    return ",".join([family, word, data, " ".join(nstr(x, 25) for x in numbers), nstr(top, 25)])


def main():
    random.seed(20261121)
    lines = [f"# mpmath {__import__('mpmath').__version__}, {mp.dps} digits, printed to 25; make_empirical.py",
             "family,word,cells,prior,log_evidence"]
    lines += [row(*story) for story in STORIES]
    for family, make in MAKERS.items():
        for cells in (3, 5):
            lines.append(row(family, "empirical", drawn(make, cells, 9)))
    with open("empirical.csv", "w") as file:
        file.write("\n".join(lines) + "\n")


main()
