package io.sluice.influence;

import io.sluice.influence.BettingBound.Earlier;
import io.sluice.influence.BettingStages.Anchor;
import io.sluice.interval.EffectProfile;
import io.sluice.interval.Failure;
import io.sluice.interval.Interval;
import io.sluice.interval.Part;
import io.sluice.mdp.ValueRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A finite-sample interval that needs known propensities and what they can be at least: {@link
 * BettingBound} on the {@link RobustScores} of the episodes, on both sides. The proof is in {@code
 * docs/sharp.md}.
 *
 * <p>The event of each side is that the capital against the truth stays below 2/δ; random are the
 * episodes, given how their names divide them into parts. It holds for any number of episodes,
 * Markov or not. It adapts to the variance of the scores, and its price is how far a score can be
 * on the losing side: {@link ScoreRange}. For the lower bound only how low scores can be matters.
 * Low values Q̂ raise that, and also the variance. So each stage is scored with a share γ of Q̂ and
 * the rest of the lowest (for the upper bound, of the highest) values possible, and with the γ that
 * would have served best by the stage before.
 *
 * <p>What breaks it: wrong propensities; ranges that do not hold; a policy that was chosen by
 * looking at the same log; episodes that are not independent, or whose names say how they ended.
 */
public final class BettingInterval {
  private static final double[] SHARES = {0, 0.25, 0.5, 0.75, 1};

  private final BettingSums sums;
  private final DeclaredWeights weights;
  private final ValueRange range;
  private final ScoreRange[][][] ranges; // by anchor, stage and share; made when needed

  public BettingInterval(BettingSums sums, DeclaredWeights weights, ValueRange range) {
    this.sums = sums;
    this.weights = weights;
    this.range = range;
    this.ranges = new ScoreRange[Anchor.values().length][sums.stages().count()][SHARES.length];
  }

  /** The intervals of all steps, of V_π − V_πb and of V_π, in [0, 1] units; δ holds for each. */
  public EffectProfile profile(double delta) {
    int horizon = sums.stages().horizon();
    List<Interval> steps = new ArrayList<>();
    for (int h = 1; h <= horizon; h++) {
      steps.add(interval(h - 1, delta));
    }
    EffectProfile.Whole whole =
        new EffectProfile.Whole(interval(horizon, delta), interval(horizon + 1, delta));
    return new EffectProfile(steps, new Failure(0, delta * horizon), Optional.of(whole));
  }

  private Interval interval(int score, double delta) {
    double lower = lower(score, delta / 2);
    double upper = Math.max(lower, upper(score, delta / 2));
    double estimate = Math.max(lower, Math.min(upper, mean(score)));
    Part part =
        new Part(
            Part.Source.EPISODES,
            "betting on ψ, capital below 2/δ",
            estimate - lower,
            upper - estimate);
    return Interval.of("sharp", estimate, new Failure(0, delta), List.of(part));
  }

  /** The total with a lower bound that fails with probability at most δ. */
  public Interval totalFromBelow(double delta) {
    int total = sums.stages().horizon();
    double lower = lower(total, delta);
    double estimate = Math.max(lower, mean(total));
    Part part =
        new Part(Part.Source.EPISODES, "betting on ψ, capital below 1/δ", estimate - lower, 0);
    return Interval.of("betting", estimate, new Failure(0, delta), List.of(part));
  }

  /** The mean score over all that is bet on. */
  private double mean(int score) {
    double sum = 0;
    for (int s = 1; s < sums.stages().count(); s++) {
      for (double number : sums.mixed(s, Anchor.FITTED, 1, score)) {
        sum += number;
      }
    }
    return sums.rounds() == 0 ? 0 : sum / sums.rounds();
  }

  private double lower(int score, double delta) {
    return bound(score, delta, Anchor.LOWEST, 1);
  }

  private double upper(int score, double delta) {
    return -bound(score, delta, Anchor.HIGHEST, -1);
  }

  /** The lower bound of the scores times a sign. */
  private double bound(int score, double delta, Anchor anchor, int sign) {
    BettingBound bound = new BettingBound(delta, sums.rounds());
    double high = Double.POSITIVE_INFINITY;
    for (int s = 1; s < sums.stages().count(); s++) {
      int best = 0;
      double least = Double.POSITIVE_INFINITY;
      for (int i = 0; i < SHARES.length; i++) {
        double expected =
            expected(earlier(score, anchor, s, i, sign), low(anchor, s, i, score, sign), delta);
        if (expected < least) {
          best = i;
          least = expected;
        }
      }
      high = Math.min(high, -low(anchor, s, best, score, -sign));
      bound.with(
          signed(sums.mixed(s, anchor, SHARES[best], score), sign),
          low(anchor, s, best, score, sign),
          earlier(score, anchor, s, best, sign));
    }
    return bound.lower(high);
  }

  /** What the stage before says of scores with a share of Q̂. */
  private Earlier earlier(int score, Anchor anchor, int stage, int share, int sign) {
    return Earlier.of(
        signed(sums.mixed(stage - 1, anchor, SHARES[share], score), sign),
        low(anchor, stage, share, score, sign),
        -low(anchor, stage, share, score, -sign));
  }

  /** How far below the mean the bound would be: ln(1/δ)/(λT) + λσ²/2. */
  private double expected(Earlier earlier, double low, double delta) {
    double log = -Math.log(delta);
    double rounds = Math.max(1, sums.rounds());
    double variance = earlier.squares() / earlier.count();
    double distance = earlier.sum() / earlier.count() - low;
    double bet = Math.min(Math.sqrt(2 * log / (variance * rounds)), 0.5 / distance);
    return log / (bet * rounds) + bet * variance / 2;
  }

  /** How low scores times a sign can be. */
  private double low(Anchor anchor, int stage, int share, int score, int sign) {
    ScoreRange[] made = ranges[anchor.ordinal()][stage];
    if (made[share] == null) {
      made[share] = sums.stages().range(stage, anchor, SHARES[share], weights, range);
    }
    return sign > 0 ? made[share].low(score) : -made[share].high(score);
  }

  private static double[] signed(double[] numbers, int sign) {
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] *= sign;
    }
    return numbers;
  }
}
