#!/usr/bin/python3
# Writes weka_*.csv: what Weka's AODE and LBR say of nominal tables.
#
# Needs Debian's packages weka (3.6.14) and default-jdk-headless. Run from any directory:
#     /usr/bin/python3 tests/golden/make_weka.py
#
# AODE learns all rows that have a class and answers for all rows, as `compare --like weka` does: joint cells
# (N(y, x_i) + 1) / (N(x_i present) + classes * levels), missing parents left out. This script computes the
# same once more in exact fractions and ends with an error where Weka differs by more than 1e-12. LBR answers
# for every tenth row from all others; a missing cell is a level of its own there. Probabilities are written
# with digits that read back as the same double.
import csv
import math
import pathlib
import random
import subprocess
import tempfile
from fractions import Fraction

HERE = pathlib.Path(__file__).resolve().parent
DATA = HERE.parent.parent / "examples" / "data"
JAR = "/usr/share/java/weka.jar"
NUMBERS_OF_CREDIT = {"duration", "credit_amount", "installment_commitment", "residence_since", "age",
                     "existing_credits", "num_dependents"}


class Nominal:
    """A table of texts, '?' where missing; the class is the last column."""

    def __init__(self, names, rows):
        self.names, self.rows = names, rows
        self.labelled = [row for row in rows if row[-1] != "?"]
        self.levels = [sorted({row[j] for row in self.labelled} - {"?"}) for j in range(len(names))]
        self.classes = self.levels[-1]

    def arff(self):
        def quoted(text):
            return "'" + text + "'"

        lines = ["@relation table"]
        for name, levels in zip(self.names, self.levels):
            lines.append(f"@attribute {quoted(name)} {{{','.join(map(quoted, levels))}}}")
        lines.append("@data")
        for row in self.rows:
            lines.append(",".join("?" if cell == "?" else quoted(cell) for cell in row))
        return "\n".join(lines) + "\n"


def shipped(name, without=frozenset()):
    with open(DATA / f"{name}.csv", newline="", encoding="utf-8") as file:
        names, *rows = csv.reader(file)
    kept = [j for j, column in enumerate(names) if column not in without]
    return Nominal([names[j] for j in kept], [[row[j] for j in kept] for row in rows])


def nine_rows():
    """The golden table of the structures, and three rows to ask for."""
    texts = "0000 0100 0110 1210 1100 1211 1001 0201 1201 010? 101? 021?".split()
    return Nominal(["x0", "x1", "x2", "class"], [list(text) for text in texts])


def with_missing_cells():
    """Columns that depend on each other, a level that occurs once, and a seventh of the cells missing."""
    source = random.Random(26)
    rows = []
    for number in range(72):
        klass = source.choice("abbccc")
        first = source.choice("uvw")
        second = first if source.random() < 0.7 else source.choice("uvw")
        third = "yes" if (first == "u") == (klass == "a") else "no"
        fourth = source.choice("pqrs" if klass == "b" else "pq")
        row = [first, second, third, fourth, source.choice("01")]
        row = [cell if source.random() < 6 / 7 else "?" for cell in row]
        rows.append(row + [klass if number < 60 else "?"])
    rows[0][4] = "2"
    rows[60][4] = "2"
    rows[61][:5] = "?????"
    return Nominal(["x0", "x1", "x2", "x3", "x4", "class"], rows)


def weka(*arguments):
    command = ["java", "-cp", JAR, str(HERE / "WekaAnswers.java"), *map(str, arguments)]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.split()


def answers(table, classifier, *options):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "table.arff"
        path.write_text(table.arff(), encoding="utf-8")
        return [line.split(",") for line in weka(classifier, path, *options)]


