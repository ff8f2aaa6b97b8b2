#!/usr/bin/env python3
"""Checks the HTML below a folder: links lead to files and anchors that exist, and nothing that a page needs is fetched from elsewhere.

python3 dist/site/links.py FOLDER        exit code 1 with the broken links, up to 50
"""

from __future__ import annotations

import sys
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.anchors: set[str] = set()
        self.links: list[tuple[str, str, bool]] = []  # tag, address, whether the page needs it

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.anchors |= {given[name] for name in ("id", "name") if given.get(name)}
        if "src" in given:
            self.links.append((tag, given["src"], True))
        if "href" in given:
            self.links.append((tag, given["href"], tag == "link" and "stylesheet" in given.get("rel", "")))


@cache
def page(file: Path) -> Page:
    read = Page()
    read.feed(file.read_text("utf-8"))
    return read


def problem(file: Path, address: str, needed: bool) -> str | None:
    parts = urlsplit(address)
    if parts.scheme in {"http", "https"} or address.startswith("//"):
        return "is fetched from elsewhere" if needed else None
    if parts.scheme in {"mailto", "data", "javascript"}:
        return None
    target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
    if not target.is_file():
        return "leads nowhere"
    anchor = unquote(parts.fragment)
    if anchor and target.suffix == ".html" and anchor not in page(target).anchors:
        return "has no such anchor"
    return None


def main() -> int:
    root = Path(sys.argv[1]).resolve()
    files = sorted(root.rglob("*.html"))
    broken, links = [], 0
    for file in files:
        for tag, address, needed in page(file).links:
            links += 1
            found = problem(file, address, needed)
            if file.name == "constant-values.html" and address == "#io.sluice":
                continue  # made so by JDK 17's javadoc
            if found:
                broken.append(f"{file.relative_to(root)}: {tag} {address} {found}")
    for line in broken[:50]:
        print(line, file=sys.stderr)
    print(f"{len(files)} pages, {links} links, {len(broken)} broken")
    return 1 if broken or not links else 0


if __name__ == "__main__":
    sys.exit(main())
