"""Results are objects, errors have the words of the command line."""

import html

import pytest
from conftest import numbers

import sluice


def test_steps_and_total_are_those_of_the_json(from_path):
    assert [s.step for s in from_path.steps] == [1, 2]
    assert from_path.total.verdict == from_path.json["total"]["verdict"] == "better"
    chosen = from_path.json["total"]["intervals"][from_path.total.decided_by]
    assert (from_path.total.estimate, from_path.total.lower, from_path.total.upper) == (
        chosen["estimate"],
        chosen["lower"],
        chosen["upper"],
    )
    assert from_path.steps[0].intervals["efficient"].json["parts"]
    assert "parts" not in repr(from_path.steps[0])  # what is printed stays short


def test_tables_of_results(from_path):
    pytest.importorskip("pandas")
    frame = from_path.to_pandas()
    total = frame[(frame["part"] == "total") & (frame["interval"] == "efficient")]
    assert total["estimate"].iloc[0] == from_path.json["total"]["intervals"]["efficient"]["estimate"]
    pytest.importorskip("polars")
    assert len(from_path.to_polars()) == len(frame)


def test_text_and_page_are_those_of_the_command(from_path, path, tmp_path):
    page = tmp_path / "page.html"
    words = ["evaluate", str(path), "--policy", "always:b"]
    assert from_path.text == sluice.run(*words)
    assert from_path.html.startswith("<!")
    assert "better" in repr(from_path)
    shown = from_path._repr_html_()
    assert shown.startswith("<iframe") and html.escape(from_path.html) in shown
    from_path.save(page)
    assert page.read_text(encoding="utf-8") == from_path.html


def test_check(path):
    checked = sluice.check(path)
    assert checked.json["episodes"] == 600 and [s["step"] for s in checked.steps] == [1]  # nothing follows the last step
    assert {row["assumption"] for row in checked.records()} == set(checked.assumptions)


def test_learning_gives_a_policy_that_can_be_judged(rows, path, tmp_path):
    learned = sluice.learn(rows, learner="vi")
    assert learned.policy[0].keys() >= {"state", "action", "probability"}
    assert learned.records() == learned.policy
    kept = sluice.learn(path, learner="vi", out=tmp_path / "p.csv")
    assert kept.policy == learned.policy and kept.policy_file == tmp_path / "p.csv"
    assert numbers(sluice.evaluate(rows, policy=learned)) == numbers(sluice.evaluate(path, policy=kept.policy_file))
    assert sluice.learn(rows).certificate is not None


@pytest.mark.parametrize("command", ["compare", "apply"])
def test_later_commands(command, rows, path, tmp_path):
    if command not in sluice.run("--help"):
        pytest.skip(f"these jars have no {command}")
    if command == "compare":
        result = sluice.compare(rows, {"greedy": {"home": "b", "cart": "b"}, "even": "uniform"})
        assert {"greedy", "even"} <= set(result.policies) and result.best == ["greedy"]
        assert {row["policy"] for row in result.records()} >= {"greedy", "even"}
    else:
        file = tmp_path / "policy.json"
        sluice.learn(path, learner="vi", out=file)
        assert len(sluice.apply(file, rows)) == len(rows)


def test_wrong_usage_has_the_words_of_the_command(path):
    with pytest.raises(sluice.UsageError) as error:
        sluice.evaluate(path, policy="uniform", intervall="sharp")
    assert "--intervall" in str(error.value) and "did you mean --interval?" in str(error.value)
    assert isinstance(error.value, ValueError) and error.value.exit == 2


def test_bad_data_has_the_words_of_the_command(rows, path):
    with pytest.raises(sluice.BadInput, match=r"nowhere.csv: needs"):
        sluice.evaluate(path.with_name("nowhere.csv"), policy="uniform")
    with pytest.raises(sluice.BadInput) as error:
        sluice.check([{**row, "propensity": 2} for row in rows])
    assert "propensity" in str(error.value) and error.value.json["errors"]
