"""Tools that learn networks with PyTorch: FQE of d3rlpy, and SCOPE-RL, whose estimators take the Q function of that FQE.

`on(problem, path)` is as in tools.py.
"""

import math
import time

from problems import PROBLEMS, read

STEPS = 5000


def fitted(problem, path, fits=True):
    """Q̂ of FQE for every episode, step and action (0 after the end), and the seconds it took; kept in a file for the other tool.

    Without the file it is fitted, or else None.
    """
    import numpy as np

    file = path.with_suffix(f".fqe-{STEPS}.npz")
    if not file.exists():
        if not fits:
            return None
        q, seconds = fit(problem, path)
        np.savez(file, q=q, seconds=seconds)
    kept = np.load(file)
    return kept["q"], float(kept["seconds"])


def fit(problem, path):
    """The default network, learning rate and batches of 100, no discount, 5,000 gradient steps.

    The evaluated policy is not a learned one, so the DQN that FQE asks for the next action is replaced by that action.
    """
    import d3rlpy
    import numpy as np
    import torch

    x, there, action, names, reward, _ = read(problem, path)
    episodes, steps = there.shape
    chosen = names.index(PROBLEMS[problem][2])
    seen = np.concatenate([x, np.tile(np.eye(steps), (episodes, 1, 1))], 2).astype(np.float32)  # steps differ: observe the step
    rows = there.astype(bool)
    last = np.cumsum(there[:, ::-1], 1)[:, ::-1] == 1
    begun = time.process_time()
    torch.set_num_threads(1)
    d3rlpy.seed(1)
    data = d3rlpy.dataset.MDPDataset(
        observations=seen[rows],
        actions=action[rows][:, None],
        rewards=reward[rows][:, None].astype(np.float32),
        terminals=last[rows].astype(np.float32),
        action_space=d3rlpy.ActionSpace.DISCRETE,
        action_size=len(names),
    )
    policy = d3rlpy.algos.DQNConfig().create(device="cpu:0")
    policy.build_with_dataset(data)
    policy.impl.predict_best_action = lambda o: torch.full((len(o),), chosen, dtype=torch.int64)
    fqe = d3rlpy.ope.DiscreteFQE(algo=policy, config=d3rlpy.ope.FQEConfig(gamma=1.0), device="cpu:0")
    fqe.fit(
        data,
        n_steps=STEPS,
        n_steps_per_epoch=STEPS,
        show_progress=False,
        save_interval=10**9,
        logger_adapter=d3rlpy.logging.NoopAdapterFactory(),
    )
    q = np.zeros((episodes, steps, len(names)))
    for a in range(len(names)):
        q[rows, a] = fqe.predict_value(seen[rows], np.full(int(rows.sum()), a))
    return q, time.process_time() - begun


class D3rlpy:
    """Fitted Q evaluation; it has no interval."""

    def __init__(self):
        import d3rlpy

        self.version = "d3rlpy " + d3rlpy.__version__

    def on(self, problem, path):
        if problem == "bandit":
            return {}  # nothing follows: a regression
        _, _, _, names, reward, _ = read(problem, path)
        q, seconds = fitted(problem, path)
        value = float(q[:, 0, names.index(PROBLEMS[problem][2])].mean())
        change = value - float(reward.sum(1).mean())
        return {(quantity, "`DiscreteFQE`"): (v, math.nan, math.nan, seconds) for quantity, v in (("value", value), ("change", change))}


class ScopeRl:
    """Its basic estimators with the logged propensities, bootstrap intervals (100 samples, its default).

    Those that need Q̂ take that of FQE, on the logs on which `d3rlpy` was run before. After the end of an episode every weight is 1 and
    every reward and Q̂ is 0.
    """

    def __init__(self):
        import scope_rl
        from scope_rl.ope import OffPolicyEvaluation  # noqa: F401

        self.version = "SCOPE-RL " + scope_rl.__version__

    def on(self, problem, path):
        import numpy as np
        from scope_rl.ope import OffPolicyEvaluation
        from scope_rl.ope import discrete

        if problem == "bandit":
            return {}  # its estimators of one decision are those of obp
        x, there, action, names, reward, propensity = read(problem, path)
        episodes, steps = there.shape
        chosen = names.index(PROBLEMS[problem][2])
        fqe = fitted(problem, path, fits=False)
        q = np.zeros((episodes, steps, len(names))) if fqe is None else fqe[0]
        always = np.tile(np.eye(len(names))[chosen], (episodes * steps, 1))
        logged = {
            "size": episodes * steps,
            "n_trajectories": episodes,
            "step_per_trajectory": steps,
            "action_type": "discrete",
            "n_actions": len(names),
            "action_dim": None,
            "state_dim": x.shape[2],
            "state": x.reshape(episodes * steps, -1),
            "action": np.where(there == 1, action, chosen).ravel(),
            "reward": reward.ravel(),
            "pscore": propensity.ravel(),
            "done": np.tile(np.arange(steps) == steps - 1, episodes).astype(float),
            "terminal": np.tile(np.arange(steps) == steps - 1, episodes).astype(float),
        }
        asked = {
            "always": {
                "evaluation_policy_action": None,
                "evaluation_policy_action_dist": always,
                "state_action_value_prediction": q.reshape(episodes * steps, -1),
                "initial_state_value_prediction": q[:, 0, chosen],
                "on_policy_policy_value": None,
                "gamma": 1.0,
            }
        }
        weighting = [
            discrete.TrajectoryWiseImportanceSampling(),
            discrete.PerDecisionImportanceSampling(),
            discrete.SelfNormalizedPDIS(),
        ]
        with_model = [discrete.DirectMethod(), discrete.DoublyRobust(), discrete.SelfNormalizedDR()]
        found = {}
        for estimators, seconds in [(weighting, 0.0)] + ([] if fqe is None else [(with_model, fqe[1])]):
            begun = time.process_time()
            # By default the reward of a row with done = 1 is set to 0; here rewards after the end are 0 already.
            ope = OffPolicyEvaluation(logged_dataset=logged, ope_estimators=estimators, disable_reward_after_done=False)
            values = ope.estimate_policy_value(asked)["always"]
            intervals = ope.estimate_intervals(asked, alpha=0.05, random_state=1)["always"]
            seconds += time.process_time() - begun
            for k, i in intervals.items():
                if i is not None:  # that of the value under the policy itself, which the log does not show
                    found["value", f"`{k}`"] = (float(values[k]), i["95.0% CI (lower)"], i["95.0% CI (upper)"], seconds)
        return found
