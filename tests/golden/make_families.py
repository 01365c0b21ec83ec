"""Writes families.csv: what every family should answer, computed by mpmath at 50 digits.

Run in this folder: python3 make_families.py
Each row holds a family, the numbers of its prior, data, a point at which densities are asked for, the
log evidence, the sum of the absolute values of its terms, and the log densities of maximum likelihood,
maximum a posteriori, posterior mean and predictive at that point ("undefined" where there is none).
Data: numbers; counts as count@exposure; documents as word:count+word:count; rows of columns as x+y+...
"""
import random
from mpmath import besseli, cos, det, erfc, exp, eye, inverse, log, loggamma, matrix, mp, mpf, nstr, pi, sin, sqrt

mp.dps = 50
UNDEFINED = "undefined"


class Row:
    """Collects the terms of a log evidence."""

    def __init__(self):
        self.value, self.size = mpf(0), mpf(0)

    def add(self, *terms):
        for term in terms:
            self.value += term
            self.size += abs(term)
        return self


def rising(a, n):
    """ln Gamma(a + n) - ln Gamma(a), one reduced term."""
    return loggamma(a + n) - loggamma(a)


def xlogy(x, y):
    return mpf(0) if x == 0 else (x * log(y) if y > 0 else mpf("-inf"))


def beta_mode(a, b):
    if a > 1 and b > 1:
        return (a - 1) / (a + b - 2)
    if (a == 1 and b == 1) or (a < 1 and b < 1):
        return None
    return mpf(0) if a < b else mpf(1)


def dirichlet_mode(weights):
    if len(weights) == 2:
        first = beta_mode(*weights)
        return None if first is None else [first, 1 - first]
    if any(w < 1 for w in weights) or all(w == 1 for w in weights):
        return None
    total = sum(w - 1 for w in weights)
    return [(w - 1) / total for w in weights]


def at(density, parameters):
    return UNDEFINED if parameters is None else density(parameters)


def bernoulli(prior, data, point):
    a, b = prior
    ones = mpf(sum(data))
    zeros = len(data) - ones
    row = Row().add(rising(a, ones), rising(b, zeros), -rising(a + b, ones + zeros))
    a, b = a + ones, b + zeros
    density = lambda p: xlogy(1, p) if point == 1 else xlogy(1, 1 - p)
    likeliest = ones / len(data) if data else None
    mean = a / (a + b)
    return row, [at(density, likeliest), at(density, beta_mode(a, b)), density(mean), density(mean)]


def dirichlet_parts(prior, counts):
    row = Row()
    for weight, count in zip(prior, counts):
        row.add(rising(weight, count))
    row.add(-rising(sum(prior), sum(counts)))
    after = [w + c for w, c in zip(prior, counts)]
    likeliest = [c / sum(counts) for c in counts] if sum(counts) > 0 else None
    mean = [w / sum(after) for w in after]
    return row, after, likeliest, mean


def categorical(prior, data, point):
    counts = [mpf(data.count(k)) for k in range(len(prior))]
    row, after, likeliest, mean = dirichlet_parts(prior, counts)
    density = lambda p: xlogy(1, p[point])
    return row, [at(density, likeliest), at(density, dirichlet_mode(after)), density(mean), density(mean)]


def multinomial(prior, data, point):
    counts = [mpf(sum(d.get(k, 0) for d in data)) for k in range(len(prior))]
    row, after, likeliest, mean = dirichlet_parts(prior, counts)
    density = lambda p: sum(xlogy(n, p[k]) for k, n in point.items())
    length = sum(point.values())
    compound = sum(rising(after[k], n) for k, n in point.items()) - rising(sum(after), length)
    return row, [at(density, likeliest), at(density, dirichlet_mode(after)), density(mean), compound]


def log_normal_density(x, mean, variance):
    return -log(2 * pi * variance) / 2 - (x - mean) ** 2 / (2 * variance)


def log_t(x, degrees, location, squared_scale):
    return (rising(degrees / 2, mpf(1) / 2) - log(degrees * pi * squared_scale) / 2
            - (degrees + 1) / 2 * log(1 + (x - location) ** 2 / (degrees * squared_scale)))


