"""Policies, as the command line takes them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Callable, Mapping, Optional, Sequence, TypeVar, Union

from ._tables import Table, kind, text, write_csv
from .errors import UsageError

_ROLES = {
    "step": ("step", "t", "timestep", "time_step", "step_id", "stage"),
    "state": ("state", "obs", "observation", "context", "state_id", "s"),
    "action": ("action", "item_id", "arm", "treatment", "action_id", "a"),
}
_TOLERANCE = 1e-9

F = TypeVar("F", bound=Callable[..., Any])
Policy = Union[str, "os.PathLike[str]", Mapping[Any, Any], Callable[..., Any], Any]


def of_frame(policy: F) -> F:
    """Marks a policy that is a function of the whole table instead of one row.

    It returns the action of every row, or a dictionary or table of probabilities with a column for every action.
    """
    policy.__sluice_of_frame__ = True  # type: ignore[attr-defined]
    return policy


class Columns:
    """Which columns of a table have a role."""

    def __init__(self, table: Table, given: Optional[Mapping[str, Union[str, Sequence[str]]]]) -> None:
        self._names = {name.lower(): name for name in table.columns}
        self._given = dict(given or {})

    def of(self, role: str) -> list[str]:
        if role in self._given:
            given = self._given[role]
            return given.split("+") if isinstance(given, str) else list(given)
        for alias in _ROLES[role]:
            if alias in self._names:
                return [self._names[alias]]
        return []


def _name(values: Sequence[Any]) -> str:
    """Several columns as one name, as docs/data-format.md has it."""
    if len(values) == 1:
        return text(values[0])
    return "|".join(text(v).replace("\\", "\\\\").replace("|", "\\|") for v in values)


def _answers(policy: Callable[..., Any], table: Table, role: str) -> list[dict[str, float]]:
    """For every row, the probabilities of actions."""
    if getattr(policy, "__sluice_of_frame__", False):
        return _of_frame(policy(table.frame), len(table), role)
    return [_distribution(policy(row), role, number) for number, row in enumerate(table.rows(), 1)]


def _of_frame(answer: Any, rows: int, role: str) -> list[dict[str, float]]:
    two_dimensional = kind(answer) is not None and (hasattr(answer, "columns") or hasattr(answer, "column_names"))
    if two_dimensional or isinstance(answer, Mapping):
        table = Table(answer)
        answers = [_distribution(row, role, number) for number, row in enumerate(table.rows(), 1)]
    else:
        values = answer.to_pylist() if hasattr(answer, "to_pylist") else list(answer)
        answers = [_distribution(_plain(value), role, number) for number, value in enumerate(values, 1)]
    if len(answers) != rows:
        raise UsageError(f"{role}: needs an answer for each of {rows} rows, got {len(answers)}")
    return answers


def _plain(value: Any) -> Any:
    return value.item() if hasattr(value, "item") else value


def _distribution(answer: Any, role: str, row: int) -> dict[str, float]:
    if not isinstance(answer, Mapping):
        if answer is None or answer != answer:
            raise UsageError(f"{role} at row {row}: needs an action or {{action: probability}}, got {answer}")
        return {text(_plain(answer)): 1.0}
    try:
        shares = {text(_plain(action)): float(share) for action, share in answer.items()}
    except (TypeError, ValueError):
        raise UsageError(f"{role} at row {row}: needs an action or {{action: probability}}, got {answer}") from None
    total = sum(shares.values())
    if not (abs(total - 1) <= 1e-3 and min(shares.values(), default=0) >= 0):
        raise UsageError(f"{role} at row {row}: probabilities must be at least 0 and sum to 1, got {shares}")
    return shares


def _table(policy: Callable[..., Any], table: Table, columns: Columns, role: str, file: Path) -> str:
    """The policy as a table of states, and of steps if it depends on them."""
    states, steps = columns.of("state"), columns.of("step")
    if not states:
        raise UsageError(f"{role}: a function of a row needs a state, got no such column (name it: columns={{'state': …}}, or features=[…])")
    keys = [_name(list(row.values())) for row in table.rows(states)]
    numbers = [_number(next(iter(row.values()))) for row in table.rows(steps)] if steps else [None] * len(keys)
    first = min((n for n in numbers if n is not None), default=1)
    by_step: dict[tuple[Optional[int], str], dict[str, float]] = {}
    by_state: dict[str, dict[str, float]] = {}
    alike = True
    for state, number, answer in zip(keys, numbers, _answers(policy, table, role)):
        step = None if number is None else number - first + 1
        known = by_step.setdefault((step, state), answer)
        if not _same(known, answer):
            raise UsageError(
                f'{role}: needs one answer for state "{state}"{"" if step is None else f" at step {step}"}, got '
                f"{known} and {answer} (a function of other columns needs features, or them in columns as part of the state)"
            )
        alike = alike and _same(by_state.setdefault(state, answer), answer)
    if alike or not steps:
        rows = [(s, a, p) for s, shares in by_state.items() for a, p in shares.items()]
        return str(write_csv(file, ["state", "action", "probability"], rows))
    lines = [(t, s, a, p) for (t, s), shares in by_step.items() for a, p in shares.items()]
    return str(write_csv(file, ["step", "state", "action", "probability"], lines))


def _spec(policy: str) -> str:
    """The Java process may have been started in another folder."""
    if policy.startswith("mix:") and policy.count(":") >= 2:
        mix, weight, other = policy.split(":", 2)
        return f"{mix}:{weight}:{_spec(other)}"
    return os.path.abspath(policy) if os.path.exists(policy) else policy


def _number(value: Any) -> int:
    try:
        return int(value)
    except (TypeError, ValueError):
        raise UsageError(f"step: needs whole numbers, got {value}") from None


def _same(one: Mapping[str, float], other: Mapping[str, float]) -> bool:
    return all(abs(one.get(a, 0) - other.get(a, 0)) <= _TOLERANCE for a in {*one, *other})


def written(
    policy: Policy, role: str, folder: Path, table: Optional[Table], columns: Optional[Columns], features: bool, prefix: str
) -> tuple[str, dict[str, list[float]]]:
    """What to say to the command line, and columns that the log needs for it."""
    learned = getattr(policy, "policy_file", None)
    if learned is not None:
        return str(learned), {}
    if isinstance(policy, str):
        return _spec(policy), {}
    if isinstance(policy, os.PathLike):
        return os.path.abspath(policy), {}
    if isinstance(policy, Mapping):
        rows = [(s, a, p) for s, answer in policy.items() for a, p in _distribution(answer, role, 1).items()]
        return str(write_csv(folder / f"{prefix}.csv", ["state", "action", "probability"], rows)), {}
    if kind(policy) is not None:
        given = Table(policy)
        return str(write_csv(folder / f"{prefix}.csv", given.columns, zip(*map(given.column, given.columns)))), {}
    if not callable(policy):
        raise UsageError(
            f"{role}: needs a path, a specification such as uniform, a dictionary, a table or a function, got {policy!r}"
        )
    if table is None or columns is None:
        raise UsageError(f"{role}: a function needs the log as a table, got a path (read it with pandas.read_csv, say)")
    if not features:
        return _table(policy, table, columns, role, folder / f"{prefix}.csv"), {}
    answers = _answers(policy, table, role)
    taken = columns.of("action")
    actions = {text(value) for name in taken[:1] for value in table.column(name)} - {""}
    for answer in answers:
        actions.update(answer)
    return f"columns:{prefix}", {prefix + a: [answer.get(a, 0.0) for answer in answers] for a in sorted(actions)}
