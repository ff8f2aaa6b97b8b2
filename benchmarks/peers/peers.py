"""Sluice and other people's packages on the same logs: estimate, interval, coverage, width, time.

    python peers.py draw FOLDER --sluice './sluice'                       # logs and truths, once
    python peers.py run FOLDER --python causal/bin/python --python deep/bin/python
    python peers.py table FOLDER                                          # Markdown

`run` runs each tool with the first of the given Pythons (without any: with this one) that can import it, and writes FOLDER/TOOL.csv, a
line per log and method. A tool that no Python can import writes the reason and no figures. A tool that reaches the time limit has
fewer logs.
"""

import argparse
import csv
import json
import math
import subprocess
import sys
import time
import warnings
from pathlib import Path

import deep
import tools
from problems import PROBLEMS, QUANTITIES, draw

TOOLS = {
    "sluice": tools.Sluice,
    "doubleml": tools.DoubleML,
    "obp": tools.Obp,
    "econml": tools.EconML,
    "d3rlpy": deep.D3rlpy,
    "scope-rl": deep.ScopeRl,
}


def run(given):
    """Every tool, each with the first Python that can import it."""
    for name in given.tools.split(","):
        for python in given.python or [sys.executable]:
            words = [python, __file__, "run-one", given.folder, "--tools", name, "--sluice", given.sluice]
            subprocess.run([*words, "--logs", str(given.logs), "--minutes", str(given.minutes)], check=True)
            if not (given.folder / f"{name}.csv").read_text().startswith("missing"):
                break


def run_one(folder, name, command, logs, minutes):
    warnings.filterwarnings("ignore")
    out = folder / f"{name}.csv"
    try:
        tool = TOOLS[name](command) if name == "sluice" else TOOLS[name]()
    except Exception as e:  # whatever an import throws
        out.write_text(f"missing,{type(e).__name__}: {e}\n")
        return
    until = time.monotonic() + 60 * minutes
    with out.open("w", newline="") as file:
        lines = csv.writer(file)
        lines.writerow(["version", tool.version])
        for i in range(logs):
            for problem in PROBLEMS:
                try:
                    for (quantity, method), found in tool.on(problem, folder / f"{problem}-{i}.csv").items():
                        lines.writerow([problem, quantity, i, method, *found])
                except Exception as e:
                    print(f"{name}, {problem}, log {i}: {type(e).__name__}: {e}", file=sys.stderr)
            file.flush()
            if time.monotonic() > until:
                break


def table(folder):
    truths = json.loads((folder / "truths.json").read_text())
    files = [folder / f"{name}.csv" for name in TOOLS if (folder / f"{name}.csv").exists()]
    for problem, (episodes, _, action) in PROBLEMS.items():
        for quantity, truth in truths[problem].items():
            print(f"\n`{problem}`, {episodes:,} episodes: {QUANTITIES[quantity].format(action)}, in truth {truth:.4f}\n")
            print("| tool | method | logs | mean error | RMSE | coverage | mean width | seconds per log |")
            print("|---|---|---|---|---|---|---|---|")
            for file in files:
                version, methods = found(file, problem, quantity)
                for method, lines in methods.items():
                    print(f"| {version} | {method} | " + " | ".join(summary(lines, truth)) + " |")
    for file in files:
        first = file.open().readline()
        if first.startswith("missing"):
            print(f"\n{file.stem}: {first.strip()}")


def found(file, problem, quantity):
    """The tool with its version, and by method its estimates, bounds and seconds."""
    lines = list(csv.reader(file.open()))
    methods = {}
    for line in lines[1:]:
        if line[:2] == [problem, quantity]:
            methods.setdefault(line[3], []).append([float(v) for v in line[4:]])
    return lines[0][1], methods


def summary(lines, truth):
    n = len(lines)
    errors = [line[0] - truth for line in lines]
    bounded = not math.isnan(lines[0][1])
    return [
        str(n),
        f"{sum(errors) / n:+.4f}".replace("-", "−"),
        f"{math.sqrt(sum(e * e for e in errors) / n):.4f}",
        f"{sum(line[1] <= truth <= line[2] for line in lines) / n:.2f}" if bounded else "no interval",
        f"{sum(line[2] - line[1] for line in lines) / n:.3f}" if bounded else "",
        f"{sum(line[3] for line in lines) / n:.2f}",
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("verb", choices=["draw", "run", "run-one", "table"])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--tools", default=",".join(TOOLS))
    parser.add_argument("--python", action="append")
    parser.add_argument("--sluice", default="./sluice")
    parser.add_argument("--logs", type=int, default=40)
    parser.add_argument("--minutes", type=float, default=20, help="time limit of a tool")
    given = parser.parse_args()
    if given.verb == "draw":
        draw(given.folder, given.sluice, given.logs)
    elif given.verb == "run":
        run(given)
    elif given.verb == "run-one":
        run_one(given.folder, given.tools, given.sluice, given.logs, given.minutes)
    else:
        table(given.folder)


if __name__ == "__main__":
    main()
