package io.sluice.selection;

import io.sluice.mdp.Policy;
import java.util.List;
import java.util.Optional;

/** Judges by a model of the holdout, which serves all policies. It can judge any policy. */
public sealed interface ModelJudge extends Judge
    permits AsymptoticJudge, ClusterJudge, FiniteSampleJudge {
  /** V_π − V_πb; the bound fails with probability at most δ. */
  Gain total(Policy policy, double delta);

  /** α^(1), …, α^(H); any of the bounds fails with probability at most δ. */
  List<Gain> steps(Policy policy, double delta);

  @Override
  default List<Optional<Gain>> totals(List<Policy> policies, double delta) {
    return policies.stream().map(policy -> Optional.of(total(policy, delta))).toList();
  }
}
