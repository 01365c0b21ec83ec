"""Writes error_parts.csv: bias and variance of errors, in exact fractions over all training sets.

Run in this folder: python3 make_error_parts.py
Nine rows of two binary columns and three classes; every set of five rows is a training set, and the other
four are tested by the posterior predictive (Beta(13/10, 7/10), Dirichlet(3/2, 1, 7/10)). The first table has the
rows: columns, class, and known class probabilities for the parts with noise. The second has the parts,
fractions printed to 20 digits. They are found from the definitions: the loss of each row and training set,
the noise factor of the theorem for several classes of domingos2000, and means of squares, and the script
checks that they add up. No row has a tie.
"""
from fractions import Fraction as F
from itertools import combinations

ROWS = [((0, 0), 0), ((0, 0), 0), ((0, 1), 0), ((1, 1), 1), ((1, 1), 1), ((0, 1), 1), ((1, 0), 2), ((1, 0), 2),
        ((1, 1), 2)]
KNOWN = [(F(7, 10), F(2, 10), F(1, 10)), (F(7, 10), F(2, 10), F(1, 10)), (F(1, 2), F(4, 10), F(1, 10)),
         (F(1, 10), F(6, 10), F(3, 10)), (F(1, 10), F(6, 10), F(3, 10)), (F(1, 2), F(4, 10), F(1, 10)),
         (F(1, 10), F(1, 10), F(8, 10)), (F(1, 10), F(1, 10), F(8, 10)), (F(1, 10), F(6, 10), F(3, 10))]
CLASSES = 3
ONES, ZEROS = F(13, 10), F(7, 10)
CLASS_WEIGHTS = [F(3, 2), F(1), F(7, 10)]


def predicted(learned, row):
    joint = []
    for c in range(CLASSES):
        own = [ROWS[i][0] for i in learned if ROWS[i][1] == c]
        value = (len(own) + CLASS_WEIGHTS[c]) / (len(learned) + sum(CLASS_WEIGHTS))
        for j in range(2):
            yes = (ONES + sum(x[j] for x in own)) / (ONES + ZEROS + len(own))
            value *= yes if ROWS[row][0][j] else 1 - yes
        joint.append(value)
    probabilities = [value / sum(joint) for value in joint]
    top = max(probabilities)
    assert probabilities.count(top) == 1
    return probabilities.index(top), probabilities


def main():
    said = {row: [] for row in range(len(ROWS))}
    for learned in combinations(range(len(ROWS)), 5):
        for row in said:
            if row not in learned:
                said[row].append(predicted(learned, row))
    tests = sum(len(all_said) for all_said in said.values())

    def mean(of_row):
        return sum(len(all_said) * of_row(row, all_said) for row, all_said in said.items()) / tests

    def share(all_said, label):
        return F(sum(one == label for one, _ in all_said), len(all_said))

    def main_label(all_said):
        shares = [share(all_said, c) for c in range(CLASSES)]
        assert shares.count(max(shares)) == 1, shares
        return shares.index(max(shares))

    def main_probability(all_said):
        return [sum(p[c] for _, p in all_said) / len(all_said) for c in range(CLASSES)]

    def variance(row, all_said):
        middle = main_probability(all_said)
        return sum(sum((p[c] - middle[c]) ** 2 for c in range(CLASSES)) for _, p in all_said) / len(all_said)

    def parts(right_of, target_of):
        bias = mean(lambda row, s: F(main_label(s) != right_of(row)))
        unbiased = mean(lambda row, s: 1 - share(s, right_of(row)) if main_label(s) == right_of(row) else F(0))
        biased = mean(lambda row, s: share(s, right_of(row)) if main_label(s) != right_of(row) else F(0))
        brier_bias = mean(lambda row, s: sum((a - b) ** 2 for a, b in zip(main_probability(s), target_of(row))))
        return bias, unbiased, biased, brier_bias, mean(variance)

    def expected(row, all_said, label_weight, loss):
        return sum(w * loss(one, label) for one in all_said for label, w in enumerate(label_weight)) / len(all_said)

    wrong = lambda one, label: F(one[0] != label)
    square = lambda one, label: sum((one[1][c] - (c == label)) ** 2 for c in range(CLASSES))
    lines = ["# exact fractions of Python, printed to 20 digits; make_error_parts.py", "first,second,class,known"]
    for (columns, label), known in zip(ROWS, KNOWN):
        lines.append(f"{columns[0]},{columns[1]},{label}," + " ".join(str(float(p)) for p in known))
    lines.append("# parts")
    lines.append("kind,tests,error,noise,bias,variance_unbiased,variance_biased,brier,brier_noise,brier_bias,"
                 "brier_variance")
    for kind in ("data", "known"):
        if kind == "data":
            weight = lambda row: [F(c == ROWS[row][1]) for c in range(CLASSES)]
        else:
            weight = lambda row: KNOWN[row]
        right = lambda row: max(range(CLASSES), key=lambda c: weight(row)[c])
        error = mean(lambda row, s: expected(row, s, weight(row), wrong))
        brier = mean(lambda row, s: expected(row, s, weight(row), square))

        def noise_of(row, all_said):
            """The factor c1 of several classes times the noise of the row."""
            noise = 1 - weight(row)[right(row)]
            if noise == 0:
                return F(0)
            hit = share(all_said, right(row))
            # Of the labels that are not the right one, and predictions that are not: how often they agree.
            agree = sum(share(all_said, c) * weight(row)[c] for c in range(CLASSES) if c != right(row))
            return (hit - agree / noise) * noise
        noise = mean(noise_of)
        brier_noise = mean(lambda row, s: sum(p * (1 - p) for p in weight(row)))
        bias, unbiased, biased, brier_bias, brier_variance = parts(right, weight)
        assert error == noise + bias + unbiased - biased
        assert brier == brier_noise + brier_bias + brier_variance
        numbers = [error, noise, bias, unbiased, biased, brier, brier_noise, brier_bias, brier_variance]
        lines.append(f"{kind},{tests}," + ",".join(decimal(x) for x in numbers))
    with open("error_parts.csv", "w") as file:
        file.write("\n".join(lines) + "\n")


def decimal(x):
    assert x >= 0
    whole = round(x * 10 ** 20)
    return f"{whole // 10 ** 20}.{whole % 10 ** 20:020d}"


main()
