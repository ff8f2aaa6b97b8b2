"""What the README of this package shows is what one gets."""

import contextlib
import io
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def test_the_log_of_the_tutorial(monkeypatch):
    pytest.importorskip("pandas")
    blocks = re.findall(r"(?ms)^```(\w+)\n(.*?)^```$", (ROOT / "python" / "README.md").read_text(encoding="utf-8"))
    shown = [text for language, text in blocks if language == "text"]
    programs = [text for language, text in blocks if language == "python"]
    assert len(shown) == 1
    monkeypatch.chdir(ROOT)
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(programs[-1], "README.md", "exec"), {})
    assert printed.getvalue() == shown[0]
