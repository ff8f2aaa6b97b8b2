#!/usr/bin/env python3
"""Builds the site of documents: search, dark mode, opens from a folder without a server.

    python3 dist/site/build.py [FOLDER]        default: target/site/html, then open index.html

Needs a build of the command line (`mvn -q -DskipTests package -pl cli -am`), whose help becomes the page of commands, the JDK's javadoc, and
what requirements.txt names. If that is not installed, it is put into an environment of its own, target/site/env.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
WORK = ROOT / "target" / "site"
SOURCE = WORK / "source"
EXTRA = WORK / "extra"
MODULES = ["core", "features", "simulation", "logs", "duckdb", "report"]  # what a program calls

NAVIGATION = {
    "Start": ["quickstart", "tutorial", "python"],
    "How to": ["how-to", "plan", "follow-up", "pages", "serve", "coverage", "spark"],
    "Reference": ["commands", "data-format", "json", "policy-artifact", "session", "api", "glossary"],
    "Explanation": ["paper", "intervals", "assumptions", "features", "certified", "robust", "sharp", "fused", "size"],
    "Evidence": ["peers", "baselines", "stress", "reproduction", "published-cases", "paper-map", "benchmarks"],
    "Project": ["changes", "contributing", "conduct", "security", "releasing", "architecture", "decisions/index"],
}
# Documents outside docs/, and the pages they become.
OTHERS = {
    "README.md": "index.md",
    "CHANGELOG.md": "changes.md",
    "CONTRIBUTING.md": "contributing.md",
    "CODE_OF_CONDUCT.md": "conduct.md",
    "SECURITY.md": "security.md",
    "benchmarks/README.md": "benchmarks.md",
    "python/README.md": "python.md",
    "docs/decisions": "decisions/index.md",
}
STUB = """package org.jspecify.annotations;
import java.lang.annotation.*;
@Target({{ElementType.TYPE_USE, ElementType.TYPE, ElementType.PACKAGE, ElementType.MODULE}}) public @interface {name} {{}}
"""
BLOCK = re.compile(r"(?ms)^(```.*?^```$)")
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
IMAGE = re.compile(r'src="([^"]+)"')


def pages() -> dict[str, str]:
    """Repository path of a document → its page."""
    names = [file.relative_to(ROOT / "docs").as_posix() for file in sorted((ROOT / "docs").rglob("*.md"))]
    return {f"docs/{name}": name for name in names} | OTHERS


class Links:
    """Makes links between files of the repository links between pages. What has no page is copied, Java sources lead to their Javadoc."""

    def __init__(self) -> None:
        self.pages = pages()
        self.broken: list[str] = []

    def rewrite(self, document: str, text: str) -> str:
        page = self.pages[document]
        parts = BLOCK.split(text)
        return "".join(part if part.startswith("```") else self._prose(document, page, part) for part in parts)

    def _prose(self, document: str, page: str, text: str) -> str:
        text = LINK.sub(lambda m: self._link(document, page, m), text)
        return IMAGE.sub(lambda m: f'src="{self._to_file(document, page, m.group(1))}"', text)

    def _link(self, document: str, page: str, match: re.Match[str]) -> str:
        picture, words, address = match.groups()
        if "://" in address or address.startswith(("#", "mailto:")):
            return match.group()
        path, _, anchor = address.partition("#")
        target = self._resolve(document, path)
        if target in self.pages:
            return f"{picture}[{words}]({relative(self.pages[target], page)}{'#' + anchor if anchor else ''})"
        return f'<a href="{self._to_file(document, page, path)}">{code(words)}</a>'

    def _resolve(self, document: str, path: str) -> str:
        return os.path.normpath(os.path.join(os.path.dirname(document), path))

    def _to_file(self, document: str, page: str, path: str) -> str:
        target = self._resolve(document, path)
        file = ROOT / target
        if not file.exists():
            self.broken.append(f"{document}: {path}")
            return path
        source = re.fullmatch(r"\w+/src/main/java/(.*)", target)
        if source:
            api = "api/" + re.sub(r"\.java$", ".html", source[1])
            api = api if api.endswith(".html") else api + "/package-summary.html"
            if (EXTRA / api).exists():
                return relative(api, page)
        copy = f"files/{target}" + (".txt" if file.suffix in {".java", ".c", ".cpp", ".py", ""} else "")
        if file.is_dir():
            self.broken.append(f"{document}: {path} is a folder without a page")
            return path
        (EXTRA / copy).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, EXTRA / copy)
        return relative(copy, page)


def relative(target: str, page: str) -> str:
    return os.path.relpath(target, os.path.dirname(page) or ".").replace(os.sep, "/")


def code(words: str) -> str:
    return re.sub(r"`([^`]*)`", r"<code>\1</code>", words)


def version() -> str:
    return re.search(r"(?m)^  <version>(.*)</version>", (ROOT / "pom.xml").read_text("utf-8"))[1]


def sluice(*args: str) -> str:
    jar = ROOT / "cli" / "target" / "sluice.jar"
    if not jar.exists():
        sys.exit("cli/target/sluice.jar: needs a build, got none (mvn -q -DskipTests package -pl cli -am)")
    return subprocess.run(["java", "-jar", str(jar), *args], check=True, capture_output=True, text=True, encoding="utf-8").stdout


def commands() -> str:
    """The help of every command, as the program prints it."""
    general = sluice("--help")
    names = re.findall(r"(?m)^  ([a-z]+) {2,}\S", general[general.index("Commands:") :])
    text = ["# Commands\n", "What `sluice --help` and `sluice COMMAND --help` print.\n", "```text", general.rstrip(), "```\n"]
    for name in names:
        text += [f"## {name}\n", "```text", sluice(name, "--help").rstrip(), "```\n"]
    return "\n".join(text)


def javadoc() -> None:
    folders = [ROOT / module / "src" / "main" / "java" for module in MODULES]
    packages = {file.parent.relative_to(folder).as_posix().replace("/", ".") for folder in folders for file in folder.rglob("*.java")}
    options = ["-quiet", "-Xdoclint:none", "-notimestamp", "-encoding", "UTF-8", "-windowtitle", f"Sluice {version()}"]
    # The annotations are there for the compiler alone, so that no archive has them.
    for name in ("Nullable", "NullMarked"):
        write(f"stubs/org/jspecify/annotations/{name}.java", STUB.format(name=name))
    paths = ["-sourcepath", os.pathsep.join(map(str, [*folders, SOURCE / "stubs"])), "-classpath", str(ROOT / "cli" / "target" / "lib" / "*")]
    command = ["javadoc", *options, *paths, "-d", str(EXTRA / "api"), *sorted(packages - {"."})]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr[-4000:])


def api_page() -> str:
    return """# API

