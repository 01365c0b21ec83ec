"""Makes cases for the readers: files as hostile as their format allows, and what another program reads.

    python3 make_readers.py > readers.jsonl                 the stored cases
    python3 make_readers.py --cases 5000 --seed 7 > FILE    more of them, to be read by
    CREDENCE_READER_CASES=FILE test_golden -tc="*independent readers*"

The other programs: CSV, the csv module of Python in its strict mode; svmlight, load_svmlight_file of
scikit-learn; ARFF without texts and sparse rows, scipy.io.arff; other ARFF, what was written; .npy,
numpy.load. A case is one line of JSON; bytes are written as Latin-1, so that any byte can be one.
Cells are texts, null where missing; numbers are hexadecimal, so that they compare bit for bit.
"""
import argparse
import base64
import csv
import io
import json
import random
import struct
import warnings

import numpy
import scipy
import scipy.io.arff
import sklearn
import sklearn.datasets

WORDS = ["Rome", "New York", "it's", 'say "no"', "a,b", "x;y", "{z}", "50%", "\\", "\\n", "?", "", " pad ",
         "\t", "caf\xe9", "\xff\xfe", "#5", "@data", "1", "1.0", "01", "+1", "1e3", "nan", "-"]
NUMBERS = ["0", "-0", "1", "+1", "-1", ".5", "5.", "1e3", "1E-3", "1e-400", "4.9e-324", "007", "1.7976931348623157e308",
           "0.1", "123456789012345678", "9007199254740993", "2.2250738585072011e-308", "-.5e-7"]


def number_text(rng):
    if rng.random() < 0.5:
        return rng.choice(NUMBERS)
    value = struct.unpack("<d", rng.getrandbits(64).to_bytes(8, "little"))[0]
    if value != value or abs(value) == float("inf"):
        value = rng.random()
    return repr(value)


def line_end(rng, choice):
    return choice if choice else rng.choice(["\n", "\r\n"])


def quoted_csv(rng, text, separator, quote):
    must = any(c in text for c in separator + quote + "\r\n")
    if must or rng.random() < 0.2:
        return quote + text.replace(quote, quote + quote) + quote
    return text


def csv_case(rng):
    separator, quote = rng.choice(",;\t|"), rng.choice("\"\"\"'")
    width, height = rng.randrange(2, 6), rng.randrange(1, 9)
    end = rng.choice(["\n", "\r\n", None])

    def cell():
        text = number_text(rng) if rng.random() < 0.4 else rng.choice(WORDS)
        if rng.random() < 0.1:
            text += rng.choice(["\n", "\r\n", quote, separator, "\n\n"])
        return text

    lines = [["c%d" % i for i in range(width)]] + [[cell() for _ in range(width)] for _ in range(height)]
    text = ""
    for line in lines:
        text += separator.join(quoted_csv(rng, cell, separator, quote) for cell in line) + line_end(rng, end)
    if rng.random() < 0.3:
        text = text.rstrip("\r\n") if not text.rstrip("\r\n").endswith(quote) else text
    found = list(csv.reader(io.StringIO(text, newline=""), delimiter=separator, quotechar=quote, strict=True))
    rows = [[None if cell in ("", "?") else cell for cell in row] for row in found[1:] if row]
    return {"form": "csv", "bytes": text, "separator": separator, "quote": quote, "names": found[0], "rows": rows}


def svmlight_case(rng):
    text, base = "", rng.choice([0, 1])
    for _ in range(rng.randrange(1, 9)):
        if rng.random() < 0.1:
            text += "# a comment 1:2\n"
        columns = sorted(rng.sample(range(base, 40), rng.randrange(0, 8)))
        if base == 0 and not text:
            columns = [0] + [c for c in columns if c]
        pairs = [rng.choice([" ", "  "]) + "%d:%s" % (c, number_text(rng).lstrip("+")) for c in columns]
        text += rng.choice(["1", "-1", "0", "3.5"]) + "".join(pairs) + rng.choice(["", " ", " # 7:8"]) + "\n"
    values, labels = sklearn.datasets.load_svmlight_file(
        io.BytesIO(text.encode()), zero_based=base == 0, dtype=numpy.float64)
    values.sort_indices()
    rows = [[[int(c), float(v).hex()] for c, v in zip(values[i].indices, values[i].data)] for i in range(values.shape[0])]
    return {"form": "svmlight", "bytes": text, "zero": base == 0, "labels": [float(y).hex() for y in labels], "rows": rows}


def quoted_arff(rng, text):
    must = text in ("", "?") or any(c in text for c in " \t,{}%'\"\r\n") or text.startswith("@")
    if not must and rng.random() < 0.8:
        return text
    quote = rng.choice("'\"")
    escapes = {"\\": "\\\\", quote: "\\" + quote, "\n": "\\n", "\r": "\\r", "\t": rng.choice(["\\t", "\t"]),
               "%": rng.choice(["%", "\\%"])}
    return quote + "".join(escapes.get(c, c) for c in text) + quote


def arff_head(rng, attributes, commas=(",", ", ", " ,\t"), quoted=quoted_arff):
    any_case = lambda word: rng.choice([word, word.upper(), word.title()])
    text = any_case("@relation") + " 'a b'\n" + rng.choice(["", "% a comment\n", "\n"])
    for name, kind in attributes:
        if isinstance(kind, list):
            kind = "{" + rng.choice(commas).join(quoted(rng, level) for level in kind) + "}"
        else:
            kind = any_case(kind)
        text += any_case("@attribute") + rng.choice([" ", "\t"]) + quoted_arff(rng, name) + " " + kind + "\n"
    return text + any_case("@data") + "\n"


