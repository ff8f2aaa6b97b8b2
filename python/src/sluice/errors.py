"""Errors, with the messages of the command line."""

from __future__ import annotations

from typing import Any, Optional


class SluiceError(Exception):
    """A command that failed.

    :ivar exit: its exit code: 1 a bug, 2 wrong usage, 3 bad data
    """

    def __init__(self, message: str, exit: int = 1) -> None:
        super().__init__(message)
        self.exit = exit


class UsageError(SluiceError, ValueError):
    """Options, or a specification of a policy, that are wrong."""

    def __init__(self, message: str) -> None:
        super().__init__(message, 2)


class BadInput(SluiceError, ValueError):
    """A log or policy that cannot be used.

    :ivar json: what ``check`` found, where it was ``check``
    """

    def __init__(self, message: str, json: Optional[dict[str, Any]] = None) -> None:
        super().__init__(message, 3)
        self.json = json


class JavaNotFound(SluiceError):
    """No Java runtime, 17 or later."""
