package io.sluice.simulation.study;

import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.Policy;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Backups;
import io.sluice.model.Bonus;
import io.sluice.model.Estimates;
import io.sluice.model.Model;
import io.sluice.model.Model.Pooling;
import io.sluice.selection.Candidate;
import io.sluice.selection.CertifiedChoice;
import io.sluice.selection.Guarantee;
import io.sluice.selection.Judge;
import io.sluice.simulation.Environment;
import java.util.List;

/** Ways to choose among learned policies, as methods of a {@link SelectionStudy}. */
public final class Choosers {
  private Choosers() {}

  /**
   * The certified choice: learned on the first half of a log, judged on the second.
   *
   * @param pooling of the model that candidates are learned from
   * @param bonus the learners'
   */
  public static SelectionStudy.Method certified(
      Environment environment, Pooling pooling, Bonus bonus, Guarantee guarantee, double delta) {
    ValueRange range = ValueRange.of(environment.shape());
    Policy behavior = environment.behavior();
    return (learning, holdout) -> {
      Backups backups = Backups.of(Model.estimate(learning, pooling), bonus, range);
      List<Candidate> candidates = Candidate.learned(backups, behavior);
      Judge judge =
          Judge.of(Estimates.of(learning), Estimates.of(holdout), behavior, range, guarantee);
      CertifiedChoice choice = CertifiedChoice.of(candidates, judge, delta);
      double bound = choice.certified().map(c -> c.lower()).orElse(Double.NEGATIVE_INFINITY);
      return new SelectionStudy.Choice(choice.policy(), bound);
    };
  }

  /** No certificate: the candidate that looks best on the very log that it was learned from. */
  public static SelectionStudy.Method highestEstimate(
      Environment environment, Pooling pooling, Bonus bonus) {
    ValueRange range = ValueRange.of(environment.shape());
    return (first, second) -> {
      TransitionCounts all = first.plus(second);
      Model model = Model.estimate(all, pooling);
      Backups plain = Backups.of(model, Bonus.NONE, range);
      List<Candidate> candidates =
          Candidate.learned(Backups.of(model, bonus, range), environment.behavior());
      Policy best = candidates.get(0).policy();
      double highest = Double.NEGATIVE_INFINITY;
      for (Candidate candidate : candidates) {
        Policy policy = candidate.policy();
        double value = all.distribution(1).dot(plain.evaluate(policy).at(1).point());
        if (value > highest) {
          best = policy;
          highest = value;
        }
      }
      return new SelectionStudy.Choice(best, Double.NEGATIVE_INFINITY);
    };
  }
}
