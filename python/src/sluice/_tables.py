"""Tables of any library, as files that the command line reads."""

from __future__ import annotations

import csv
import importlib.util
import json
import os
from pathlib import Path
from typing import Any, Iterable, Iterator, Mapping, Optional, Sequence, Union

from .errors import UsageError

PathLike = Union[str, "os.PathLike[str]"]


def _has(module: str) -> bool:
    return importlib.util.find_spec(module) is not None


def kind(table: object) -> Optional[str]:
    """The library that a table is of, or None."""
    for base in type(table).__mro__:
        library = base.__module__.split(".")[0]
        if library in ("pandas", "polars", "pyarrow"):
            return library
    return None


class Table:
    """A log in memory."""

    def __init__(self, table: Any) -> None:
        self.library = kind(table)
        if self.library == "pandas":
            if any(name is not None for name in table.index.names):
                table = table.reset_index()
            self._frame = table
        elif self.library == "polars":
            self._frame = table.collect() if hasattr(table, "collect") else table
        elif self.library == "pyarrow":
            import pyarrow

            self._frame = table if isinstance(table, pyarrow.Table) else pyarrow.table(table)
        else:
            self._frame = _columns(table)

    @property
    def frame(self) -> Any:
        return self._frame

    @property
    def columns(self) -> list[str]:
        if self.library == "pyarrow":
            return list(self._frame.column_names)
        return [str(name) for name in (self._frame if self.library is None else self._frame.columns)]

    def __len__(self) -> int:
        if self.library == "pyarrow":
            return int(self._frame.num_rows)
        if self.library is None:
            return max((len(column) for column in self._frame.values()), default=0)
        return len(self._frame)

    def column(self, name: str) -> list[Any]:
        """Values as Python has them."""
        if self.library == "pandas":
            return [None if _missing(v) else v for v in self._frame[name].tolist()]
        if self.library == "polars":
            return list(self._frame[name].to_list())
        if self.library == "pyarrow":
            return list(self._frame[name].to_pylist())
        return list(self._frame[name])

    def rows(self, names: Optional[Sequence[str]] = None) -> Iterator[dict[str, Any]]:
        names = self.columns if names is None else names
        for values in zip(*(self.column(name) for name in names)):
            yield dict(zip(names, values))

    def with_columns(self, more: Mapping[str, Sequence[float]]) -> "Table":
        if not more:
            return self
        if self.library == "pandas":
            import pandas

            extra = pandas.DataFrame(dict(more), index=self._frame.index)
            return Table(pandas.concat([self._frame, extra], axis=1))
        if self.library == "polars":
            import polars

            return Table(self._frame.with_columns(*(polars.Series(n, list(v)) for n, v in more.items())))
        if self.library == "pyarrow":
            frame = self._frame
            for name, values in more.items():
                frame = frame.append_column(name, [list(values)])
            return Table(frame)
        return Table({**self._frame, **{name: list(values) for name, values in more.items()}})

    def write(self, folder: Path) -> Path:
        """Writes this table to a file: Parquet if the library can write it, else CSV."""
        parquet, text = folder / "log.parquet", folder / "log.csv"
        if self.library == "polars":
            self._frame.write_parquet(parquet)
            return parquet
        if self.library == "pyarrow":
            return _write_arrow(self._frame, parquet)
        if self.library == "pandas":
            if _has("pyarrow"):
                import pyarrow

                try:
                    return _write_arrow(pyarrow.Table.from_pandas(self._frame, preserve_index=False), parquet)
                except (pyarrow.ArrowException, TypeError):
                    pass  # values of several types in one column: as text, below
            self._frame.to_csv(text, index=False, encoding="utf-8")
            return text
        write_csv(text, self.columns, zip(*self._frame.values()))
        return text


def _write_arrow(table: Any, file: Path) -> Path:
    import pyarrow.parquet

    pyarrow.parquet.write_table(table, file)
    return file


def _missing(value: Any) -> bool:
    return value is None or value != value or type(value).__name__ in ("NAType", "NaTType")


def _columns(table: Any) -> dict[str, list[Any]]:
    """Of a list of dictionaries, or a dictionary of columns."""
    if isinstance(table, Mapping):
        return {str(name): list(column) for name, column in table.items()}
    if isinstance(table, Iterable) and not isinstance(table, (str, bytes)):
        rows = list(table)
        if rows and all(isinstance(row, Mapping) for row in rows):
            names = list(dict.fromkeys(str(name) for row in rows for name in row))
            return {name: [row.get(name) for row in rows] for name in names}
    if hasattr(table, "__arrow_c_stream__") and _has("pyarrow"):
        import pyarrow

        return dict(pyarrow.table(table).to_pydict())
    raise UsageError(
        "log: needs a pandas, polars or pyarrow table, a list of dictionaries, or a path, got " + type(table).__name__
    )


def text(value: Any) -> str:
    """A value as a log has it: 1.0 is 1, and a missing one is empty."""
    if value is None or value != value:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        return str(int(value))
    return str(value)


def write_csv(file: Path, names: Sequence[str], rows: Iterable[Sequence[Any]]) -> Path:
    with open(file, "w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(names)
        writer.writerows([text(value) for value in row] for row in rows)
    return file


def read(file: Path, library: Optional[str]) -> Any:
    """A Parquet or CSV file as a table of a library; without one, as a list of dictionaries."""
    parquet = file.suffix == ".parquet"
    if library == "polars":
        import polars

        return polars.read_parquet(file) if parquet else polars.read_csv(file)
    if library == "pyarrow":
        import pyarrow.csv
        import pyarrow.parquet

        return pyarrow.parquet.read_table(file) if parquet else pyarrow.csv.read_csv(file)
    if library == "pandas":
        import pandas

        return pandas.read_parquet(file) if parquet else pandas.read_csv(file)
    if file.suffix in (".json", ".jsonl"):
        return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
    with open(file, encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))