<a href="api/index.html">Javadoc of all public classes</a>, with a search of its own. Most programs need three packages:

| package | what it holds |
|---|---|
| <a href="api/io/sluice/fit/package-summary.html"><code>io.sluice.fit</code></a> | `Log`, `Fit`, `Judgment` and results |
| <a href="api/io/sluice/interval/package-summary.html"><code>io.sluice.interval</code></a> | kinds of intervals and what they hold |
| <a href="api/io/sluice/policy/package-summary.html"><code>io.sluice.policy</code></a> | saved policies, which decide without any other dependency |

The README has [a program of ten lines](index.md#from-java). For Python, see [Sluice for Python](python.md).
"""


def write(path: str, text: str) -> None:
    file = SOURCE / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")


def title(file: Path) -> str:
    return file.read_text("utf-8").splitlines()[0].lstrip("# ")


def decisions() -> str:
    files = sorted((ROOT / "docs" / "decisions").glob("[0-9]*.md"))
    rows = "\n".join(f"- [{title(file)}]({file.name})" for file in files)
    tree = "\n".join(file.stem for file in files)
    what = "What was decided, why, what was rejected, and how we would notice that it was wrong."
    return f"# Decisions\n\n{what}\n\n{rows}\n\n```{{toctree}}\n:hidden:\n\n{tree}\n```\n"


def navigation() -> str:
    there = {file.relative_to(SOURCE).with_suffix("").as_posix() for file in SOURCE.rglob("*.md")}
    listed = {page for group in NAVIGATION.values() for page in group}
    rest = sorted(page for page in there - listed - {"index"} if not page.startswith("decisions/"))
    groups = NAVIGATION | ({"More": rest} if rest else {})
    trees = []
    for caption, group in groups.items():
        entries = "\n".join(page for page in group if page in there)
        trees.append(f"```{{toctree}}\n:hidden:\n:caption: {caption}\n\n{entries}\n```\n")
    return "\n" + "\n".join(trees)


def sources() -> None:
    shutil.rmtree(SOURCE, ignore_errors=True)
    shutil.rmtree(EXTRA, ignore_errors=True)
    (SOURCE / "_static").mkdir(parents=True)
    EXTRA.mkdir()
    shutil.copy(HERE / "conf.py", SOURCE)
    shutil.copy(HERE / "site.css", SOURCE / "_static")
    javadoc()
    links = Links()
    for document, page in links.pages.items():
        if (ROOT / document).is_file():
            write(page, links.rewrite(document, (ROOT / document).read_text("utf-8")))
    write("decisions/index.md", decisions())
    write("commands.md", commands())
    write("api.md", api_page())
    index = SOURCE / "index.md"
    index.write_text(index.read_text("utf-8") + navigation(), "utf-8")
    if links.broken:
        sys.exit("links that lead nowhere:\n" + "\n".join(links.broken))


def environment() -> str:
    """A Python with Sphinx: this one, or one of our own."""
    if all(importlib.util.find_spec(name) for name in ("sphinx", "myst_parser", "furo")):
        return sys.executable
    folder = WORK / "env"
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not python.exists():
        venv.create(folder, with_pip=True)
        install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*install, "-r", HERE / "requirements.txt"], check=True)
    return str(python)


def main() -> None:
    out = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else WORK / "html"
    sources()
    shutil.rmtree(out, ignore_errors=True)
    strict = ["-W", "--keep-going", "-q", "-b", "html", "-d", str(WORK / "doctrees")]
    subprocess.run([environment(), "-m", "sphinx", *strict, str(SOURCE), str(out)], check=True, env=os.environ | {"SLUICE_VERSION": version()})
    print(f"the site: {out}/index.html")


if __name__ == "__main__":
    main()
