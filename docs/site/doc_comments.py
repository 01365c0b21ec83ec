#!/usr/bin/env python3
"""Comments as Doxygen wants them: doc_comments.py FOLDER OUT writes all headers of FOLDER to OUT, all in one process.

Each file gets a page. Lines of a doc comment that begin with "in", "out", "throws", "cost" or "source" become
entries of a list. Declarations without a comment whose name means the same everywhere get that meaning from
common_names.txt, so that Doxygen can end the build on every other one without a comment.
"""
import os
import pathlib
import re
import sys

ENTRY = re.compile(r"^( *)/// (in|out|throws|cost|source) +")
ACCESS = re.compile(r"^ *(public|protected|private):$")
GUIDE = re.compile(r"^template <[^;{}()]*>\n\w+\([^;{}]*\)\s*->[^;{}]*;", re.M)
TWO_NUMBERS = re.compile(r"^( *static constexpr std::size_t )(\w+ = \d+), (\w+ = \d+;)$", re.M)
ESCAPE = re.compile(r"(?<!\\)\\([xu])")
FUNCTION = re.compile(r"(operator const) [^(]*\(|(operator bool|operator[^\s\w(]+|\w+)\(")
VARIABLE = re.compile(r"[\w>*&\]:](?:\s+|\s*[*&]+|::\*)(\w+)\s*(?:=|\{|;|$)")
TYPE = re.compile(r"^\s*(struct|class|union|enum|namespace|extern)\b|\b(struct|class|namespace)\s+\w")


def common_names():
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "common_names.txt")
    names = {}
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            if not line.startswith("#"):
                name, meaning = line.rstrip("\n").split(" | ")
                names[name[0], name[2:]] = meaning
    return names


def without_comment(line):
    """The code of a line, its texts emptied."""
    return re.sub(r"//.*", "", re.sub(r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)\'', '""', line))


def named(statement):
    """Kind and name of what a statement declares."""
    code = re.sub(r"\[\[\w+\]\]|^\s*template <[^{;]*>\s*(?=\w|\[)", " ", statement).strip()
    if code.startswith("using "):
        return "t", re.match(r"using (\w+)", code).group(1) if re.match(r"using (\w+) =", code) else None
    if code.startswith(("friend ", "static_assert", "requires")):
        return None, None
    head = re.split(r"(?<!operator)=(?!=)|;|\{", code)[0]
    call = FUNCTION.search(code if "operator" in head else re.sub(r"<[^()]*>", "", head))
    if call:
        return "f", call.group(1) or call.group(2)
    variable = VARIABLE.search(" " + re.sub(r"<.*>", "> ", head).strip() + ";")
    names = re.findall(r"(\w+)\s*$", head.strip())
    return "v", names[0] if names else (variable.group(1) if variable else None)


def is_type(statement):
    return bool(TYPE.search(re.sub(r"template <.*?>", "", statement)))


def documented(lines, names):
    """The lines, with a comment before each bare declaration whose name is known."""
    out, scopes, statement, start, bare = [], [], "", None, True
    for line in lines:
        code = without_comment(line)
        outside = all(scope == "type" for scope in scopes)
        if not statement.strip():
            start = len(out)
            bare = not (out and out[-1].lstrip().startswith("///"))
        if "///<" in line:
            bare = False
        out.append(line)
        if line.lstrip().startswith("#") or ACCESS.match(line):
            continue
        for mark in code:
            if mark == "{":
                kind = "type" if is_type(statement) else "body"
                inner = re.match(r"\s*enum class (\w+)\s*$", statement)
                if outside and bare and inner and ("t", inner.group(1)) in names:
                    indent = re.match(r" *", out[start]).group()
                    out.insert(start, f"{indent}/// {names['t', inner.group(1)]}")
                    bare = False
                if outside and kind == "body" and all(s == "type" for s in scopes):
                    put(out, start, bare, statement, names)
                    bare = False
                scopes.append(kind)
                kept = statement if kind == "body" else ""
                statement = kept if kind == "body" and "(" not in kept else ""
            elif mark == "}":
                if scopes:
                    scopes.pop()
                if not (statement.strip() and all(s == "type" for s in scopes) and "=" in statement):
                    statement = ""
            elif mark == ";":
                if outside and all(s == "type" for s in scopes) and statement.strip():
                    put(out, start, bare, statement, names)
                    bare = False
                statement = ""
            else:
                statement += mark
        statement += " " if statement else ""
    return out


def put(out, start, bare, statement, names):
    kind, name = named(statement)
    if bare and (kind, name) in names:
        indent = re.match(r" *", out[start]).group()
        out.insert(start, f"{indent}/// {names[kind, name]}")


def commented(text, names):
    """A header with the comments that Doxygen reads."""
    # Deduction guides are no entities of their own; a comment belongs to one declaration.
    text = GUIDE.sub(lambda guide: "\n" * guide.group().count("\n"), text)
    text = TWO_NUMBERS.sub(r"\1\2;\n\1\3", text)
    lines = []
    for line in documented(text.split("\n"), names):
        line = re.sub(r"^( *)#pragma once", r"\1#pragma once /** @file */", line)
        line = ENTRY.sub(r"\1/// - __\2__ ", line)
        if "///" in line:
            at = line.index("///")
            line = line[:at] + ESCAPE.sub(r"\\\\\1", line[at:])
        lines.append(line + "\n")
    return "".join(lines)


def main():
    headers, out = map(pathlib.Path, sys.argv[1:])
    names = common_names()
    for header in headers.rglob("*.hpp"):
        written = out / header
        written.parent.mkdir(parents=True, exist_ok=True)
        written.write_text(commented(header.read_text(encoding="utf-8"), names), encoding="utf-8")


if __name__ == "__main__":
    main()
