package io.sluice.assumptions;

import io.sluice.counts.TransitionCounts;
import io.sluice.distributions.ChiSquared;
import io.sluice.mdp.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Is a step a bandit or a planning problem? How far actions move the next state, and how much of
 * that is noise.
 *
 * @param shift the mean over logged decisions of ½‖P̂(·|x,a) − P̂(·|x)‖₁, in [0, 1]
 * @param noise what the same would be on average if actions did not matter: randomly assigned
 *     within each state
 * @param banditShare the share of decisions in states where the log does not tell the two apart (χ²
 *     at 5%)
 * @param pValue of the test that no action moves the next state anywhere at this step: X² of
 *     actions × next states, summed over states, with its exact moments given the margins ({@link
 *     Exceedance#pValue})
 * @param bound what the true shift is at most
 */
public record StepShift(
    int step, double shift, double noise, double banditShare, double pValue, ShiftBound bound) {
  /** A shift below this is taken for none, unless another tolerance is asked for. */
  public static final double TOLERANCE = 0.05;

  private static final double LEVEL = 0.05;

  /** What a log says about a step. */
  public enum Verdict {
    /** The shift is below the tolerance, by its upper bound: only the step's own reward counts. */
    BANDIT("bandit"),
    /** The log contradicts that actions leave the next state alone: later rewards count too. */
    PLANNING("planning"),
    /** Neither: there may be a shift above the tolerance, or none. */
    CANNOT_TELL("cannot tell yet");

    private final String words;

    Verdict(String words) {
      this.words = words;
    }

    @Override
    public String toString() {
      return words;
    }
  }

  /** Whether the log contradicts that actions leave the next state alone. */
  public boolean isPlanning() {
    return pValue < 0.01;
  }

  /**
   * Planning if the test says so, however small the shift is; a bandit if its upper bound is below
   * the tolerance. A step without any shift is called planning in about 1% of logs; one with a
   * shift above the tolerance is called a bandit in at most 5% ({@link ShiftBound}).
   *
   * @param tolerance the total variation that does not matter, above 0
   */
  public Verdict verdict(double tolerance) {
    return isPlanning()
        ? Verdict.PLANNING
        : bound.upper() < tolerance ? Verdict.BANDIT : Verdict.CANNOT_TELL;
  }

  /** The same where episodes depend on each other, which the upper bound does not allow. */
  public StepShift ofDependentEpisodes() {
    return new StepShift(step, shift, noise, banditShare, pValue, bound.ofDependentEpisodes());
  }

  /** One answer per step but the last, which has no next state. */
  public static List<StepShift> of(TransitionCounts counts) {
    List<StepShift> steps = new ArrayList<>();
    for (int h = 1; h < counts.shape().horizon(); h++) {
      steps.add(of(counts, h, (x, a, n, moved, noise) -> {}));
    }
    return steps;
  }

  /**
   * Shows how far each pair's rows were moved at a step. Sums over all pairs, divided by the rows,
   * are the step's {@link #shift} and {@link #noise}.
   */
  @FunctionalInterface
  public interface PairVisitor {
    /**
     * @param moved n·½‖P̂(·|x,a) − P̂(·|x)‖₁
     * @param noise what of it chance would make on average
     */
    void pair(int state, int action, long n, double moved, double noise);
  }

  /** Shows all pairs of all steps but the last. */
  public static void forEachPair(TransitionCounts counts, PairVisitor visitor) {
    for (int h = 1; h < counts.shape().horizon(); h++) {
      of(counts, h, visitor);
    }
  }

  private static StepShift of(TransitionCounts counts, int step, PairVisitor visitor) {
    Shape shape = counts.shape();
    ShiftBound.Sums bound = new ShiftBound.Sums(shape.actions());
    double rows = 0;
    double shift = 0;
    double noise = 0;
    double bandit = 0;
    List<MarginTable> tables = new ArrayList<>();
    MarginTable.Builder table = new MarginTable.Builder();
    for (int x = 0; x < shape.states(); x++) {
      int first = counts.firstCell(step, x, 0);
      int end = counts.firstCell(step, x, shape.actions());
      if (first == end) {
        continue;
      }
      Map<Integer, Long> next = new HashMap<>();
      long[] taken = new long[shape.actions()];
      long total = 0;
      for (int i = first; i < end; i++) {
        next.merge(counts.next(i), counts.count(i), Long::sum);
        taken[counts.action(i)] += counts.count(i);
        total += counts.count(i);
      }
      table.clear();
      double chi = 0; // Σ n²/(expected) − N, the χ² statistic of the state's table
      double[] moved = new double[shape.actions()];
      double seenShare = 0;
      for (int i = first; i < end; i++) {
        double n = counts.count(i);
        table.add(counts.action(i), counts.next(i), Math.toIntExact(counts.count(i)));
        long arrived = Objects.requireNonNull(next.get(counts.next(i)));
        double expected = (double) taken[counts.action(i)] * arrived / total;
        chi += n * n / expected;
        // An action's distance is Σ(n − e) over the next states where it has more than expected.
        moved[counts.action(i)] += Math.max(0, n - expected);
        seenShare += n;
      }
      chi -= seenShare;
      int actions = 0;
      double stateNoise = 0;
      for (int a = 0; a < taken.length; a++) {
        long n = taken[a];
        double chance = 0;
        for (long k : next.values()) {
          chance += n * PermutationNoise.ofShare(total, k, n) / 2;
        }
        if (n > 0) {
          actions++;
          shift += moved[a];
          noise += chance;
          stateNoise += chance;
          visitor.pair(x, a, n, moved[a], chance);
        }
      }
      bound.add(total, taken, Arrays.stream(moved).sum(), stateNoise);
      double df = (actions - 1.0) * (next.size() - 1.0);
      rows += total;
      double scaled = total > 1 ? chi * (total - 1) / total : 0; // its mean is then exactly df
      boolean isBandit = df == 0 || survival(df, scaled) > LEVEL;
      bandit += isBandit ? total : 0;
      table.table().ifPresent(tables::add);
    }
    return new StepShift(
        step, shift / rows, noise / rows, bandit / rows, Exceedance.pValue(tables), bound.bound());
  }

  private static double survival(double df, double statistic) {
    return ChiSquared.survival(df, Math.max(0, statistic));
  }
}
