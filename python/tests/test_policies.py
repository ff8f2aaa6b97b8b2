"""A policy may be anything that says what to do."""

import pytest
from conftest import POLICY, numbers

import sluice


@pytest.fixture(scope="module")
def log(rows):
    return pytest.importorskip("pandas").DataFrame(rows)


@pytest.fixture(scope="module")
def policy_file(tmp_path_factory):
    file = tmp_path_factory.mktemp("policy") / "p.csv"
    file.write_text("state,action,probability\nhome,a,0.2\nhome,b,0.8\ncart,b,1\n")
    return file


@pytest.fixture(scope="module")
def expected(path, policy_file):
    return numbers(sluice.evaluate(path, policy=policy_file))


def test_a_dictionary(log, expected):
    assert numbers(sluice.evaluate(log, policy=POLICY)) == expected


def test_a_table(log, policy_file, expected):
    pandas = pytest.importorskip("pandas")
    assert numbers(sluice.evaluate(log, policy=pandas.read_csv(policy_file))) == expected


def test_a_function_of_a_row(log, expected):
    assert numbers(sluice.evaluate(log, policy=lambda row: POLICY[row["state"]])) == expected


def test_a_function_of_a_frame(log, expected):
    @sluice.of_frame
    def policy(frame):
        return {"a": frame["state"].map({"home": 0.2, "cart": 0}), "b": frame["state"].map({"home": 0.8, "cart": 1})}

    assert numbers(sluice.evaluate(log, policy=policy)) == expected


def test_a_function_of_a_frame_that_gives_actions(log, path):
    always = sluice.of_frame(lambda frame: ["b"] * len(frame))
    assert numbers(sluice.evaluate(log, policy=always)) == numbers(sluice.evaluate(path, policy={"home": "b", "cart": "b"}))


def test_a_function_of_the_step(log, path, tmp_path):
    file = tmp_path / "p.csv"
    file.write_text("step,state,action,probability\n1,home,b,1\n2,home,a,1\n2,cart,a,1\n")
    by_step = sluice.evaluate(log, policy=lambda row: "b" if row["step"] == 1 else "a")
    assert numbers(by_step) == numbers(sluice.evaluate(path, policy=file))


def test_a_function_of_features(log):
    result = sluice.evaluate(log, policy=lambda row: {"a": row["price"], "b": 1 - row["price"]}, features=["price", "state"])
    named = log.assign(p_a=log["price"], p_b=1 - log["price"])
    by_hand = sluice.evaluate(named, policy="columns:p_", features=["price", "state"])
    assert numbers(result) == numbers(by_hand)


def test_a_function_as_the_logged_policy(log, path, tmp_path):
    file = tmp_path / "b.csv"
    file.write_text("state,action,probability\n" + "".join(f"{s},{a},0.5\n" for s in ("home", "cart") for a in "ab"))
    by_function = sluice.evaluate(log, policy="always:b", behavior=lambda row: {"a": 0.5, "b": 0.5})
    assert numbers(by_function) == numbers(sluice.evaluate(path, policy="always:b", behavior=file))


@pytest.mark.parametrize(
    "policy, message",
    [
        (lambda row: {"a": 0.5, "b": 0.4}, "policy at row 1: probabilities must be at least 0 and sum to 1, got"),
        (lambda row: None, "policy at row 1: needs an action or {action: probability}, got None"),
        (lambda row: "a" if row["price"] < 0.5 else "b", 'policy: needs one answer for state "home" at step 1, got'),
        (sluice.of_frame(lambda frame: ["a"]), "policy: needs an answer for each of 1200 rows, got 1"),
        (7, "policy: needs a path, a specification such as uniform, a dictionary, a table or a function, got 7"),
    ],
)
def test_bad_policies_have_a_message(log, policy, message):
    with pytest.raises(sluice.UsageError) as error:
        sluice.evaluate(log, policy=policy)
    assert str(error.value).startswith(message)


def test_a_function_needs_a_table(path):
    with pytest.raises(sluice.UsageError, match="a function needs the log as a table, got a path"):
        sluice.evaluate(path, policy=lambda row: "a")
    with pytest.raises(sluice.UsageError, match="needs states as the log has them, got history"):
        sluice.evaluate([{"state": 1}], policy=lambda row: "a", history=1)
