"""Checks the spelling of pages and code with Debian's aspell and codespell.

aspell reads the prose of the pages, code and formulas left out; what it does not know must stand in
words.txt. codespell looks for common misspellings in pages and code. What is not installed is said."""
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
PAGES = ["README.md", "CONTRIBUTING.md", "SECURITY.md"]
SKIPPED = "*.svg,*.png,*.bib,*.npy,*/tests/fuzz/corpus/*,*/tests/fuzz/regressions/*,*/tests/golden/*"
DELIBERATE = "nnumber,towords,nd,nummeric,lenght"  # typed wrong in tests of messages, or names


def pages():
    for folder, _, names in os.walk(os.path.join(ROOT, "docs")):
        for name in names:
            if name.endswith(".md") and not folder.endswith("decisions"):
                yield os.path.join(folder, name)
    for name in PAGES:
        yield os.path.join(ROOT, name)


def prose(text):
    """The words of a page that a reader reads as words."""
    for pattern in (r"(?ms)^\s*```.*?^\s*```", r"(?s)\$\$.*?\$\$", r"`[^`]*`", r"\$[^$\n]*\$", r"\]\([^)]*\)",
                    r"https?://\S+", r"\[[a-z]+\d{4}\]", r"\b[a-z0-9_]+[_./][a-z0-9_./]+\b", r"\b\w*\d\w*\b"):
        text = re.sub(pattern, " ", text)
    return text


def unknown_words():
    with open(os.path.join(HERE, "words.txt"), encoding="utf-8") as file:
        known = {line.strip() for line in file}
    for path in sorted(pages()):
        with open(path, encoding="utf-8") as file:
            text = prose(file.read())
        listed = subprocess.run(["aspell", "list", "--lang=en_GB", "--encoding=utf-8"], input=text,
                                capture_output=True, text=True, check=True)
        for word in sorted(set(listed.stdout.split()) - known):
            yield f"{os.path.relpath(path, ROOT)}: '{word}' is unknown to aspell and docs/site/words.txt"


def misspellings():
    folders = [os.path.join(ROOT, name) for name in ("docs", "include", "src", "tests", "examples", *PAGES)]
    found = subprocess.run(["codespell", "--skip", SKIPPED, "--ignore-words-list", DELIBERATE, *folders],
                           capture_output=True, text=True, check=False)
    return found.stdout.splitlines()


def main():
    for program in ("aspell", "codespell"):
        if not shutil.which(program):
            print(f"skipped: {program} is not installed")
            return 0
    found = [*unknown_words(), *misspellings()]
    print("\n".join(found) if found else "every word is known")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