def normal(prior, data, point):
    m0, k0, a0, b0 = prior
    n = len(data)
    mean = sum(data) / n if n else mpf(0)
    squares = sum((x - mean) ** 2 for x in data)
    k, a = k0 + n, a0 + mpf(n) / 2
    m = (k0 * m0 + n * mean) / k
    b = b0 + squares / 2 + k0 * n * (mean - m0) ** 2 / (2 * k)
    row = Row().add(rising(a0, mpf(n) / 2), a0 * log(b0 / b), -mpf(n) / 2 * log(2 * pi * b), log(k0 / k) / 2)
    likeliest = (mean, squares / n) if n and squares > 0 else None
    posterior_mean = (m, b / (a - 1)) if a > 1 else None
    density = lambda p: log_normal_density(point, *p)
    return row, [at(density, likeliest), density((m, b / (a + mpf(3) / 2))), at(density, posterior_mean),
                 log_t(point, 2 * a, m, b * (k + 1) / (a * k))]


def lognormal(prior, data, point):
    row, logs = normal(prior, [log(x) for x in data], log(point))
    for x in data:
        row.add(-log(x))
    return row, [value if value is UNDEFINED else value - log(point) for value in logs]


def poisson(prior, data, point):
    a0, b0 = prior
    total, exposure = sum((x for x, _ in data), mpf(0)), sum((e for _, e in data), mpf(0))
    a, b = a0 + total, b0 + exposure
    row = Row().add(rising(a0, total), a0 * log(b0 / b), -total * log(b))
    for x, e in data:
        row.add(xlogy(x, e), -loggamma(x + 1))
    x, e = point
    density = lambda rate: xlogy(x, rate * e) - rate * e - loggamma(x + 1)
    predictive = rising(a, x) - loggamma(x + 1) + a * log(b / (b + e)) + xlogy(x, e / (b + e))
    return row, [at(density, total / exposure if data else None), density((a - 1) / b if a > 1 else mpf(0)),
                 density(a / b), predictive]


def exponential(prior, data, point):
    a0, b0 = prior
    n, total = len(data), sum(data, mpf(0))
    a, b = a0 + n, b0 + total
    row = Row().add(rising(a0, mpf(n)), a0 * log(b0 / b), -n * log(b))
    density = lambda rate: log(rate) - rate * point
    return row, [at(density, n / total if total > 0 else None), at(density, (a - 1) / b if a > 1 else None),
                 density(a / b), log(a / b) - (a + 1) * log(1 + point / b)]


def geometric(prior, data, point):
    a0, b0 = prior
    n, total = mpf(len(data)), sum(data, mpf(0))
    row = Row().add(rising(a0, n), rising(b0, total), -rising(a0 + b0, n + total))
    a, b = a0 + n, b0 + total
    density = lambda p: xlogy(1, p) + xlogy(point, 1 - p)
    return row, [at(density, n / (n + total) if n else None), at(density, beta_mode(a, b)), density(a / (a + b)),
                 rising(a, 1) + rising(b, point) - rising(a + b, point + 1)]


def tied_normal(prior, data, point):
    """Columns that share nothing: what a block with shared variances answers is in make_tied_normal.py."""
    columns = len(prior) // 4
    row, logs = Row(), [mpf(0)] * 4
    for j in range(columns):
        one, answers = normal(prior[j::columns], [x[j] for x in data], point[j])
        row.value, row.size = row.value + one.value, row.size + one.size
        logs = [UNDEFINED if UNDEFINED in (a, b) else a + b for a, b in zip(logs, answers)]
    return row, logs


