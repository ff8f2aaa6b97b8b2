"""Results: objects over the JSON of a command."""

from __future__ import annotations

import html
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Callable, Optional, Sequence

from ._tables import read

Rerun = Callable[[Sequence[str], bool], str]


@dataclass(frozen=True)
class Interval:
    """An estimate with its bounds.

    :ivar json: all of it, with the parts of its width
    """

    name: str
    estimate: float
    lower: float
    upper: float
    json: dict[str, Any] = field(repr=False)

    def __str__(self) -> str:
        return f"{self.name} {self.estimate:+.4f} [{self.lower:+.4f}, {self.upper:+.4f}]"


@dataclass(frozen=True)
class Summary:
    """A verdict, and the intervals by name, the deciding one first."""

    verdict: Optional[str]
    decided_by: Optional[str]
    reason: str
    intervals: dict[str, Interval]

    def _main(self) -> Interval:
        chosen = self.intervals.get(self.decided_by or "")
        if chosen is None:
            chosen = next(iter(self.intervals.values()))
        return chosen

    @property
    def estimate(self) -> float:
        return self._main().estimate

    @property
    def lower(self) -> float:
        return self._main().lower

    @property
    def upper(self) -> float:
        return self._main().upper


@dataclass(frozen=True)
class Step(Summary):
    """The effect of leaving the logged policy at a step, counted from 1."""

    step: int


def _intervals(given: dict[str, Any]) -> dict[str, Interval]:
    return {n: Interval(n, i["estimate"], i["lower"], i["upper"], i) for n, i in given.items()}


def _summary(given: dict[str, Any]) -> Summary:
    return Summary(
        given.get("verdict"), given.get("decidedBy"), given.get("reason", ""), _intervals(given.get("intervals", {}))
    )


class Result:
    """The result of a command.

    :ivar json: the result as ``--format json`` prints it
    """

    def __init__(self, json: dict[str, Any], rerun: Rerun) -> None:
        self.json = json
        self._rerun = rerun
        self._text: Optional[str] = None
        self._page: Optional[str] = None

    @property
    def text(self) -> str:
        """The result in words, as the command line prints it."""
        if self._text is None:
            self._text = self._rerun([], False)
        return self._text

    @property
    def html(self) -> str:
        """The report: one page that opens anywhere, offline."""
        if self._page is None:
            self._page = self._rerun(["--report"], True)
        return self._page

    def save(self, file: Any) -> None:
        """Writes the report to a file."""
        Path(file).write_text(self.html, encoding="utf-8")

    @property
    def warnings(self) -> list[str]:
        return list(self.json.get("warnings", []))

    @property
    def assumptions(self) -> dict[str, Any]:
        return dict(self.json.get("assumptions", {}))

    def records(self) -> list[dict[str, Any]]:
        """The result as rows of a table."""
        return [{"field": k, "value": v} for k, v in self.json.items() if not isinstance(v, (dict, list))]

    def to_pandas(self) -> Any:
        """The result as a pandas table."""
        import pandas

        return pandas.DataFrame(self.records())

    def to_polars(self) -> Any:
        """The result as a polars table."""
        import polars

        return polars.DataFrame(self.records())

    def __repr__(self) -> str:
        return f"<sluice.{type(self).__name__}: .text, .html, .json, .to_pandas()>"

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        page = html.escape(self.html, quote=True)
        return (
            '<iframe style="width:100%;height:48rem;border:0" sandbox="allow-scripts allow-popups allow-downloads" '
            f'title="Sluice report" srcdoc="{page}"></iframe>'
        )


class Evaluation(Result):
    """Whether a policy is better than the logged one, step by step and in total."""

    @property
    def steps(self) -> list[Step]:
        return [
            Step(**_summary(step).__dict__, step=step["step"]) for step in self.json["steps"]
        ]

    @property
    def total(self) -> Summary:
        """The policy's value minus the logged policy's."""
        return _summary(self.json["total"])

    @property
    def value(self) -> Summary:
        """The policy's value, the mean return of an episode."""
        return _summary(self.json["value"])

    def records(self) -> list[dict[str, Any]]:
        parts: list[tuple[str, Optional[int], Summary]] = [("step", s.step, s) for s in self.steps]
        parts += [("total", None, self.total), ("value", None, self.value)]
        return [
            {
                "part": part,
                "step": step,
                "interval": i.name,
                "estimate": i.estimate,
                "lower": i.lower,
                "upper": i.upper,
                "verdict": s.verdict if i.name == s.decided_by else None,
            }
            for part, step, s in parts
            for i in s.intervals.values()
        ]

    def __repr__(self) -> str:
        total = self.total
        main = str(total._main()) if total.intervals else ""
        return f"<sluice.Evaluation: total {total.verdict}, {main}>"


class Check(Result):
    """A summary of a log, and the tests of assumptions."""

    @property
    def steps(self) -> list[dict[str, Any]]:
        """Bandit or planning, for every step."""
        return list(self.json.get("shift", {}).get("steps", []))

    def records(self) -> list[dict[str, Any]]:
        return [{"assumption": name, **_plain(found)} for name, found in self.assumptions.items()]


def _plain(found: dict[str, Any]) -> dict[str, Any]:
    return {k: v for k, v in found.items() if not isinstance(v, (dict, list))}


class Comparison(Result):
    """Which of several policies cannot be ruled out as best, at every step and in total."""

    @property
    def policies(self) -> list[str]:
        """Their names."""
        return list(self.json["policies"])

    @property
    def effects(self) -> list[dict[str, Any]]:
        """For every step, and at last in total, whose step is None: each policy, and each pair."""
        return list(self.json["effects"])

    @property
    def best(self) -> list[str]:
        """The policies that cannot be ruled out as best in total."""
        found = next(e for e in self.effects if e["step"] is None)["best"]
        return [found] if isinstance(found, str) else list(found)

    def records(self) -> list[dict[str, Any]]:
        return [{"step": e["step"], **_plain(policy)} for e in self.effects for policy in e["policies"]]


class Learned(Result):
    """A policy that was learned. It can be given wherever a policy is needed.

    :ivar policy_file: where it is while this object lives, or None if the answer is to keep the current policy
    """

    def __init__(self, json: dict[str, Any], rerun: Rerun, file: Path) -> None:
        super().__init__(json, rerun)
        self.policy_file: Optional[Path] = file if file.exists() else None

    @property
    def certificate(self) -> Optional[dict[str, Any]]:
        found = self.json.get("certificate")
        return dict(found) if found is not None else None

    @property
    def policy(self) -> list[dict[str, str]]:
        """The policy's rows: step, state, action, probability."""
        if self.policy_file is None:
            return []
        if self.policy_file.suffix == ".json":
            return [json.loads(self.policy_file.read_text(encoding="utf-8"))]
        return list(read(self.policy_file, None))

    def records(self) -> list[dict[str, Any]]:
        return list(self.policy)
