package io.sluice.features;

import io.sluice.fit.EvaluationResult;
import java.util.List;
import java.util.Optional;

/**
 * Would the new policy be better, and at which step, on a log with feature columns?
 *
 * @param evaluation the same as for tables; it has no states
 * @param columns the features
 * @param basis {@code auto} or {@code plain}
 * @param nuisance {@code ridge}, {@code boosted} or {@code auto}
 * @param booster the library that fitted the trees, with its version; none with {@code ridge}
 * @param folds how many parts the log has for cross-fitting
 * @param steps the regressions of every step
 * @param shifts whether each step but the last is a bandit or planning; none where the logged
 *     policy's probabilities of all actions are not known
 */
public record FeatureResult(
    EvaluationResult evaluation,
    List<FeatureColumn> columns,
    String basis,
    String nuisance,
    Optional<String> booster,
    int folds,
    List<StepFit> steps,
    List<StateShift> shifts) {
  public FeatureResult {
    steps = List.copyOf(steps);
    shifts = List.copyOf(shifts);
  }

  /**
   * The regressions of a step.
   *
   * @param functions of Q̂, the most over folds
   * @param penalty of Q̂, the mean over folds of its logarithm
   * @param shift mean |ω̂| at the next step: how far actions move it, 0 at the last step
   * @param moved t of whether they do, out of fold; 0 at the last step
   * @param explained the share of the variance of r + V̂ that Q̂ predicts out of fold
   * @param explainedShift the share of (ρ−1)² that ω̂ predicts out of fold; 0 at the last step
   * @param fitted the effect by Q̂ alone, Σ_a (π−π_b) Q̂; NaN where π_b is known for the chosen
   *     action only
   * @param boosted in how many folds Q̂ is a sum of trees
   * @param trees how many trees, the most over folds
   * @param boostedShift in how many folds ω̂ at the next step is a sum of trees
   */
  public record StepFit(
      int step,
      int functions,
      double penalty,
      double shift,
      double moved,
      double explained,
      double explainedShift,
      double fitted,
      int boosted,
      int trees,
      int boostedShift) {}
}
