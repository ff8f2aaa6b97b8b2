"""The version, which the build takes from the POM."""

from pathlib import Path


def _read() -> str:
    try:
        return Path(__file__).with_name("VERSION").read_text(encoding="utf-8").strip()
    except OSError:
        return "0+source"


__version__ = _read()
