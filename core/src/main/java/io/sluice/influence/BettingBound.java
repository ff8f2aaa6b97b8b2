package io.sluice.influence;

import java.util.ArrayList;
import java.util.List;

/**
 * A lower bound of a mean that holds for any number of observations: the mean is above every m
 * against which somebody who bets on "more than m" would have multiplied the stake by 1/δ.
 *
 * <p>Numbers ψ_t come in stages. All have the mean μ, given all that came before, and those of a
 * stage are at least its {@code low}, which is fixed before the stage begins. From stake 1, the
 * capital against m is
 *
 * <pre>
 * K(m) = Π_t (1 + λ_t (ψ_t − m)),   λ_t = min{ √(2 ln(1/δ)/(σ̂²_{t−1} T)), ½/(m − low) }
 * μ̂_t = (Σ₀ + Σψ)/(n₀ + t),         σ̂²_t = (S₀ + Σ(ψ_i − μ̂_i)²)/(n₀ + t)
 * </pre>
 *
 * (Waudby-Smith and Ramdas 2024). A stage begins with n₀ earlier numbers, their sum Σ₀ and their
 * squares S₀; where there are none, with one in the middle of the range and ¼ of its square. Two
 * one-sided bounds at δ/2 make the hedged interval at δ.
 *
 * <p><b>The event</b> is K(μ) &lt; 1/δ. Its probability is at least 1−δ: no factor is below ½, and
 * each has expectation 1 given the past, because λ_t is known before ψ_t. So K(μ) is a martingale
 * that starts at 1, and Markov's inequality bounds it. K falls in m, so that on the event μ is at
 * least the bound. <b>Random</b> are the numbers. <b>What breaks it</b>: a {@code low} that was
 * taken from the numbers themselves, numbers in an order that depends on what they are, and numbers
 * whose mean is not μ given those before, as scores are that were cross-fitted both ways.
 */
public final class BettingBound {
  private static final int HALVINGS = 200;
  private static final double LARGE = 1e100;

  private final double log; // ln(1/δ)
  private final double rounds; // T
  private final List<Stage> stages = new ArrayList<>();

  /** The numbers of a stage, and how much would be bet on each if nothing could be lost. */
  private record Stage(Numbers numbers, double low, Numbers bets) {}

  /** So that a record holds no array. */
  private static final class Numbers {
    final double[] at;

    Numbers(double[] at) {
      this.at = at;
    }
  }

  /**
   * What is known of a stage's numbers before it begins.
   *
   * @param count n₀
   * @param sum Σ₀
   * @param squares S₀
   */
  public record Earlier(double count, double sum, double squares) {
    /** Nothing but a range. */
    public static Earlier ofRange(double low, double high) {
      return new Earlier(1, (low + high) / 2, (high - low) * (high - low) / 4);
    }

    /** Of some numbers; of a range if there are none. */
    static Earlier of(double[] numbers, double low, double high) {
      if (numbers.length == 0) {
        return ofRange(low, high);
      }
      double sum = 0;
      for (double number : numbers) {
        sum += number;
      }
      double squares = 0;
      for (double number : numbers) {
        squares += (number - sum / numbers.length) * (number - sum / numbers.length);
      }
      return new Earlier(numbers.length, sum, squares);
    }
  }

  /**
   * @param delta δ, of this one side
   * @param rounds T: how many numbers there will be
   */
  public BettingBound(double delta, double rounds) {
    if (!(delta > 0 && delta < 1)) {
      throw new IllegalArgumentException("betting: δ must lie in (0, 1), got " + delta);
    }
    this.log = -Math.log(delta);
    this.rounds = rounds;
  }

  /**
   * Both bounds of the mean of numbers in [0, 1], in the order given; together they fail with
   * probability at most δ.
   */
  public static double[] interval(double[] numbers, double delta) {
    double[] mirrored = new double[numbers.length];
    for (int i = 0; i < numbers.length; i++) {
      mirrored[i] = 1 - numbers[i];
    }
    return new double[] {unit(numbers, delta / 2), 1 - unit(mirrored, delta / 2)};
  }

  private static double unit(double[] numbers, double delta) {
    return new BettingBound(delta, numbers.length).with(numbers, 0, Earlier.ofRange(0, 1)).lower(1);
  }

  /**
   * Adds a stage.
   *
   * @param numbers in an order that does not depend on what they are
   * @param low what none of them can be below
   */
  public BettingBound with(double[] numbers, double low, Earlier earlier) {
    double[] bets = new double[numbers.length];
    double count = earlier.count();
    double sum = earlier.sum();
    double squares = earlier.squares();
    for (int t = 0; t < bets.length; t++) {
      bets[t] = Math.sqrt(2 * log * count / (squares * rounds)); // infinite without variance
      count++;
      sum += numbers[t];
      squares += (numbers[t] - sum / count) * (numbers[t] - sum / count);
    }
    stages.add(new Stage(new Numbers(numbers.clone()), low, new Numbers(bets)));
    return this;
  }

  /**
   * The bound.
   *
   * @param high a value that the mean is not above
   */
  public double lower(double high) {
    double below = Double.NEGATIVE_INFINITY; // the mean is at least the least of every stage
    for (Stage stage : stages) {
      below = Math.max(below, stage.low());
    }
    double above = Math.max(below, high);
    for (int i = 0; i < HALVINGS && below < above; i++) {
      double middle = below + (above - below) / 2;
      if (middle == below || middle == above) {
        break;
      }
      if (logCapital(middle) >= log) {
        below = middle;
      } else {
        above = middle;
      }
    }
    return below;
  }

  /** ln K(m). */
  double logCapital(double mean) {
    double sum = 0;
    double product = 1;
    for (Stage stage : stages) {
      double[] numbers = stage.numbers().at;
      double[] bets = stage.bets().at;
      double most = 0.5 / (mean - stage.low());
      for (int t = 0; t < numbers.length; t++) {
        double factor = 1 + Math.min(bets[t], most) * (numbers[t] - mean);
        if (factor <= 0) {
          return Double.NEGATIVE_INFINITY; // a number below the declared least
        }
        product *= factor;
        if (product > LARGE || product < 1 / LARGE) {
          sum += Math.log(product);
          product = 1;
        }
      }
    }
    return sum + Math.log(product);
  }
}
