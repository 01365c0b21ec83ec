"""Nominal tables for peers: read from CSV, numbers cut into bins, and written as CSV and ARFF."""
import bisect
import csv

MISSING = {"", "?", "NA", "NaN"}


def read(path):
    """Names, and columns of texts; a missing cell is '?'."""
    with open(path, newline="", encoding="utf-8") as file:
        names, *rows = csv.reader(file, skipinitialspace=True)
    columns = [["?" if cell in MISSING else cell for cell in column] for column in zip(*rows)]
    return names, columns


def numbers_in(column):
    """The column as numbers, None where missing; None if a cell is no number."""
    try:
        return [None if cell == "?" else float(cell) for cell in column]
    except ValueError:
        return None


def cut(numbers, bins):
    """Numbers as texts of bins that hold about as many rows each."""
    known = sorted(number for number in numbers if number is not None)
    cuts = sorted({known[k * len(known) // bins] for k in range(1, bins)})
    return ["?" if number is None else f"bin{bisect.bisect_right(cuts, number)}" for number in numbers]


def nominal(names, columns, label, bins):
    """The same with every column but the label nominal; the label comes last."""
    kept = []
    for name, column in zip(names, columns):
        numbers = numbers_in(column) if name != label else None
        if numbers is not None and len(set(numbers)) > bins:
            column = cut(numbers, bins)
        kept.append((name, column))
    kept.sort(key=lambda one: one[0] == label)
    return [name for name, _ in kept], [column for _, column in kept]


def write_csv(path, names, columns):
    with open(path, "w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows([names, *zip(*columns)])


def write_arff(path, names, columns):
    def quoted(text):
        return "'" + text.replace("'", "_") + "'"

    with open(path, "w", encoding="utf-8") as file:
        file.write("@relation table\n")
        for name, column in zip(names, columns):
            levels = sorted(set(column) - {"?"})
            file.write(f"@attribute {quoted(name)} {{{','.join(map(quoted, levels))}}}\n")
        file.write("@data\n")
        for row in zip(*columns):
            file.write(",".join("?" if cell == "?" else quoted(cell) for cell in row) + "\n")
