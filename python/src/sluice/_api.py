"""The functions that users call."""

from __future__ import annotations

import json
import os
import re
import sys
import tempfile
from pathlib import Path
from typing import Any, Mapping, Optional, Sequence, Union

from . import _java
from ._policies import Columns, Policy, written
from ._results import Check, Comparison, Evaluation, Learned
from ._serve import Server
from ._spark import SparkLog, is_frame
from ._tables import Table, read
from .errors import BadInput, SluiceError, UsageError

Log = Any


def run(*args: str, progress: Optional[bool] = None) -> str:
    """Runs any command, and returns what it prints: ``run("simulate", "search-session", "--out", "log.csv")``."""
    return _printed(_ask([str(a) for a in args], progress))


def check(log: Log, **options: Any) -> Check:
    """A summary of a log, its errors, and which steps are bandits."""
    call = _Call("check", log, options)
    return Check(call.json(), call.rerun)


def evaluate(log: Log, policy: Policy, **options: Any) -> Evaluation:
    """Whether a policy is better than the logged one, at which step, and with what certainty."""
    call = _Call("evaluate", log, options, [("policy", None, policy)])
    return Evaluation(call.json(), call.rerun)


def compare(log: Log, policies: Union[Mapping[str, Policy], Sequence[Policy]], **options: Any) -> Comparison:
    """Which of several policies cannot be ruled out as best, with intervals that hold for all of them at once."""
    if not isinstance(policies, Mapping):
        names = [None if isinstance(p, str) else f"policy{i}" for i, p in enumerate(policies, 1)]
        named: list[tuple[Optional[str], Policy]] = list(zip(names, policies))
    else:
        named = list(policies.items())
    for name, _ in named:
        if name is not None and not re.fullmatch("[A-Za-z_][A-Za-z0-9_]*", name):
            raise UsageError(f"policies: needs names of letters, digits and _, got {name!r}")
    call = _Call("compare", log, options, [("policy", name, policy) for name, policy in named])
    return Comparison(call.json(), call.rerun)


def learn(log: Log, learner: str = "certified", out: Optional[Any] = None, **options: Any) -> Learned:
    """Learns a policy; by default keeps the logged one unless another is certified to be better."""
    call = _Call("learn", log, {"learner": learner, **options})
    file = Path(os.path.abspath(out)) if out is not None else call.folder / ("policy.json" if "features" in options else "policy.csv")
    call.args += ["--out", str(file)]
    return Learned(call.json(), call.rerun, file)


def apply(policy: Policy, log: Log, out: Optional[Any] = None, **options: Any) -> Any:
    """The policy's probabilities for every row: a table of the same library as the log, or the path ``out``."""
    call = _Call("apply", log, options)
    words, more = written(policy, "policy", call.folder, call.table, None, False, "policy")
    parquet = call.table is not None and call.table.library is not None
    file = Path(os.path.abspath(out)) if out is not None else call.folder / ("out.parquet" if parquet else "out.csv")
    _printed(call.ask(["apply", words, *call.args[1:], "--out", str(file)]))
    return file if out is not None else read(file, call.table.library if call.table else None)


def serve(log: Log, policy: Optional[Policy] = None, **options: Any) -> Server:
    """Opens a page on this machine on which policies and settings can be tried."""
    call = _Call("serve", log, options, [] if policy is None else [("policy", None, policy)])
    return Server(call.args, call)