class Aode:
    """Weka's AODE in exact fractions."""

    def __init__(self, table, limit):
        self.table, self.limit = table, limit

    def count(self, *conditions):
        """How many rows have these cells; None stands for any that is not missing."""
        return sum(all(row[j] != "?" if cell is None else row[j] == cell for j, cell in conditions)
                   for row in self.table.labelled)

    def children(self, row, klass, given, without):
        product = Fraction(1)
        label = (len(row) - 1, klass)
        for j, cell in enumerate(row[:-1]):
            if j == without or cell == "?":
                continue
            product *= Fraction(self.count(label, *given, (j, cell)) + 1,
                                self.count(label, *given, (j, None)) + len(self.table.levels[j]))
        return product

    def probabilities(self, row):
        classes, label = self.table.classes, len(row) - 1
        parents = [i for i, cell in enumerate(row[:-1])
                   if cell != "?" and self.count((i, cell)) >= self.limit]
        joints = []
        for klass in classes:
            joint = Fraction(0)
            for i in parents:
                own = Fraction(self.count((label, klass), (i, row[i])) + 1,
                               self.count((i, None)) + len(classes) * len(self.table.levels[i]))
                joint += own * self.children(row, klass, [(i, row[i])], i)
            if not parents:
                own = Fraction(self.count((label, klass)) + 1,
                               len(self.table.labelled) + len(classes))
                joint = own * self.children(row, klass, [], None)
            joints.append(joint)
        return [joint / sum(joints) for joint in joints]


def checked(table, limit, every=1):
    """Weka's answers, after a comparison with those in fractions."""
    found = answers(table, "aode", "-F", limit)
    exact = Aode(table, limit)
    for number in range(0, len(table.rows), every):
        for text, fraction in zip(found[number], exact.probabilities(table.rows[number])):
            if not math.isclose(float(text), float(fraction), rel_tol=1e-12, abs_tol=1e-15):
                raise SystemExit(f"row {number + 1}, limit {limit}: Weka has {text}, fractions {fraction}")
    return found


def write(name, what, header, rows):
    with open(HERE / f"weka_{name}.csv", "w", encoding="utf-8", newline="\n") as file:
        file.write(f"# Weka {VERSION}, digits that read back as the same double\n")
        file.write("# command: /usr/bin/python3 tests/golden/make_weka.py\n")
        file.write(f"# {what}\n")
        csv.writer(file, lineterminator="\n").writerows([header, *rows])


def write_shipped(name, table, what):
    found = checked(table, 1, every=29)
    write(f"aode_{name}", f"AODE of all {len(table.rows)} rows of examples/data/{name}.csv{what}",
          ["row"] + [f"probability:{klass}" for klass in table.classes],
          [[number + 1, *found[number]] for number in range(len(found))])


def write_made(name, table, limits, what):
    header, columns = list(table.names), [list(column) for column in zip(*table.rows)]
    for limit in limits:
        header += [f"probability_{limit}:{klass}" for klass in table.classes]
        columns += list(zip(*checked(table, limit)))
    write(f"aode_{name}", what, header, [list(row) for row in zip(*columns)])


def write_lazy():
    votes = shipped("house_votes_84")
    full = Nominal(votes.names, [["missing" if cell == "?" else cell for cell in row]
                                 for row in votes.rows])
    found = answers(full, "lbr", 10)
    write("lbr_house_votes_84", "LBR of examples/data/house_votes_84.csv, missing cells as a level: every "
          "tenth row from all others", ["row"] + [f"probability:{klass}" for klass in full.classes],
          [[10 * number + 1, *found[number]] for number in range(len(found))])


def check_nine_rows(table):
    """The three answers that the design of the structures has for Weka."""
    expected = [Fraction(5472, 6697), Fraction(107, 276), Fraction(4225, 8347)]
    found = [row[0] for row in answers(table, "aode")[9:]]
    for text, fraction in zip(found, expected):
        if not math.isclose(float(text), float(fraction), rel_tol=1e-14):
            raise SystemExit(f"nine rows: Weka has {text}, the design {fraction}")


VERSION = weka("version")[0]
check_nine_rows(nine_rows())
write_made("nine_rows", nine_rows(), [1, 3], "AODE with frequency limits (-F) of 1 and 3: the rows with a "
           "class were learned, P(class 0) of the last three is 5472/6697, 107/276 and 4225/8347 under 1")
write_made("missing_cells", with_missing_cells(), [1, 5], "AODE with frequency limits (-F) of 1 and 5 of a "
           "made table with missing cells: the rows with a class were learned")
write_shipped("house_votes_84", shipped("house_votes_84"), ", missing cells left missing")
write_shipped("german_credit", shipped("german_credit", NUMBERS_OF_CREDIT),
              ", only the thirteen columns of categories")
write_lazy()
