"""The logs that every tool gets, and the truth about them."""

import json
import math
import os
import shlex
import subprocess
from pathlib import Path

FEATURES = ["interest", "fit", "patience", "haste"]
ROLLOUTS = 1_000_000

# name: (episodes of a log, steps, action of the policy "always this action")
PROBLEMS = {"bandit": (2000, 1, "a1"), "session": (1000, 4, "a1"), "table": (1000, 4, "a2")}
# What is asked of a problem: the return of the policy, or that less the return of the logged policy
QUANTITIES = {"value": "mean return of always {}", "change": "change of the mean return by always {}"}


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
        ticks = os.sysconf("SC_CLK_TCK")
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / ticks


def draw(folder, command, logs):
    """Writes the logs and truths.json."""
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
    truths = {"bandit": {"value": mean_click(np)}, "session": session_truth(np), "table": table_truth(table)}
    (folder / "truths.json").write_text(json.dumps(truths))
    print(truths)


def split(rows, problem, folder, logs):
    """Episodes are independent, so parts of one log are independent logs."""
    size = PROBLEMS[problem][0]
    start = rows.episode.min()
    for i in range(logs):
        part = rows[(rows.episode >= start + i * size) & (rows.episode < start + (i + 1) * size)]
        part.to_csv(folder / f"{problem}-{i}.csv", index=False)


def mean_click(np):
    """E σ(0.4·x₁ − 0.1), x₁ standard normal, by Gauss-Hermite quadrature."""
    x, w = np.polynomial.hermite_e.hermegauss(80)
    return float((w / (1 + np.exp(-(0.4 * x - 0.1)))).sum() / math.sqrt(2 * math.pi))


def session_truth(np):
    """Rollouts of the continuous session at strength 1, written anew: always a1, and the logged policy."""
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
    return {"value": float(means[0]), "change": float(means[0] - means[1])}


def table_truth(rows):
    """The plug-in estimate from all 300,000 episodes, step by step backward, and that less the mean return."""
    action = PROBLEMS["table"][2]
    value = {}
    rows = rows.sort_values(["episode", "step"])
    rows["next"] = rows.groupby("episode").state.shift(-1)
    for k in range(int(rows.step.max()), 0, -1):
        at = rows[(rows.step == k) & (rows.action == action)]
        value = (at.reward + at.next.map(value).fillna(0)).groupby(at.state).mean().to_dict()
    start = float(rows[rows.step == 1].state.map(value).mean())
    return {"value": start, "change": start - float(rows.reward.sum()) / rows.episode.nunique()}


def read(problem, path):
    """Arrays by episode and step; after the end of an episode everything is 0."""
    import numpy as np
    import pandas as pd

    rows = pd.read_csv(path)
    _, steps, _ = PROBLEMS[problem]
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
    return x, there, action, names, reward, propensity