class _Call:
    """A command with its files, which exist as long as this object does."""

    def __init__(
        self,
        command: str,
        log: Log,
        options: Mapping[str, Any],
        policies: Sequence[tuple[str, Optional[str], Policy]] = (),
    ) -> None:
        options = dict(options)
        self.progress: Optional[bool] = options.pop("progress", None)
        self._temporary = tempfile.TemporaryDirectory(prefix="sluice-python-")
        self.folder = Path(self._temporary.name)
        self.spark = SparkLog(log) if is_frame(log) else None
        paths = [self.spark.path] if self.spark is not None else _paths(log)
        if self.spark is not None:
            options.setdefault("engine", "spark")
        self.table = Table(log) if paths is None else None
        columns = Columns(self.table, options.get("columns")) if self.table is not None else None
        all_policies = list(policies)
        if options.get("behavior") is not None:
            all_policies.append(("behavior", None, options.pop("behavior")))
        words: list[str] = []
        more: dict[str, list[float]] = {}
        for number, (role, name, policy) in enumerate(all_policies):
            _require_states(role, policy, options)
            said, extra = written(
                policy, role, self.folder, self.table, columns, bool(options.get("features")), f"python_{role}{number}_"
            )
            words += [f"--{role}", said if name is None else f"{name}={said}"]
            more.update(extra)
        if self.table is not None:
            paths = [str(self.table.with_columns(more).write(self.folder))]
        self.args = [command, *(paths or []), *words, *_words(options)]

    def ask(self, args: Sequence[str]) -> _java.Answer:
        return _ask(args, self.progress) if self.spark is None else self.spark.ask(args, self.progress)

    def json(self) -> dict[str, Any]:
        answer = self.ask([*self.args, "--format", "json"])
        result: dict[str, Any] = json.loads(_printed(answer))
        return result

    def rerun(self, more: Sequence[str], page: bool) -> str:
        """The same command, in words or as a page."""
        file = self.folder / "report.html"
        printed = _printed(self.ask([*self.args, *more, *([str(file)] if page else [])]))
        return file.read_text(encoding="utf-8") if page else printed


def _require_states(role: str, policy: Policy, options: Mapping[str, Any]) -> None:
    made = [name for name in ("bins", "history") if options.get(name) is not None]
    if callable(policy) and made and not options.get("features"):
        raise UsageError(f"{role}: a function needs states as the log has them, got {made[0]} (add the column to the table)")


def _paths(log: Log) -> Optional[list[str]]:
    """Of one path or several; None of a table."""
    if isinstance(log, (str, os.PathLike)):
        return [_path(log)]
    if isinstance(log, (list, tuple)) and log and all(isinstance(one, (str, os.PathLike)) for one in log):
        return [_path(one) for one in log]
    return None


def _path(log: Any) -> str:
    """The Java process may have been started in another folder."""
    name = str(os.fspath(log))
    return name if "://" in name else os.path.abspath(name)


def _words(options: Mapping[str, Any]) -> list[str]:
    """``reward_range=(0, 5)`` is ``--reward-range 0,5``."""
    words: list[str] = []
    for name, value in options.items():
        option = "--" + name.replace("_", "-")
        if value is None or value is False:
            continue
        if value is True:
            words.append(option)
        elif name == "bins" and isinstance(value, Mapping):
            for column, cuts in value.items():
                words += [option, f"{column}={_word(cuts)}"]
        elif isinstance(value, Mapping):
            words += [option, ",".join(f"{k}={'+'.join([v] if isinstance(v, str) else v)}" for k, v in value.items())]
        else:
            words += [option, _word(value)]
    return words


def _word(value: Any) -> str:
    if isinstance(value, (list, tuple, range)):
        return ",".join(str(one) for one in value)
    return str(value)


class _Line:
    """Progress on one line that is overwritten: in a terminal, and below a cell of a notebook."""

    def __init__(self) -> None:
        self.longest = 0

    def __call__(self, text: str) -> None:
        self.longest = max(self.longest, len(text))
        sys.stderr.write("\r" + text.ljust(self.longest))
        sys.stderr.flush()

    def clear(self) -> None:
        if self.longest:
            sys.stderr.write("\r" + " " * self.longest + "\r")
            sys.stderr.flush()


def _watched() -> bool:
    """In a terminal or a notebook."""
    return sys.stderr is not None and (sys.stderr.isatty() or type(sys.stderr).__module__.startswith("ipykernel"))


def _ask(args: Sequence[str], progress: Optional[bool]) -> _java.Answer:
    line = _Line() if (_watched() if progress is None else progress) else None
    try:
        return _java.ask(args, line)
    finally:
        if line is not None:
            line.clear()


def _printed(answer: _java.Answer) -> str:
    if answer.exit == 0:
        return answer.out
    message = answer.err.strip()
    if answer.exit == 2:
        raise UsageError(message)
    if answer.exit == 3:
        found: Optional[dict[str, Any]] = None
        if answer.out.startswith("{"):
            found = json.loads(answer.out)
            message = message or "\n".join(str(e) for e in (found or {}).get("errors", []))
        raise BadInput(message or answer.out.strip(), found)
    raise SluiceError(message, answer.exit)
