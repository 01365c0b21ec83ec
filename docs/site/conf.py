"""Sphinx settings of the docs site: Markdown pages, KaTeX, nothing loaded from elsewhere."""
import os
import re
import shutil

from docutils import nodes

project = "credence"
author = "the credence authors"
copyright = "the credence authors, BSD-3-Clause"

extensions = ["myst_parser"]
myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 4
nitpicky = True
suppress_warnings = []

root_doc = "docs/index"
include_patterns = ["docs/**.md", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md",
                    "examples/data/SOURCE.md", "tests/*/NOTES.md"]
exclude_patterns = ["build*", ".git", ".ci", "include", "src", "docs/site"]

html_theme = "furo"
html_title = "credence"
html_static_path = []
html_copy_source = False
html_show_sourcelink = False
html_show_search_summary = False  # a summary would be fetched, which needs a server
html_show_sphinx = False
html_math_renderer = "katex"
highlight_language = "none"
pygments_style = "friendly"

KATEX = "/usr/share/javascript/katex"


def toctrees_of(page, text):
    """The pages that an index links, in its order: one list for each section."""
    folder = os.path.dirname(page)
    trees, title, seen = [], "", set()
    for line in text.split("\n"):
        if line.startswith("## "):
            title = line[3:]
        for link in re.findall(r"\]\(([^)#]+\.md)\)", line):
            target = os.path.normpath(os.path.join(folder, link))
            if not line.startswith("|") or target in seen:
                continue
            seen.add(target)
            if not trees or trees[-1][0] != title:
                trees.append((title, []))
            trees[-1][1].append("/" + target[: -len(".md")])
    return trees


def add_toctrees(app, page, source):
    """Lets the tables of an index page be the site's navigation, so that no list stands twice."""
    if not page.endswith("index"):
        return
    for title, targets in toctrees_of(page, source[0]):
        caption = ":caption: %s\n" % title if title else ""
        source[0] += "\n```{toctree}\n:hidden:\n%s\n%s\n```\n" % (caption, "\n".join(targets))


def inline_formula(self, node):
    self.body.append('<span class="formula">%s</span>' % self.encode(node.astext()))
    raise nodes.SkipNode


def displayed_formula(self, node):
    self.body.append('<div class="displayed formula">%s</div>' % self.encode(node.astext()))
    raise nodes.SkipNode


RENDER = """document.addEventListener("DOMContentLoaded", function () {
  for (const formula of document.querySelectorAll(".formula"))
    katex.render(formula.textContent, formula,
                 {displayMode: formula.classList.contains("displayed"), throwOnError: true});
});
"""


def copy_katex(app, failure):
    """Puts KaTeX, its fonts and the line that calls it beside the pages."""
    if failure:
        return
    static = os.path.join(app.outdir, "_static", "katex")
    shutil.rmtree(static, ignore_errors=True)
    os.makedirs(static)
    for name in ("katex.min.css", "katex.min.js"):
        shutil.copy(os.path.join(KATEX, name), static)
    shutil.copytree(os.path.realpath(os.path.join(KATEX, "fonts")), os.path.join(static, "fonts"))
    with open(os.path.join(static, "render.js"), "w", encoding="utf-8") as script:
        script.write(RENDER)


def join_scripts(app, failure):
    """Debian's theme imports one script from another, which browsers refuse for files: both in one."""
    folder = os.path.join(app.outdir, "_static", "scripts")
    if failure:
        return
    with open(os.path.join(folder, "gumshoe-patched.js"), encoding="utf-8") as file:
        text = file.read()
    with open(os.path.join(folder, "furo.js"), encoding="utf-8") as file:
        text += re.sub(r"(?m)^import .*$", "", file.read())
    with open(os.path.join(folder, "furo.js"), "w", encoding="utf-8") as file:
        file.write(text)


def setup(app):
    app.add_html_math_renderer("katex", (inline_formula, None), (displayed_formula, None))
    app.add_css_file("katex/katex.min.css")
    app.add_js_file("katex/katex.min.js")
    app.add_js_file("katex/render.js")
    app.connect("source-read", add_toctrees)
    app.connect("build-finished", copy_katex)
    app.connect("build-finished", join_scripts)
    return {"parallel_read_safe": True}
