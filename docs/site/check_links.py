"""Checks a built site: links lead to a file and, on pages not made by Doxygen, to an anchor; nothing
is loaded from elsewhere."""
import os
import sys
from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit

LOADED = {"script": "src", "img": "src", "iframe": "src", "source": "src", "link": "href"}


class Page(HTMLParser):
    """The links, the files that are loaded, and the anchors of one page."""

    def __init__(self, path):
        super().__init__()
        self.links, self.loaded, self.anchors = [], [], set()
        with open(path, encoding="utf-8") as file:
            self.feed(file.read())

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.anchors.update(values[key] for key in ("id", "name") if values.get(key))
        key = LOADED.get(tag)
        if key and values.get(key):
            self.loaded.append(values[key])
        if tag == "a" and values.get("href"):
            self.links.append(values["href"])


def errors_of(root):
    pages = {}
    for folder, _, names in os.walk(root):
        for name in names:
            if name.endswith(".html"):
                path = os.path.join(folder, name)
                pages[os.path.realpath(path)] = Page(path)
    for path, page in sorted(pages.items()):
        where = os.path.relpath(path, root)
        for link in page.loaded:
            if urlsplit(link).scheme not in ("", "data", "javascript") or link.startswith("//"):
                yield f"{where} loads {link}"
        for link in page.loaded + page.links:
            parts = urlsplit(link)
            if parts.scheme or link.startswith("//"):
                continue
            target = path
            if parts.path:
                target = os.path.realpath(os.path.join(os.path.dirname(path), unquote(parts.path)))
            if not os.path.exists(target):
                yield f"{where} links to {link}, which does not exist"
            elif parts.fragment and target in pages and not where.startswith("api/"):
                if unquote(parts.fragment) not in pages[target].anchors:
                    yield f"{where} links to {link}, which is no anchor of that page"
    if not pages:
        yield f"{root} holds no page"


found = list(errors_of(sys.argv[1]))
print("\n".join(found) if found else "every link leads somewhere")
sys.exit(1 if found else 0)
