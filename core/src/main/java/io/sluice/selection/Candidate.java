package io.sluice.selection;

import io.sluice.learning.Learner;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.model.Backups;
import io.sluice.model.Bonus;
import io.sluice.model.InducedShift;
import java.util.ArrayList;
import java.util.List;

/**
 * A policy that was learned on one part of a log and is to be judged on the other.
 *
 * @param learner which learner found it
 * @param scale how much of the bonus it was cautious with; 1 for {@code vi}, which has none
 */
public record Candidate(Learner learner, double scale, Policy policy) {
  private static final List<Learner> CAUTIOUS = List.of(Learner.PSL, Learner.PVI, Learner.SPVI);
  private static final List<Double> SCALES = List.of(1.0, 0.3, 0.1);

  /** Its name in a table: the learner, and the share of the bonus if it is not all of it. */
  public String name() {
    return scale == 1 ? learner.learnerName() : learner.learnerName() + " " + scale;
  }

  /**
   * The usual candidates: {@code psl}, {@code pvi} and {@code spvi} with all, 0.3 and 0.1 of the
   * bonus, and {@code vi}. They share one model and one shift.
   *
   * @param learning a model of the part of the log to learn on, with the bonus at scale 1; no
   *     certificate rests on that bonus
   */
  public static List<Candidate> learned(Backups learning, Policy behavior) {
    InducedShift shift = InducedShift.of(learning.model(), behavior);
    List<Candidate> candidates = new ArrayList<>();
    for (Learner learner : CAUTIOUS) {
      for (double scale : SCALES) {
        Bonus bonus = learning.bonus().scaled(scale);
        Backups backups = Backups.of(learning.model(), bonus, learning.range());
        candidates.add(new Candidate(learner, scale, learner.learn(backups, shift).policy()));
      }
    }
    candidates.add(new Candidate(Learner.VI, 1, Learner.VI.learn(learning, shift).policy()));
    return candidates;
  }

  /** Whether two candidates have the same policy, at every step and state. */
  boolean decidesLike(Candidate other) {
    Shape shape = policy.shape();
    for (int h = 1; h <= shape.horizon(); h++) {
      for (int x = 0; x < shape.states(); x++) {
        for (int a = 0; a < shape.actions(); a++) {
          if (policy.probability(h, x, a) != other.policy.probability(h, x, a)) {
            return false;
          }
        }
      }
    }
    return true;
  }
}
