"""The live page of a log."""

from __future__ import annotations

import atexit
import html
import os
import re
import subprocess
import tempfile
import threading
from typing import Any, Optional, Sequence

from . import _java
from .errors import BadInput, SluiceError, UsageError

_URL = re.compile(r"https?://\S+")


class Server:
    """A page on this machine, until :meth:`stop` or the end of Python.

    :ivar url: where it is; it holds the token without which nothing is answered
    """

    def __init__(self, args: Sequence[str], keep: Any) -> None:
        self._keep = keep  # the log's temporary folder
        self._errors = tempfile.TemporaryFile()
        self._process = subprocess.Popen(
            _java.command(_java.java(), *args),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            start_new_session=os.name != "nt",
        )
        atexit.register(self.stop)
        self.url = self._announced()
        # What it prints later must not fill the pipe.
        threading.Thread(target=self._drain, daemon=True).start()

    def _announced(self) -> str:
        assert self._process.stdout is not None
        found: Optional[re.Match[str]] = None
        try:
            for line in self._process.stdout:
                found = _URL.search(line.decode("utf-8", errors="replace"))
                if found:
                    return found.group()
        except BaseException:
            self.stop()
            raise
        exit = self._process.wait()
        self._errors.seek(0)
        message = self._errors.read().decode("utf-8", errors="replace").strip()
        if exit == 2:
            raise UsageError(message)
        raise BadInput(message) if exit == 3 else SluiceError(message or f"serve: ended with exit code {exit}")

    def _drain(self) -> None:
        assert self._process.stdout is not None
        for _ in self._process.stdout:
            pass

    def stop(self) -> None:
        atexit.unregister(self.stop)
        self._process.terminate()
        try:
            self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def __repr__(self) -> str:
        return f"<sluice.Server: {self.url}>"

    def _repr_html_(self) -> str:
        url = html.escape(self.url, quote=True)
        return f'<a href="{url}" target="_blank" rel="noopener">{url}</a>'
