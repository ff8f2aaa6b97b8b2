package io.sluice.fit;

import io.sluice.assumptions.Finding;
import io.sluice.fit.SensitivityResult.Bound;
import io.sluice.fit.SensitivityResult.Confounding;
import io.sluice.fit.SensitivityResult.Dropped;
import io.sluice.influence.ConfoundedMeans;
import io.sluice.influence.InfluentialScores;
import io.sluice.interval.IntervalKind;
import io.sluice.interval.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** What sums over a log say about how fragile a verdict is, whatever scores they are of. */
public final class Fragility {
  private Fragility() {}

  /**
   * A conclusive verdict, which could be overturned.
   *
   * @param place the step, or H+1 for the total
   * @param kind the scores that it is compared with: those of {@code robust} if that gave it,
   *     otherwise those of {@code efficient}
   */
  public record Settled(int place, Verdict.Kind verdict, IntervalKind kind) {}

  /** Returns all conclusive verdicts of a result. */
  public static List<Settled> settled(EvaluationResult result) {
    List<Settled> all = new ArrayList<>();
    for (int place = 1; place <= result.horizon() + 1; place++) {
      Decision decision =
          place > result.horizon()
              ? result.totalDecision()
              : result.steps().get(place - 1).decision();
      Verdict.Kind verdict = decision.verdict().kind();
      if (verdict == Verdict.Kind.BETTER || verdict == Verdict.Kind.WORSE) {
        boolean robust = decision.decidedBy().filter(k -> k == IntervalKind.ROBUST).isPresent();
        all.add(new Settled(place, verdict, robust ? IntervalKind.ROBUST : IntervalKind.EFFICIENT));
      }
    }
    return all;
  }

  /**
   * Returns whether actions were drawn with known probabilities, which the log agrees with.
   *
   * @param logged whether probabilities come from the log, and not from an estimate
   * @param propensities what the log says of them
   */
  public static boolean isRandomized(boolean logged, Finding propensities) {
    return logged && propensities.verdict() == Finding.Verdict.HOLDS;
  }

  /** Returns notes for the reader of the result. */
  public static List<String> warnings(
      boolean nothingSettled, boolean logged, Finding propensities, boolean bounds) {
    List<String> all = new ArrayList<>();
    if (nothingSettled) {
      all.add("no verdict is conclusive, so there is none to overturn");
    }
    if (isRandomized(logged, propensities)) {
      all.add(
          "actions were drawn with the logged probabilities, and the log agrees with them: if that is how they were drawn, the actions cannot be confounded by unobserved variables, and bounds under hidden confounding are not needed");
    } else if (bounds) {
      all.add(
          "an unobserved variable is assumed to act on the reward and the next state of the step only; bounds for the total would need one at every step and are not computed");
    }
    if (logged && propensities.verdict() == Finding.Verdict.CANNOT_TELL) {
      all.add(
          "whether actions were drawn with the logged probabilities cannot be tested (%s): if they were, bounds under hidden confounding are not needed"
              .formatted(propensities.figure()));
    }
    return all;
  }

  /**
   * A conclusive verdict with its interval.
   *
   * @param step none for the total
   * @param error the standard error, in the user's units
   * @param quantile how many standard errors the interval extends on each side
   * @param width of a unit of the scores, in the user's units
   */
  public record Whole(
      OptionalInt step,
      Verdict.Kind verdict,
      IntervalKind kind,
      double error,
      double quantile,
      double width) {
    private double raise(double plain) {
      return plain > 0 ? Math.max(1, error / width / plain) : 1;
    }

    /** Returns how many episodes would have to be dropped to overturn it. */
    public Dropped dropped(InfluentialScores sums, int target) {
      return new Dropped(
          step,
          verdict,
          sums.dropped(target, quantile, raise(sums.error(target))),
          sums.dropped(target, 0, 1),
          sums.clusters());
    }

    /** Returns the bounds under hidden confounding of the actions at the step. */
    public Confounding bounds(ConfoundedMeans sums) {
      int step = this.step.orElseThrow();
      double raise = raise(sums.error(step, 0, false));
      boolean better = verdict == Verdict.Kind.BETTER;
      List<Bound> bounds = new ArrayList<>();
      for (int i = 0; i < ConfoundedMeans.STRENGTHS.size(); i++) {
        double low = sums.bound(step, i, false) * width;
        double high = sums.bound(step, i, true) * width;
        double below = quantile * raise * sums.error(step, i, false) * width;
        double above = quantile * raise * sums.error(step, i, true) * width;
        double strength = ConfoundedMeans.STRENGTHS.get(i);
        bounds.add(new Bound(strength, low, high, low - below, high + above));
      }
      for (int i = bounds.size() - 2; i >= 0; i--) {
        bounds.set(i, tightened(bounds.get(i), bounds.get(i + 1)));
      }
      OptionalDouble overturned = OptionalDouble.empty();
      for (int i = 0; i < bounds.size() && overturned.isEmpty(); i++) {
        if (left(bounds.get(i), better) <= 0) {
          overturned = OptionalDouble.of(i == 0 ? 1 : crossing(bounds, i, better));
        }
      }
      return new Confounding(step, verdict, kind, overturned, bounds);
    }
  }

  /** What holds for a stronger confounder holds for a weaker one. */
  private static Bound tightened(Bound bound, Bound stronger) {
    boolean low = stronger.low() > bound.low();
    boolean high = stronger.high() < bound.high();
    return new Bound(
        bound.strength(),
        low ? stronger.low() : bound.low(),
        high ? stronger.high() : bound.high(),
        low ? stronger.lower() : bound.lower(),
        high ? stronger.upper() : bound.upper());
  }

  /** How far the interval is from 0, on the side of the verdict. */
  private static double left(Bound bound, boolean better) {
    return better ? bound.lower() : -bound.upper();
  }

  /**
   * Where the distance from 0 vanishes, on a line through two strengths on a scale of logarithms.
   */
  private static double crossing(List<Bound> bounds, int i, boolean better) {
    Bound before = bounds.get(i - 1);
    Bound after = bounds.get(i);
    double first = left(before, better);
    double share = first / (first - left(after, better));
    return before.strength() * Math.pow(after.strength() / before.strength(), share);
  }
}
