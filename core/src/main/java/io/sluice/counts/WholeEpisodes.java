package io.sluice.counts;

import io.sluice.mdp.Shape;
import io.sluice.mdp.StateVector;
import java.util.Optional;

/**
 * What a log would show on average if none of its episodes had been cut off: in which states
 * episodes are at each step, and what they earn.
 *
 * <p>An episode that was cut off has a last row whose next state x′ is known, and no row at x′. Its
 * rows count for what follows each state, and what follows x′ is taken from the episodes that went
 * on from there: with n_h(x,x′) rows of step h from x to x′ (the end is an x′ too),
 *
 * <pre>
 * d̂_1(x) = n_1(x)/T     d̂_{h+1}(x′) = Σ_x d̂_h(x)·n_h(x,x′)/n_h(x)     V̂_b = Σ_h Σ_x d̂_h(x)·r̄_h(x)
 * </pre>
 *
 * <p>This is the product-limit (Kaplan–Meier) estimate of a Markov chain; a row of step h at x
 * weighs T·d̂_h(x)/n_h(x), one over the estimated probability of being observed there. Without cuts
 * these weights are 1, and d̂_h and V̂_b are the plain shares and the mean return.
 *
 * <p>It rests on one assumption: given its step and state, whether an episode is cut off does not
 * depend on what would have followed. A log cannot show that this holds. Cutting episodes off
 * because they go badly, in a way that the state does not show, breaks it.
 *
 * <p>A state that no episode went on from at this step borrows from the same state at other steps.
 * Where there is none either, nothing is known, and the episodes cut off there are taken to be as
 * the others are at that step.
 */
final class WholeEpisodes {
  private final Shape shape;
  private final TransitionCounts counts;
  private final long cut;
  private final double[][] share; // d̂_h, by step and state, the end included
  private final double[][] weight; // T·d̂_h(x)/n_h(x), by step and state; 0 without rows
  private final double[] earned; // Σ_x d̂_h(x)·r̄_h(x), by step
  private final boolean[] begins; // whether a state has rows at any step

  private WholeEpisodes(TransitionCounts counts, long cut) {
    this.counts = counts;
    this.cut = cut;
    shape = counts.shape();
    share = new double[shape.horizon() + 2][];
    weight = new double[shape.horizon() + 1][shape.states()];
    earned = new double[shape.horizon() + 1];
    begins = new boolean[shape.states() + 1];
    begins[shape.end()] = true;
    for (CellCursor at = counts.walk(); at.advance(); ) {
      begins[at.state()] = true;
    }
    share[1] = visits(counts, 1);
    for (int x = 0; x < share[1].length; x++) {
      share[1][x] /= counts.episodes();
    }
    for (int h = 1; h <= shape.horizon(); h++) {
      share[h + 1] = next(h);
    }
  }

  /** Empty where no episode was cut off. */
  static Optional<WholeEpisodes> of(TransitionCounts counts) {
    long cut = cut(counts);
    return cut > 0 ? Optional.of(new WholeEpisodes(counts, cut)) : Optional.empty();
  }

  /**
   * How many episodes went to a state at some step and have no row there. Rows that nothing led to
   * are no log's: such counts are left as they are.
   */
  private static long cut(TransitionCounts counts) {
    int end = counts.shape().end();
    long cut = 0;
    for (int h = 1; h < counts.shape().horizon(); h++) {
      double[] missing = new double[end + 1];
      for (CellCursor at = counts.walk(h); at.advance(); ) {
        missing[at.next()] += counts.count(at.cell());
      }
      for (CellCursor at = counts.walk(h + 1); at.advance(); ) {
        missing[at.state()] -= counts.count(at.cell());
      }
      for (int x = 0; x < end; x++) {
        if (missing[x] < 0) {
          return 0;
        }
        cut += (long) missing[x];
      }
    }
    return cut;
  }

  private static double[] visits(TransitionCounts counts, int step) {
    double[] visits = new double[counts.shape().states() + 1];
    for (CellCursor at = counts.walk(step); at.advance(); ) {
      visits[at.state()] += counts.count(at.cell());
    }
    return visits;
  }

  /** Takes what a step earns, and says where episodes are at the next. */
  private double[] next(int step) {
    double[] here = share[step];
    double[] visits = visits(counts, step);
    double[] arriving = new double[here.length];
    arriving[shape.end()] = here[shape.end()];
    for (int x = 0; x < shape.states(); x++) {
      weight[step][x] = visits[x] == 0 ? 0 : counts.episodes() * here[x] / visits[x];
    }
    for (CellCursor at = counts.walk(step); at.advance(); ) {
      double each = here[at.state()] / visits[at.state()];
      earned[step] += each * counts.rewardSum(at.cell());
      arriving[at.next()] += each * counts.count(at.cell());
    }
    for (int x = 0; x < shape.states(); x++) {
      if (here[x] > 0 && visits[x] == 0) {
        borrow(step, x, here[x], arriving);
      }
    }
    return placed(arriving);
  }

  /** What follows a state at a step without rows, from its rows at all other steps. */
  private void borrow(int step, int state, double mass, double[] arriving) {
    double rows = 0;
    double moves = 0;
    double rewards = 0;
    for (int h = 1; h <= shape.horizon(); h++) {
      for (CellCursor at = counts.walk(h, state, state + 1); at.advance(); ) {
        rows += counts.count(at.cell());
        rewards += counts.rewardSum(at.cell());
        moves += h < shape.horizon() ? counts.count(at.cell()) : 0;
      }
    }
    earned[step] += mass * rewards / rows;
    for (int h = 1; h < shape.horizon(); h++) {
      for (CellCursor at = counts.walk(h, state, state + 1); at.advance(); ) {
        arriving[at.next()] += mass * counts.count(at.cell()) / moves;
      }
    }
  }

  /** Episodes in states that nothing is known about are taken to be as the others are. */
  private double[] placed(double[] arriving) {
    double known = 0;
    for (int x = 0; x < arriving.length; x++) {
      arriving[x] = begins[x] ? arriving[x] : 0;
      known += arriving[x];
    }
    for (int x = 0; x < arriving.length && known > 0; x++) {
      arriving[x] /= known;
    }
    if (known == 0) {
      arriving[shape.end()] = 1;
    }
    return arriving;
  }

  /** How many episodes were cut off. */
  long cut() {
    return cut;
  }

  /** d̂_h. */
  StateVector distribution(int step) {
    return StateVector.withEnd(share[step]);
  }

  /** T·d̂_h(x)/n_h(x): what a row of this step and state weighs; 0 where there are none. */
  double weight(int step, int state) {
    return weight[step][state];
  }

  /**
   * V̂_b.
   *
   * @param afterEnd what a step after the end counts as
   */
  double meanReturn(double afterEnd) {
    double sum = 0;
    for (int h = 1; h <= shape.horizon(); h++) {
      sum += earned[h] + share[h][shape.end()] * afterEnd;
    }
    return sum;
  }
}
