package io.sluice.selection;

import io.sluice.counts.EpisodeSource;
import io.sluice.interval.Part;
import io.sluice.mdp.Policy;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Estimates;
import io.sluice.selection.Guarantee.Asymptotic;
import io.sluice.selection.Guarantee.FiniteSample;
import java.util.List;
import java.util.Optional;

/**
 * Bounds from below how much better than the logged policy others are, on the part of a log that
 * they were not learned on.
 */
public sealed interface Judge permits BettingJudge, ModelJudge, RobustJudge, SharedJudge {
  /** Judges by a model of the holdout, where π_b is known. */
  static ModelJudge of(
      Estimates learning,
      Estimates holdout,
      Policy behavior,
      ValueRange range,
      Guarantee guarantee) {
    return of(learning, holdout, behavior, range, guarantee, List.of());
  }

  /**
   * The same, charging for a behavior policy that is itself an estimate. No bound is then proven to
   * hold at δ.
   *
   * @param learning the part that candidates were learned on
   * @param holdout episodes that no candidate was learned on
   * @param behavior the policy that made the log
   * @param errors for each step, how far the estimate may have moved α^(h); none if π_b is known
   */
  static ModelJudge of(
      Estimates learning,
      Estimates holdout,
      Policy behavior,
      ValueRange range,
      Guarantee guarantee,
      List<Part> errors) {
    requireBoth(learning, holdout, errors);
    if (guarantee instanceof FiniteSample finite) {
      return new FiniteSampleJudge(learning, holdout, behavior, range, finite, errors);
    }
    return new AsymptoticJudge(holdout, behavior, range, (Asymptotic) guarantee, errors);
  }

  /**
   * The same with the variance by episode, or by cluster where episodes come in clusters.
   *
   * @param episodes of the whole log; those of the holdout are read once for all policies that are
   *     judged together
   */
  static ModelJudge byEpisode(
      EpisodeSource episodes,
      boolean clustered,
      Estimates learning,
      Estimates holdout,
      Policy behavior,
      ValueRange range,
      Asymptotic guarantee,
      List<Part> errors) {
    requireBoth(learning, holdout, errors);
    return new ClusterJudge(
        episodes, new AsymptoticJudge(holdout, behavior, range, guarantee, errors), clustered);
  }

  private static void requireBoth(Estimates learning, Estimates holdout, List<Part> errors) {
    if (learning.counts().episodes() == 0 || holdout.counts().episodes() == 0) {
      throw new IllegalArgumentException(
          "judge: needs episodes in both parts of the log, got %s and %s"
              .formatted(learning.counts().episodes(), holdout.counts().episodes()));
    }
    if (!errors.isEmpty() && errors.size() != holdout.counts().shape().horizon()) {
      throw new IllegalArgumentException(
          "judge: needs an error of the behavior policy for each of %s steps, got %s"
              .formatted(holdout.counts().shape().horizon(), errors.size()));
    }
  }

  /** π_b. */
  Policy behavior();

  /**
   * V_π − V_πb of several policies; each bound fails with probability at most δ. Empty for a policy
   * that this judge cannot judge.
   */
  List<Optional<Gain>> totals(List<Policy> policies, double delta);
}
