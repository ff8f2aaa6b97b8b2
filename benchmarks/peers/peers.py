"""Sluice and other people's packages on the same logs: estimate, interval, coverage, width, time.

    python peers.py draw FOLDER --sluice './sluice'           # logs and truths, once
    python peers.py run FOLDER --tools sluice --sluice './sluice'
    python peers.py run FOLDER --tools econml,doubleml        # in an environment that has them
    python peers.py table FOLDER                              # Markdown

Each tool writes FOLDER/TOOL.csv, a line per log. A tool that cannot be imported writes its reason and no figures.
"""

import argparse
import csv
import json
import math
import os
import shlex
import subprocess
import sys
import time
import warnings
from pathlib import Path

FEATURES = ["interest", "fit", "patience", "haste"]
ROLLOUTS = 1_000_000

# name: (episodes of a log, steps, action of the policy "always this action", what is estimated)
PROBLEMS = {
    "bandit": (2000, 1, "a1", "mean reward of always a1"),
    "session": (1000, 4, "a1", "change of the return by always a1"),
    "table": (1000, 4, "a2", "change of the return by always a2"),
}


class Session:
    """Sluice in one warm process; seconds are those of its processor."""

    def __init__(self, command):
        self.process = subprocess.Popen(
            [*shlex.split(command), "session"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )

    def run(self, *words):
        self.process.stdin.write(json.dumps({"id": 1, "args": [str(w) for w in words]}) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if answer["exit"] != 0:
            raise RuntimeError(answer["err"])
        return answer["out"]

    def seconds(self):
        """Of the process and, where a launcher has not replaced itself, of its children."""
        ticks = os.sysconf("SC_CLK_TCK")
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / ticks


# Logs and truths


def draw(folder, command, logs):
    import numpy as np
    import pandas as pd

    folder.mkdir(parents=True, exist_ok=True)
    sluice = Session(command)
    sluice.run("simulate", "continuous-session", "--dial", 1, "--seed", 90001, "--episodes", 3000 * logs, "--out", folder / "all-session.csv")
    sluice.run("simulate", "random-mdp", "--dial", 0.5, "--seed", 3, "--episodes", 300_000, "--out", folder / "all-table.csv")
    rows = pd.read_csv(folder / "all-session.csv")
    first = rows[rows.step == 1].drop(columns=["end"])
    split(first[first.episode > 1000 * logs], "bandit", folder, logs)  # other episodes than those of "session"
    split(rows, "session", folder, logs)
    table = pd.read_csv(folder / "all-table.csv")
    split(table, "table", folder, logs)
    truths = {
        "bandit": mean_click(np),
        "session": session_effect(np),
        "table": table_effect(table),
    }
    (folder / "truths.json").write_text(json.dumps(truths))
    print(truths)


def split(rows, problem, folder, logs):
    """Consecutive episodes are independent, so that parts of one log are independent logs."""
    size = PROBLEMS[problem][0]
    start = rows.episode.min()
    for i in range(logs):
        part = rows[(rows.episode >= start + i * size) & (rows.episode < start + (i + 1) * size)]
        part.to_csv(folder / f"{problem}-{i}.csv", index=False)


def mean_click(np):
    """E σ(0.4·x₁ − 0.1), x₁ standard normal, by Gauss and Hermite."""
    x, w = np.polynomial.hermite_e.hermegauss(80)
    return float((w / (1 + np.exp(-(0.4 * x - 0.1)))).sum() / math.sqrt(2 * math.pi))


def session_effect(np):
    """Rollouts of the continuous session at strength 1, written anew: always a1 less the logged policy."""
    rng = np.random.default_rng(1)
    start = rng.normal(size=(ROLLOUTS, 4))
    noise = rng.normal(size=(4, ROLLOUTS, 4))
    uniform = rng.random(size=(4, 2, ROLLOUTS))
    means = []
    for always in (True, False):
        x = start.copy()
        there = np.ones(ROLLOUTS, bool)
        total = np.zeros(ROLLOUTS)
        for k in range(4):
            scores = np.exp(np.stack([0.4 * x[:, 0], 0.3 * x[:, 1], -0.3 * x[:, 2]], 1))
            p = 0.1 + 0.7 * scores / scores.sum(1, keepdims=True)
            a = np.ones(ROLLOUTS, int) if always else (uniform[k, 0][:, None] > p.cumsum(1)[:, :2]).sum(1)
            own = np.choose(a, [0.4 * x[:, 1], 0.2 - 0.4 * x[:, 0], 0.5 * x[:, 2] - 0.1])
            total += there / (1 + np.exp(-(0.8 * x[:, 0] + own - 0.3)))
            there &= uniform[k, 1] >= 0.05 + 0.1 / (1 + np.exp(-x[:, 3]))
            interest, fit = x[:, 0].copy(), x[:, 1].copy()
            x = 0.6 * x + 0.8 * noise[k]
            x[:, 0] += np.choose(a, [0.0, 1.0, -0.5])
            x[:, 1] += np.choose(a, [0 * fit, 0.4 * fit, 0.8 * np.tanh(interest)])
            x[:, 2] += np.where(a == 2, 0.4, 0)
        means.append(total.mean())
    return float(means[0] - means[1])


def table_effect(rows):
    """The plug-in estimate from all 300,000 episodes, step by step backward, less the mean return."""
    action = PROBLEMS["table"][2]
    value = {}
    rows = rows.sort_values(["episode", "step"])
    rows["next"] = rows.groupby("episode").state.shift(-1)
    for k in range(int(rows.step.max()), 0, -1):
        at = rows[(rows.step == k) & (rows.action == action)]
        value = (at.reward + at.next.map(value).fillna(0)).groupby(at.state).mean().to_dict()
    start = rows[rows.step == 1].state.map(value).mean()
    return float(start - rows.reward.sum() / rows.episode.nunique())


# Tools: each gives, for a log, {method: (estimate, lower, upper, seconds)}; NaN where there is no interval


class Sluice:
    def __init__(self, command):
        self.session = Session(command)
        self.version = "Sluice"

    def on(self, problem, path):
        words = ["evaluate", path, "--policy", "always:" + PROBLEMS[problem][2], "--interval", "efficient,robust", "--format", "json"]
        if problem != "table":
            words += ["--features", ",".join(FEATURES), "--behavior", "columns:b_"]
        begun = self.session.seconds()
        answer = json.loads(self.session.run(*words))
        seconds = self.session.seconds() - begun
        found = answer["value" if problem == "bandit" else "total"]
        found = found.get("intervals", found)
        return {k: (found[k]["estimate"], found[k]["lower"], found[k]["upper"], seconds) for k in ("efficient", "robust")}


def read(problem, path):
    """Arrays by episode and step; after the end of an episode everything is 0."""
    import numpy as np
    import pandas as pd

    rows = pd.read_csv(path)
    _, steps, _, _ = PROBLEMS[problem]
    if problem == "table":
        columns = pd.get_dummies(rows.state).astype(float).to_numpy()[:, 1:]
    else:
        columns = rows[FEATURES].to_numpy()
    names = sorted(rows.action.unique())
    number = rows.episode.map({e: i for i, e in enumerate(rows.episode.unique())}).to_numpy()
    step = rows.step.to_numpy() - 1
    shape = (number.max() + 1, steps)
    x = np.zeros((*shape, columns.shape[1]))
    x[number, step] = columns
    there = np.zeros(shape)
    there[number, step] = 1
    reward = np.zeros(shape)
    reward[number, step] = rows.reward
    action = np.zeros(shape, int)
    action[number, step] = rows.action.map(names.index)
    propensity = np.ones(shape)
    propensity[number, step] = rows.propensity
    return x, there, action, names, reward, propensity, rows


class EconML:
    """DynamicDML as its notebook sets it up: lasso first stages, three folds, linear effects of each period's treatment.

    Treatments are indicators of all actions but the first, controls the columns and whether the episode goes on, the outcome the
    return. Its question is another one (contrasts of treatments under linear effects); always-this against the logged treatments is
    the contrast from their mean, for those who are still there.
    """

    def __init__(self):
        import econml
        from econml.panel.dml import DynamicDML  # noqa: F401

        self.version = "EconML " + econml.__version__

    def on(self, problem, path):
        import numpy as np
        from econml.panel.dml import DynamicDML
        from sklearn.linear_model import LassoCV, MultiTaskLassoCV

        if problem == "bandit":
            return {}  # needs two periods or more
        x, there, action, names, reward, _, _ = read(problem, path)
        episodes, steps = there.shape
        treatments = np.eye(len(names))[action][:, :, 1:] * there[:, :, None]
        controls = np.concatenate([x, there[:, :, None]], 2) if (there == 0).any() else x
        begun = time.process_time()
        model = DynamicDML(model_y=LassoCV(), model_t=MultiTaskLassoCV(), cv=3, random_state=1)
        model.fit(
            np.repeat(reward.sum(1), steps),
            treatments.reshape(episodes * steps, -1),
            X=None,
            W=controls.reshape(episodes * steps, -1),
            groups=np.repeat(np.arange(episodes), steps),
        )
        logged = treatments.mean(0).reshape(1, -1)
        chosen = np.eye(len(names))[names.index(PROBLEMS[problem][2])][1:]
        always = (there.mean(0)[:, None] * chosen[None, :]).reshape(1, -1)
        estimate = float(np.ravel(model.effect(T0=logged, T1=always))[0])
        lower, upper = (float(np.ravel(b)[0]) for b in model.effect_interval(T0=logged, T1=always, alpha=0.05))
        return {"DynamicDML": (estimate, lower, upper, time.process_time() - begun)}


class DoubleML:
    """Average potential outcome of the action, five folds; its propensities are estimated, because it takes none."""

    def __init__(self):
        import doubleml

        self.version = "DoubleML " + doubleml.__version__

    def on(self, problem, path):
        import doubleml
        import pandas as pd
        from sklearn.linear_model import LinearRegression, LogisticRegression

        if problem != "bandit":
            return {}  # one decision only
        x, _, action, names, reward, _, _ = read(problem, path)
        frame = pd.DataFrame(x[:, 0], columns=FEATURES).assign(y=reward[:, 0], d=action[:, 0].astype(float))
        begun = time.process_time()
        model = doubleml.DoubleMLAPO(
            doubleml.DoubleMLData(frame, "y", "d", FEATURES),
            ml_g=LinearRegression(),
            ml_m=LogisticRegression(max_iter=1000),
            treatment_level=float(names.index(PROBLEMS[problem][2])),
            n_folds=5,
        )
        model.fit()
        lower, upper = model.confint(level=0.95).to_numpy()[0]
        return {"APO": (float(model.coef[0]), float(lower), float(upper), time.process_time() - begun)}


class Obp:
    """Its estimators with the logged propensities, a logistic reward model in three folds, bootstrap intervals (100, its default)."""

    def __init__(self):
        import obp

        self.version = "obp " + obp.__version__

    def on(self, problem, path):
        import numpy as np
        from obp.ope import (
            DirectMethod,
            DoublyRobust,
            InverseProbabilityWeighting,
            OffPolicyEvaluation,
            RegressionModel,
            SelfNormalizedInverseProbabilityWeighting,
        )
        from sklearn.linear_model import LogisticRegression

        if problem != "bandit":
            return {}  # one decision only
        x, _, action, names, reward, propensity, _ = read(problem, path)
        rows = len(action)
        feedback = {
            "n_rounds": rows,
            "n_actions": len(names),
            "context": x[:, 0],
            "action": action[:, 0],
            "reward": reward[:, 0],
            "position": None,
            "pscore": propensity[:, 0],
        }
        chosen = np.zeros((rows, len(names), 1))
        chosen[:, names.index(PROBLEMS[problem][2]), 0] = 1
        begun = time.process_time()
        regression = RegressionModel(n_actions=len(names), base_model=LogisticRegression(max_iter=1000, random_state=1))
        rewards = regression.fit_predict(
            context=x[:, 0], action=action[:, 0], reward=reward[:, 0], n_folds=3, random_state=1
        )
        ope = OffPolicyEvaluation(
            bandit_feedback=feedback,
            ope_estimators=[
                InverseProbabilityWeighting(),
                SelfNormalizedInverseProbabilityWeighting(),
                DirectMethod(),
                DoublyRobust(),
            ],
        )
        values = ope.estimate_policy_values(action_dist=chosen, estimated_rewards_by_reg_model=rewards)
        intervals = ope.estimate_intervals(
            action_dist=chosen, estimated_rewards_by_reg_model=rewards, alpha=0.05, n_bootstrap_samples=100, random_state=1
        )
        seconds = time.process_time() - begun
        return {
            k: (float(v), intervals[k]["95.0% CI (lower)"], intervals[k]["95.0% CI (upper)"], seconds) for k, v in values.items()
        }


class D3rlpy:
    """Fitted Q evaluation with its default network, 5,000 gradient steps; it has no interval."""

    STEPS = 5000

    def __init__(self):
        import d3rlpy

        self.version = "d3rlpy " + d3rlpy.__version__

    def on(self, problem, path):
        import d3rlpy
        import numpy as np
        import torch

        if problem == "bandit":
            return {}
        x, there, action, names, reward, _, _ = read(problem, path)
        episodes, steps = there.shape
        chosen = names.index(PROBLEMS[problem][2])
        # Steps differ, so the step is a part of what is observed.
        seen = np.concatenate([x, np.tile(np.eye(steps), (episodes, 1, 1))], 2).astype(np.float32)
        lengths = there.sum(1).astype(int)
        begun = time.process_time()
        torch.set_num_threads(1)
        d3rlpy.seed(1)
        data = d3rlpy.dataset.MDPDataset(
            observations=np.concatenate([seen[i, : lengths[i]] for i in range(episodes)]),
            actions=np.concatenate([action[i, : lengths[i]] for i in range(episodes)])[:, None],
            rewards=np.concatenate([reward[i, : lengths[i]] for i in range(episodes)])[:, None].astype(np.float32),
            terminals=np.concatenate([np.arange(lengths[i]) == lengths[i] - 1 for i in range(episodes)]).astype(np.float32),
            action_space=d3rlpy.ActionSpace.DISCRETE,
            action_size=len(names),
        )
        policy = d3rlpy.algos.DQNConfig().create(device="cpu:0")
        policy.build_with_dataset(data)
        policy.impl.predict_best_action = lambda o: torch.full((len(o),), chosen, dtype=torch.int64)
        fqe = d3rlpy.ope.DiscreteFQE(
            algo=policy, config=d3rlpy.ope.FQEConfig(gamma=1.0, target_update_interval=100), device="cpu:0"
        )
        fqe.fit(data, n_steps=self.STEPS, n_steps_per_epoch=self.STEPS, show_progress=False, save_interval=10**9,
                logger_adapter=d3rlpy.logging.NoopAdapterFactory())
        first = seen[:, 0]
        value = fqe.predict_value(first, np.full(episodes, chosen)).mean()
        return {"FQE": (float(value - reward.sum(1).mean()), math.nan, math.nan, time.process_time() - begun)}


class ScopeRl:
    def __init__(self):
        import scope_rl  # noqa: F401

        self.version = "SCOPE-RL"

    def on(self, problem, path):
        return {}


TOOLS = {"sluice": Sluice, "econml": EconML, "doubleml": DoubleML, "obp": Obp, "d3rlpy": D3rlpy, "scope-rl": ScopeRl}


def run(folder, tools, command, logs):
    warnings.filterwarnings("ignore")
    for name in tools:
        out = folder / f"{name}.csv"
        try:
            tool = TOOLS[name](command) if name == "sluice" else TOOLS[name]()
        except Exception as e:  # whatever an import throws
            out.write_text(f"missing,{type(e).__name__}: {e}\n")
            print(f"{name}: missing, {type(e).__name__}: {e}")
            continue
        with out.open("w", newline="") as file:
            lines = csv.writer(file)
            lines.writerow(["version", tool.version])
            for i in range(logs):
                for problem in PROBLEMS:
                    try:
                        for method, found in tool.on(problem, folder / f"{problem}-{i}.csv").items():
                            lines.writerow([problem, i, method, *found])
                    except Exception as e:
                        print(f"{name}, {problem}, log {i}: {type(e).__name__}: {e}", file=sys.stderr)
                file.flush()


def table(folder):
    truths = json.loads((folder / "truths.json").read_text())
    for problem, (episodes, _, _, what) in PROBLEMS.items():
        print(f"\n`{problem}`, {episodes:,} episodes: {what}, in truth {truths[problem]:.4f}\n")
        print("| tool | method | logs | mean estimate − truth | root mean square error | covers | mean width | seconds per log |")
        print("|---|---|---|---|---|---|---|---|")
        for file in sorted(folder.glob("*.csv")):
            if file.stem not in TOOLS:
                continue
            lines = list(csv.reader(file.open()))
            methods = {}
            for line in lines[1:]:
                if line[0] == problem:
                    methods.setdefault(line[2], []).append([float(v) for v in line[3:]])
            for method, found in methods.items():
                off = [f[0] - truths[problem] for f in found]
                n = len(found)
                rmse = math.sqrt(sum(o * o for o in off) / n)
                inside = [f for f in found if not math.isnan(f[1])]
                covers = f"{sum(f[1] <= truths[problem] <= f[2] for f in inside) / n:.2f}" if inside else "no interval"
                width = f"{sum(f[2] - f[1] for f in inside) / n:.3f}" if inside else ""
                seconds = sum(f[3] for f in found) / n
                print(f"| {lines[0][1]} | {method} | {n} | {sum(off) / n:+.4f} | {rmse:.4f} | {covers} | {width} | {seconds:.2f} |")
    for file in sorted(folder.glob("*.csv")):
        first = file.open().readline()
        if file.stem in TOOLS and first.startswith("missing"):
            print(f"\n{file.stem}: {first.strip()}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("verb", choices=["draw", "run", "table"])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--tools", default=",".join(TOOLS))
    parser.add_argument("--sluice", default="./sluice")
    parser.add_argument("--logs", type=int, default=40)
    given = parser.parse_args()
    if given.verb == "draw":
        draw(given.folder, given.sluice, given.logs)
    elif given.verb == "run":
        run(given.folder, given.tools.split(","), given.sluice, given.logs)
    else:
        table(given.folder)


if __name__ == "__main__":
    main()