def symmetric(triangle, columns):
    return matrix(columns, columns) + matrix(
        [[triangle[max(i, j) * (max(i, j) + 1) // 2 + min(i, j)] for j in range(columns)] for i in range(columns)])


def log_matrix_t(prior, columns, data):
    """Rows that share unknown means and an unknown covariance matrix, as one matrix t: no posterior is used."""
    means, k0, a0 = prior[:columns], prior[columns], prior[columns + 1]
    scales, n = symmetric(prior[columns + 2:], columns), len(data)
    row = Row()
    if n == 0:
        return row
    steps = matrix([[x[j] - means[j] for j in range(columns)] for x in data])
    between = eye(n) + matrix([[1 / k0] * n for _ in range(n)])
    ratio = eye(columns) + inverse(2 * scales) * steps.T * inverse(between) * steps
    row.add(*[rising(a0 + mpf(i) / 2, mpf(n) / 2) for i in range(columns)])
    return row.add(-mpf(n * columns) / 2 * log(2 * pi), -mpf(n) / 2 * log(det(scales)),
                   -mpf(columns) / 2 * log(det(between)), -(a0 + mpf(columns - 1 + n) / 2) * log(det(ratio)))


def log_multivariate_normal(point, means, covariance):
    columns = len(means)
    step = matrix([point[j] - means[j] for j in range(columns)])
    return -(columns * log(2 * pi) + log(det(covariance)) + (step.T * inverse(covariance) * step)[0]) / 2


def products(rows, centre, columns):
    return matrix([[sum((x[i] - centre[i]) * (x[j] - centre[j]) for x in rows) for j in range(columns)]
                   for i in range(columns)]) if rows else matrix(columns, columns)


def joint_normal(prior, data, point):
    columns = 1
    while columns + 2 + columns * (columns + 1) // 2 < len(prior):
        columns += 1
    m0, k0, a0, n = prior[:columns], prior[columns], prior[columns + 1], len(data)
    row = log_matrix_t(prior, columns, data)
    predictive = log_matrix_t(prior, columns, data + [point]).value - row.value
    likeliest = UNDEFINED
    if n > columns:
        mean = [sum(x[j] for x in data) / n for j in range(columns)]
        likeliest = log_multivariate_normal(point, mean, products(data, mean, columns) / n)
    # All that bears on the matrix, each as a residual from the mode of the means.
    best = [(k0 * m0[j] + sum((x[j] for x in data), mpf(0))) / (k0 + n) for j in range(columns)]
    residuals = 2 * symmetric(prior[columns + 2:], columns) + products(data, best, columns) + k0 * products(
        [m0], best, columns)
    degrees = 2 * a0 + columns - 1
    mode = log_multivariate_normal(point, best, residuals / (degrees + columns + 2 + n))
    left = degrees + n - columns - 1
    average = log_multivariate_normal(point, best, residuals / left) if left > 0 else UNDEFINED
    return row, [likeliest, mode, average, predictive]


def normal_known_variance(prior, data, point):
    m0, t0, v = prior
    n = len(data)
    mean = sum(data) / n if n else mpf(0)
    squares = sum((x - mean) ** 2 for x in data)
    t = 1 / (1 / t0 + n / v)
    m = t * (m0 / t0 + n * mean / v)
    row = Row().add(-mpf(n) / 2 * log(2 * pi * v), -log(1 + n * t0 / v) / 2, -squares / (2 * v),
                    -n * (mean - m0) ** 2 / (2 * (v + n * t0)))
    density = lambda at: log_normal_density(point, at, v)
    return row, [at(density, mean if n else None), density(m), density(m), log_normal_density(point, m, v + t)]


def normal_known_mean(prior, data, point):
    a0, b0, m = prior
    n = mpf(len(data))
    squares = sum(((x - m) ** 2 for x in data), mpf(0))
    a, b = a0 + n / 2, b0 + squares / 2
    row = Row().add(rising(a0, n / 2), a0 * log(b0 / b), -n / 2 * log(2 * pi * b))
    density = lambda variance: log_normal_density(point, m, variance)
    return row, [at(density, squares / n if squares > 0 else None), density(b / (a + 1)),
                 at(density, b / (a - 1) if a > 1 else None), log_t(point, 2 * a, m, b / a)]


def negative_binomial(prior, data, point):
    a0, b0, r = prior
    n, total = mpf(len(data)), sum(data, mpf(0))
    row = Row().add(rising(a0, r * n), rising(b0, total), -rising(a0 + b0, r * n + total))
    orders = lambda x: rising(r, x) - loggamma(x + 1)
    for x in data:
        row.add(orders(x))
    a, b = a0 + r * n, b0 + total
    density = lambda p: orders(point) + xlogy(r, p) + xlogy(point, 1 - p)
    return row, [at(density, r * n / (r * n + total) if n else None), at(density, beta_mode(a, b)),
                 density(a / (a + b)),
                 orders(point) + rising(a, r) + rising(b, point) - rising(a + b, r + point)]


def gamma(prior, data, point):
    a0, b0, k = prior
    n, total = mpf(len(data)), sum(data, mpf(0))
    a, b = a0 + k * n, b0 + total
    row = Row().add(rising(a0, k * n), a0 * log(b0 / b), -k * n * log(b), -n * loggamma(k))
    for x in data:
        row.add((k - 1) * log(x))
    density = lambda rate: k * log(rate) - loggamma(k) + (k - 1) * log(point) - rate * point
    predictive = (rising(a, k) - loggamma(k) + a * log(b) + (k - 1) * log(point) - (a + k) * log(b + point))
    return row, [at(density, k * n / total if n else None), at(density, (a - 1) / b if a > 1 else None),
                 density(a / b), predictive]


def von_mises(prior, data, point):
    m0, r0, k = prior
    n = len(data)
    vector = lambda c, s: (r0 * cos(m0) + k * c, r0 * sin(m0) + k * s)
    c, s = sum((cos(x) for x in data), mpf(0)), sum((sin(x) for x in data), mpf(0))
    x, y = vector(c, s)
    length = sqrt(x * x + y * y)
    bessel = lambda z: log(besseli(0, z))
    row = Row().add(bessel(length), -bessel(r0), -n * log(2 * pi), -n * bessel(k))
    around = lambda c, s, size: k * (c * cos(point) + s * sin(point)) / size - log(2 * pi) - bessel(k)
    x1, y1 = vector(c + cos(point), s + sin(point))
    predictive = bessel(sqrt(x1 * x1 + y1 * y1)) - log(2 * pi) - bessel(k) - bessel(length)
    mode = around(x, y, length)
    return row, [around(c, s, sqrt(c * c + s * s)) if n else UNDEFINED, mode, mode, predictive]


def histogram(prior, data, point):
    bins = len(prior) // 2
    weights, edges = prior[:bins], prior[bins:]
    bin_of = lambda x: sum(1 for edge in edges[1:-1] if x > edge)
    counts = [mpf(sum(1 for x in data if bin_of(x) == k)) for k in range(bins)]
    row, after, likeliest, mean = dirichlet_parts(weights, counts)
    width = lambda k: edges[k + 1] - edges[k]
    row.add(*(-counts[k] * log(width(k)) for k in range(bins)))
    density = lambda p: xlogy(1, p[bin_of(point)]) - log(width(bin_of(point)))
    return row, [at(density, likeliest), at(density, dirichlet_mode(after)), density(mean), density(mean)]


def polya_tree(prior, data, point):
    """c, depth, mean, sd, the edges, and counts of the leaves or none. Evidence: each datum given those before,
    branch by branch."""
    c, depth, mean, sd = prior[:4]
    leaves = 2 ** int(depth)
    cuts = leaves - 1 if sd > 0 else leaves + 1
    edges, counts = prior[4:4 + cuts], list(prior[4 + cuts:]) or [mpf(0)] * leaves
    inner = edges if sd > 0 else edges[1:-1]

    def leaf_of(x):
        return sum(1 for edge in inner if x > edge)

    def spread(x):
        leaf = leaf_of(x)
        if sd == 0:
            return -log(edges[leaf + 1] - edges[leaf])
        if 0 < leaf < leaves - 1:
            return -log(edges[leaf] - edges[leaf - 1])
        side = -1 if leaf == 0 else 1
        tail = erfc(side * (inner[0 if leaf == 0 else -1] - mean) / sd / sqrt(mpf(2))) / 2
        return log_normal_density(x, mean, sd ** 2) - log(tail)

    def halves(leaf, seen, pseudo_count):
        """For each branch above a leaf: what its own half and the other are worth."""
        first, size, level = 0, leaves, 1
        while size > 1:
            size //= 2
            lower, upper = sum(seen[first:first + size]), sum(seen[first + size:first + 2 * size])
            own, other = (lower, upper) if leaf < first + size else (upper, lower)
            first += 0 if leaf < first + size else size
            yield pseudo_count(level) + own, pseudo_count(level) + other
            level += 1

    def share(x, seen):
        result = mpf(1)
        for own, other in halves(leaf_of(x), seen, lambda level: c * level ** 2):
            result *= own / (own + other)
        return result

    row, seen = Row(), list(counts)
    for x in data:
        row.add(log(share(x, seen)), spread(x))
        seen[leaf_of(x)] += 1
    own_counts = [mpf(sum(1 for x in data if leaf_of(x) == leaf)) for leaf in range(leaves)]
    likeliest = own_counts[leaf_of(point)] / len(data) if data else None
    mode = mpf(1)
    modeless = False
    for leaf in range(leaves):
        for own, other in halves(leaf, seen, lambda level: c * level ** 2):
            modeless = modeless or beta_mode(own, other) is None
    for own, other in halves(leaf_of(point), seen, lambda level: c * level ** 2):
        mode = None if modeless else mode * beta_mode(own, other)
    density = lambda p: (log(p) if p > 0 else mpf("-inf")) + spread(point)
    mean_share = share(point, seen)
    return row, [at(density, likeliest), at(density, mode), density(mean_share), density(mean_share)]


def quartiles(data):
    """Lower and upper, between neighbours in proportion (type 7 of R)."""
    ordered = sorted(data)
    for part in (mpf(1) / 4, mpf(3) / 4):
        place = part * (len(ordered) - 1)
        lower = int(place)
        upper = min(lower + 1, len(ordered) - 1)
        yield ordered[lower] + (place - lower) * (ordered[upper] - ordered[lower])


def kernel(prior, data, point):
    """bw.nrd0 of R where the bandwidth is 0, and a normal density at every number."""
    bandwidth = prior[0]
    n = len(data)
    row = Row()
    if n > 0:
        row.value = UNDEFINED
    if bandwidth == 0 and n > 1:
        mean = sum(data) / n
        sd = sqrt(sum((x - mean) ** 2 for x in data) / (n - 1))
        lower, upper = quartiles(data)
        least = min(sd, (upper - lower) / mpf("1.34")) if upper > lower else sd
        bandwidth = mpf("0.9") * least * mpf(n) ** (mpf(-1) / 5)
    if n == 0 or bandwidth == 0:
        return row, [UNDEFINED] * 4
    density = log(sum(exp(log_normal_density(point, x, bandwidth ** 2)) for x in data) / n)
    return row, [density] * 4


def rounded(x):
    """A number that is short to write; the double it reads back as is used in both programs."""
    return float(f"{x:.4g}")


def exact(value):
    if isinstance(value, float):
        return mpf(value)
    if isinstance(value, (list, tuple)):
        return type(value)(exact(v) for v in value)
    if isinstance(value, dict):
        return {k: mpf(v) for k, v in value.items()}
    return value


def positive(size=0):
    return rounded(10 ** random.uniform(-1 + size, 1 + size))


def beta_prior(_):
    return [positive(), positive()]


def weights(levels):
    return [positive() for _ in range(levels)]


def bins(levels):
    """Weights of bins, then their edges."""
    return weights(levels) + sorted(random.sample([0.25 * step for step in range(-20, 28)], levels + 1))


def tree(levels):
    """c, depth, mean, sd, then edges between leaves, with both ends where sd is 0, and counts or none."""
    depth = random.randint(1, 3)
    open_ended = random.random() < 0.7
    steps = [0.25 * step for step in range(-20, 28)]
    edges = sorted(random.sample(steps, 2 ** depth - 1))
    base = [rounded(random.gauss(0, 2)), positive()] if open_ended else [0.0, 0.0]
    counts = [float(random.randint(0, 3)) for _ in range(2 ** depth)] if random.random() < 0.3 else []
    return ([positive(), float(depth)] + base + (edges if open_ended else [-30.0] + edges + [30.0]) + counts)


def document(levels):
    words = sorted(random.sample(range(levels), random.randint(1, levels)))
    return {word: float(random.randint(1, 9)) for word in words}


def normal_prior(_):
    return [rounded(random.gauss(0, 2)), positive(), positive(), positive()]


def joint_prior(columns):
    """A root of the scales whose rows are as long as each other to within a few times, so that they stay far
    from singular when their entries are rounded."""
    root = [[rounded(10 ** random.uniform(-0.4, 0.4)) if i == j else rounded(random.gauss(0, 0.4))
             for j in range(i + 1)] for i in range(columns)]
    triangle = [rounded(sum(root[i][k] * root[j][k] for k in range(j + 1)))
                for i in range(columns) for j in range(i + 1)]
    return [rounded(random.gauss(0, 2)) for _ in range(columns)] + [positive(), positive()] + triangle


def tied_prior(columns):
    """All means, then all mean weights, shapes and scales."""
    return [number for numbers in zip(*(normal_prior(0) for _ in range(columns))) for number in numbers]


def count():
    return (float(random.randint(0, 12)), rounded(random.uniform(0.2, 3)))


FAMILIES = {
    "bernoulli": (bernoulli, beta_prior, lambda k: random.randint(0, 1)),
    "categorical": (categorical, weights, lambda k: random.randrange(k)),
    "multinomial": (multinomial, weights, document),
    "normal": (normal, normal_prior, lambda k: rounded(random.gauss(1, 3))),
    "lognormal": (lognormal, normal_prior, lambda k: rounded(2.7 ** random.gauss(0.5, 2))),
    "poisson": (poisson, beta_prior, lambda k: count()),
    "exponential": (exponential, beta_prior, lambda k: rounded(random.expovariate(0.4))),
    "geometric": (geometric, beta_prior, lambda k: float(random.randint(0, 15))),
    "tied_normal": (tied_normal, tied_prior, lambda k: [rounded(random.gauss(1, 3)) for _ in range(k)]),
    "normal_known_variance": (normal_known_variance, lambda _: [rounded(random.gauss(0, 2)), positive(), positive()],
                              lambda k: rounded(random.gauss(1, 3))),
    "normal_known_mean": (normal_known_mean, lambda _: [positive(), positive(), rounded(random.gauss(0, 2))],
                          lambda k: rounded(random.gauss(1, 3))),
    "negative_binomial": (negative_binomial, lambda _: [positive(), positive(), positive()],
                          lambda k: float(random.randint(0, 15))),
    "gamma": (gamma, lambda _: [positive(), positive(), positive()], lambda k: rounded(random.expovariate(0.4) + 0.01)),
    "von_mises": (von_mises, lambda _: [rounded(random.gauss(0, 2)), positive(), positive()],
                  lambda k: rounded(random.gauss(1, 3))),
    "histogram": (histogram, bins, lambda k: random.choice([rounded(random.gauss(1, 3)), 0.25])),
    "joint_normal": (joint_normal, joint_prior, lambda k: [rounded(random.gauss(1, 3)) for _ in range(k)]),
    "polya_tree": (polya_tree, tree, lambda k: random.choice([rounded(random.gauss(1, 3)), 0.25])),
    "kernel": (kernel, lambda _: [random.choice([0.0, positive()])], lambda k: rounded(random.gauss(1, 3))),
}

# Cases with a story: flat and unbounded posteriors, no data, an offset, very strong priors.
STORIES = [
    ("bernoulli", [1.0, 1.0], [], 1),
    ("bernoulli", [0.5, 0.5], [1, 1, 1], 0),
    ("bernoulli", [1e9, 1e-3], [0, 1, 1], 0),
    ("categorical", [1.0, 1.0, 1.0], [0, 0, 2], 1),
    ("categorical", [0.5, 1.0, 1.0], [1, 2, 1], 0),
    ("categorical", [2.0 ** -20, 1e6, 3.0], [2, 2, 2, 0], 0),
    ("multinomial", [1.0, 1.0, 1.0], [{0: 3.0, 1: 1.0}], {2: 1.0}),
    ("multinomial", [1e-4, 1e4], [{0: 30.0}, {0: 40.0, 1: 1.0}], {0: 200.0, 1: 5.0}),
    ("normal", [64.0, 1.0, 0.5, 0.5], [65.0, 63.0, 64.5], 64.0),
    ("normal", [0.0, 1.0, 0.5, 2.0], [3.25], 3.0),
    ("normal", [0.0, 1.0, 1e6, 1e6], [0.5, -1.5], 4.0),
    ("lognormal", [0.0, 1.0, 1.5, 1.0], [1e-6, 1e6, 3.0], 2.0),
    ("poisson", [0.5, 1.0], [(0.0, 1.0)], (0.0, 1.0)),
    ("poisson", [1e8, 1e7], [(10.0, 1.0), (8.0, 1.0)], (12.0, 1.0)),
    ("exponential", [0.5, 1.0], [], 0.0),
    ("exponential", [1.0, 1.0], [0.0, 0.0], 1.0),
    ("geometric", [1.0, 1.0], [0.0, 0.0, 0.0], 4.0),
    ("geometric", [1e-3, 1e5], [1e4, 3e4], 2e4),
    ("normal_known_variance", [0.0, 1e6, 0.25], [1e3, 1e3 + 0.5], 1e3),
    ("normal_known_mean", [0.5, 1.0, 2.0], [2.0, 2.0], 1.0),
    ("negative_binomial", [1.0, 1.0, 2.5], [0.0, 0.0], 4.0),
    ("negative_binomial", [1e-3, 1e5, 8.0], [40.0, 3e3], 2e2),
    ("gamma", [0.5, 1.0, 0.25], [], 1e-6),
    ("gamma", [1e6, 1e5, 20.0], [2.5, 1.75], 2.0),
    ("von_mises", [3.0, 1e-3, 1e5], [3.125, -3.125], 3.0),
    ("von_mises", [1.0, 1e6, 0.01], [-2.0, 2.5], 4.0),
    ("polya_tree", [1.0, 1.0, 0.0, 0.0, 0.0, 18.0, 90.0], [17.0, 40.0, 52.0], 18.0),
    ("polya_tree", [0.5, 1.0, 0.0, 1.0, 0.0], [], 0.5),
    ("polya_tree", [1.0, 2.0, 0.0, 1.0, -200.0, 1.0, 64.0], [-210.0, 70.0, 0.5, -201.0], 65.0),
    ("polya_tree", [1e9, 2.0, 0.0, 1.0, -1.0, 0.0, 1.0], [0.5, 1.0, -3.0], -1.0),
]


def text_of(value):
    if isinstance(value, tuple):
        return f"{value[0]!r}@{value[1]!r}"
    if isinstance(value, list):
        return "+".join(map(repr, value))
    if isinstance(value, dict):
        return "+".join(f"{word}:{number!r}" for word, number in value.items())
    return repr(value)


def number_text(value):
    return value if value is UNDEFINED else ("-inf" if value == mpf("-inf") else nstr(value, 25))


def line(family, prior, data, point):
    row, logs = FAMILIES[family][0](exact(prior), exact(data), exact(point))
    cells = [family, " ".join(map(repr, prior)), " ".join(map(text_of, data)), text_of(point),
             number_text(row.value), nstr(row.size, 6), *map(number_text, logs)]
    return ",".join(cells)


def main():
    random.seed(20261121)
    lines = [f"# mpmath {__import__('mpmath').__version__}, {mp.dps} digits, printed to 25; make_families.py",
             "family,prior,data,point,log_evidence,terms,maximum_likelihood,maximum_a_posteriori,"
             "posterior_mean,predictive"]
    lines += [line(*story) for story in STORIES]
    for family, (_, prior, datum) in FAMILIES.items():
        for _ in range(24):
            levels = random.randint(2, 6)
            numbers = prior(levels)
            data = [datum(levels) for _ in range(random.randint(0, 12))]
            lines.append(line(family, numbers, data, datum(levels)))
    with open("families.csv", "w") as file:
        file.write("\n".join(lines) + "\n")


main()