def written_arff_case(rng):
    kinds = [rng.choice(["numeric", "string", rng.sample(WORDS, rng.randrange(1, 6))]) for _ in range(rng.randrange(1, 6))]
    attributes = [(name, kind) for name, kind in zip(rng.sample(["a", "b c", "it's", "50%", "x,y", "@z"], len(kinds)), kinds)]
    text, rows = arff_head(rng, attributes), []
    for _ in range(rng.randrange(1, 9)):
        row, sparse, pieces = [], rng.random() < 0.4, []
        for i, (_, kind) in enumerate(attributes):
            if sparse and kind != "string" and rng.random() < 0.5:
                row.append("0" if kind == "numeric" else kind[0])
                continue
            cell = None if rng.random() < 0.15 else number_text(rng) if kind == "numeric" else rng.choice(
                kind if isinstance(kind, list) else WORDS)
            row.append(cell)
            piece = "?" if cell is None else cell if kind == "numeric" else quoted_arff(rng, cell)
            pieces.append(("%d%s" % (i, rng.choice([" ", "\t"])) if sparse else "") + piece)
        line = rng.choice([",", ", ", " , "]).join(pieces)
        text += ("{" + line + "}" if sparse else line) + rng.choice(["", " ", " % it's a comment"]) + line_end(rng, None)
        if rng.random() < 0.1:
            text += rng.choice(["\n", "  % {1 2\n", "%\n"])
        rows.append(row)
    return {"form": "arff", "bytes": text, "names": [name for name, _ in attributes], "rows": rows,
            "levels": [kind if isinstance(kind, list) else [] for _, kind in attributes]}


def scipy_arff_case(rng):
    """What scipy reads: no texts, no sparse rows, no quotes inside quotes."""
    plain = ["Rome", "Oslo", "x1", "1", "2.5", "a-b", "a_b"]
    kinds = [rng.choice(["numeric", "real", "integer", rng.sample(plain, rng.randrange(2, 5))]) for _ in range(rng.randrange(1, 5))]
    attributes = [("a%d" % i, kind) for i, kind in enumerate(kinds)]
    text = arff_head(rng, attributes, [","], lambda rng, level: level).replace("'a b'", "r")
    for _ in range(rng.randrange(1, 9)):
        text += ",".join("?" if rng.random() < 0.15 and not isinstance(kind, list) else
                         rng.choice(kind) if isinstance(kind, list) else number_text(rng) for _, kind in attributes) + "\n"
    data, _ = scipy.io.arff.loadarff(io.StringIO(text))
    rows = []
    for row in data:
        cells = row.item() if row.dtype.names else (row,)
        rows.append([cell.decode() if isinstance(cell, bytes) else None if cell != cell else ["number", float(cell).hex()]
                     for cell in cells])
    return {"form": "arff", "bytes": text, "names": [name for name, _ in attributes], "rows": rows,
            "levels": [kind if isinstance(kind, list) else [] for kind in kinds]}


def npy_case(rng):
    kind = rng.choice(["<f8", "<f4", "|i1", "<i2", "<i4", "<i8", "|u1", "<u2", "<u4", "|b1"])
    shape = (rng.randrange(1, 6),) if rng.random() < 0.3 else (rng.randrange(1, 6), rng.randrange(1, 5))
    size = int(numpy.prod(shape))
    raw = bytes(rng.getrandbits(8) for _ in range(8 * size))
    if kind == "|b1":
        values = numpy.array([b % 2 == 1 for b in raw[:size]])
    elif kind[1] == "f":
        values = numpy.array([rng.choice([rng.gauss(0, 1), 0.1, -0.0, 1e-300, float("nan")]) for _ in range(size)])
    else:
        values = numpy.frombuffer(raw, dtype=kind)[:size]
        if kind == "<i8":
            values = values >> rng.choice([11, 40, 60])
    array = numpy.array(values).astype(kind).reshape(shape, order="C")
    if rng.random() < 0.5:
        array = numpy.asfortranarray(array)
    stream = io.BytesIO()
    numpy.lib.format.write_array(stream, array, version=rng.choice([(1, 0), (2, 0), (3, 0)]))
    stream.seek(0)
    found = numpy.load(stream).reshape(shape[0], -1)
    rows = [[None if value != value else float(value).hex() for value in row] for row in found]
    return {"form": "npy", "base64": base64.b64encode(stream.getvalue()).decode(), "rows": rows}


MAKERS = [csv_case, csv_case, svmlight_case, written_arff_case, scipy_arff_case, npy_case]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cases", type=int, default=300)
    parser.add_argument("--seed", type=int, default=20261122)
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    print(json.dumps({"made_by": "make_readers.py", "seed": options.seed, "digits": "all",
                      "tools": ["csv of Python 3.11", "scikit-learn " + sklearn.__version__,
                                "scipy " + scipy.__version__, "NumPy " + numpy.__version__]}))
    for i in range(options.cases):
        rng = random.Random("%d/%d" % (options.seed, i))
        print(json.dumps(MAKERS[i % len(MAKERS)](rng), separators=(",", ":")))


main()
