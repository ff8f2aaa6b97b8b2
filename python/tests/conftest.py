import csv
import io
import os
import random
from pathlib import Path

import pytest

import sluice

# For processes that tests start: the package that is tested, installed or not.
os.environ["PYTHONPATH"] = os.pathsep.join([str(Path(sluice.__file__).parents[1]), os.environ.get("PYTHONPATH", "")])

POLICY = {"home": {"a": 0.2, "b": 0.8}, "cart": "b"}


def _rows(episodes):
    """Two steps, two states, two actions; b is better, and moves home to cart."""
    draw = random.Random(7)
    rows = []
    for episode in range(episodes):
        state = "home"
        for step in (1, 2):
            action = draw.choice("ab")
            chance = 0.7 if action == "b" else 0.3
            rows.append(
                {
                    "episode": episode,
                    "step": step,
                    "state": state,
                    "action": action,
                    "reward": float(draw.random() < chance),
                    "propensity": 0.5,
                    "price": round(draw.random(), 3),
                }
            )
            state = "cart" if action == "b" and draw.random() < 0.8 else "home"
    return rows


@pytest.fixture(scope="session")
def rows():
    return _rows(600)


@pytest.fixture(scope="session")
def path(rows, tmp_path_factory):
    file = tmp_path_factory.mktemp("log") / "log.csv"
    out = io.StringIO()
    writer = csv.DictWriter(out, rows[0].keys(), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    file.write_text(out.getvalue(), encoding="utf-8")
    return file


@pytest.fixture(scope="session")
def from_path(path):
    return sluice.evaluate(path, policy="always:b")


def numbers(result):
    """What does not depend on the file that a log came in."""
    return {k: v for k, v in result.json.items() if k != "provenance"}
