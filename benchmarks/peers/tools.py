"""Tools of one decision or of tables: Sluice, EconML, DoubleML, obp.

Each has `on(problem, path)`, which gives {(quantity, method): (estimate, lower, upper, seconds)} for one log, NaN where there is no
interval, and nothing where the tool cannot answer. Settings are those of the tool's own documentation.
"""

import json
import time

from problems import FEATURES, PROBLEMS, Session, read


class Sluice:
    """Both intervals with the logged propensities; on columns with the probabilities of all actions."""

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
        found = {}
        for quantity, key in (("value", "value"), ("change", "total")):
            for kind in ("efficient", "robust"):
                interval = answer[key]["intervals"][kind]
                found[quantity, f"`{kind}`"] = (interval["estimate"], interval["lower"], interval["upper"], seconds)
        return found


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
        x, there, action, names, reward, _ = read(problem, path)
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
        return {("change", "`DynamicDML`"): (estimate, lower, upper, time.process_time() - begun)}


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
        x, _, action, names, reward, _ = read(problem, path)
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
        return {("value", "`DoubleMLAPO`"): (float(model.coef[0]), float(lower), float(upper), time.process_time() - begun)}


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
        x, _, action, names, reward, propensity = read(problem, path)
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
            ("value", f"`{k}`"): (float(v), intervals[k]["95.0% CI (lower)"], intervals[k]["95.0% CI (upper)"], seconds)
            for k, v in values.items()
        }
