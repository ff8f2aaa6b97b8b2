"""Tables of every library give the numbers of the same file."""

import pytest
from conftest import numbers

import sluice


@pytest.mark.parametrize("library", ["pandas", "polars", "pyarrow", "rows", "columns", "lazy", "indexed", "paths"])
def test_every_table_gives_the_same_numbers(library, rows, path, from_path):
    if library == "pandas":
        log = pytest.importorskip("pandas").DataFrame(rows)
    elif library == "indexed":
        log = pytest.importorskip("pandas").DataFrame(rows).set_index(["episode", "step"])
    elif library == "polars":
        log = pytest.importorskip("polars").DataFrame(rows)
    elif library == "lazy":
        log = pytest.importorskip("polars").LazyFrame(rows)
    elif library == "pyarrow":
        log = pytest.importorskip("pyarrow").Table.from_pylist(rows)
    elif library == "paths":
        log = [str(path)]
    elif library == "columns":
        log = {name: [row[name] for row in rows] for name in rows[0]}
    else:
        log = rows
    assert numbers(sluice.evaluate(log, policy="always:b")) == numbers(from_path)


def test_pandas_without_pyarrow_goes_by_csv(rows, from_path, monkeypatch):
    pandas = pytest.importorskip("pandas")
    monkeypatch.setattr("sluice._tables._has", lambda module: False)
    assert numbers(sluice.evaluate(pandas.DataFrame(rows), policy="always:b")) == numbers(from_path)


def test_odd_columns_and_options(rows):
    pandas = pytest.importorskip("pandas")
    log = pandas.DataFrame(rows).rename(columns={"state": "Where é", "action": "what", "reward": "worth"})
    log["worth"] *= 5
    names = {"state": "Where é", "action": "what", "reward": "worth"}
    result = sluice.evaluate(log, policy="always:b", columns=names, reward_range=(0, 5), interval=["efficient", "sharp"])
    assert list(result.total.intervals) == ["efficient", "sharp"]
    binned = sluice.check(log, columns={**names, "state": ["Where é", "price"]}, bins={"price": [0.5]}, reward_range=(0, 5))
    assert binned.json["states"] == 4


def test_what_is_no_log_is_refused():
    with pytest.raises(sluice.UsageError, match="log: needs a pandas, polars or pyarrow table.*got int"):
        sluice.check(7)
