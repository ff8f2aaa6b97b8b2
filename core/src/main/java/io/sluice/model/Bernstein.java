package io.sluice.model;

import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;

/**
 * The empirical Bernstein bonus: it adapts to the variance of r + V(x′), so that a pair whose
 * outcomes hardly differ has a small bonus after few rows.
 *
 * <p>For a fixed policy π and a model per step. Given which pairs the episodes met at step h, the n
 * outcomes z = r + V(x′) of a pair, V = V_π^(h+1), are independent and alike in [0, V_max^(h)].
 * With N = |X||A|H, L = ln(4N/δ) and v̂ the sample variance of z (divided by n−1), the bound of
 * Maurer and Pontil (2009, theorem 4) is, on both sides,
 *
 * <pre>
 * |mean of z − E z| ≤ √(2 v̂ L/n) + 7 V_max L/(3(n−1))
 * </pre>
 *
 * <p><b>The constants.</b> That bound stands on three events of probability δ/(4N) each: either
 * tail of the mean, and the variance. The fourth δ/(4N) buys Hoeffding's bound on both sides, V_max
 * √(ln(8N/δ)/(2n)). So both hold for all N pairs and steps with probability 1−δ, and the smaller of
 * them may be taken. Taking the smaller of two bounds that spend δ each would spend 2δ.
 *
 * <p><b>V is not known</b>, its bounds are. With M = (V̂_p + V̂_o)/2 and g = (V̂_o − V̂_p)/2 at
 * step h+1, |V − M| ≤ g, and the triangle inequality for standard deviations gives
 *
 * <pre>
 * √v̂ = sd(r + V) ≤ sd(r + M) + sd(V − M) ≤ sd(r + M) + √(Σ_x′ P̂ g² · n/(n−1))
 * </pre>
 *
 * if V̂_p ≤ V ≤ V̂_o. That follows backward from the last step, where V = 0: where the bounds of
 * step h+1 hold, so does b at step h, and with it the bounds of step h. The last term is at most
 * √(n/(n−1)) times the largest half gap; the root of a mean is taken because a successor that is
 * rarely reached may be all but unknown, and the largest gap would be that one alone.
 *
 * <p>A pair seen once has Hoeffding's bound, a pair never seen H.
 *
 * <p><b>Pooled</b> over steps it is not proven to hold at δ, as for {@code hoeffding}. R̂ averages
 * n rows there, and P̂ only the m of them that have a next state. So R̂ + P̂V is a sum of r/n +
 * V(x′)/m over those m rows and of r/n over the others; v̂/n becomes the estimated variance of this
 * sum, and m takes the place of n wherever n−1 stands. At the last step it is all about r.
 */
final class Bernstein implements Bonus {
  private final Model model;
  private final RewardSpread spread;
  private final Shape shape;
  private final ValueRange range;
  private final double delta;
  private final double log; // ln(4N/δ)
  private final double rangeLog; // ln(8N/δ)

  Bernstein(
      Model model,
      RewardSpread spread,
      Shape shape,
      ValueRange range,
      double delta,
      double log,
      double rangeLog) {
    this.model = model;
    this.spread = spread;
    this.shape = shape;
    this.range = range;
    this.delta = delta;
    this.log = log;
    this.rangeLog = rangeLog;
  }

  @Override
  public String name() {
    return "bernstein";
  }

  @Override
  public double delta() {
    return delta;
  }

  @Override
  public OfStep at(int step, StepValues next) {
    double[] middle = next.pessimistic().toArray();
    double[] squaredGap = new double[middle.length];
    for (int x = 0; x < middle.length; x++) {
      double gap = (next.optimistic().at(x) - middle[x]) / 2;
      middle[x] += gap;
      squaredGap[x] = gap * gap;
    }
    double top = range.top(step);
    boolean last = step == model.shape().horizon();
    return (pair, n) -> {
      requireOwn(pair, n);
      if (n == 0) {
        return shape.horizon();
      }
      double hoeffding = top * Math.sqrt(rangeLog / (2.0 * n));
      long m = last ? n : spread.moves[pair];
      double rest = 7 * top * log / (3.0 * (m - 1));
      if (m < 2 || rest >= hoeffding) { // the variance cannot make the bound smaller
        return hoeffding;
      }
      double deviation = last ? ofReward(pair, n) : ofBackup(pair, n, m, middle, squaredGap);
      return Math.min(hoeffding, Math.sqrt(2 * log) * deviation + rest);
    };
  }

  /** √(v̂/n) of R̂. */
  private double ofReward(int pair, long n) {
    return Math.sqrt(spread.ofRewards[pair] / (n - 1) / n);
  }

  /** √(v̂/n) of R̂ + P̂V for every V that the bounds allow; with a model per step, m = n. */
  private double ofBackup(int pair, long n, long m, double[] middle, double[] squaredGap) {
    SparseRows next = model.next;
    double share = m / (double) n; // (r/n + V/m) is (share·r + V)/m
    double mean = 0;
    double gap = 0;
    for (int k = next.start[pair]; k < next.start[pair + 1]; k++) {
      int x = next.column[k];
      mean += next.value[k] * (share * spread.mean[k] + middle[x]);
      gap += next.value[k] * squaredGap[x];
    }
    double squares = share * share * spread.aroundMeans[pair] / m;
    for (int k = next.start[pair]; k < next.start[pair + 1]; k++) {
      double off = share * spread.mean[k] + middle[next.column[k]] - mean;
      squares += next.value[k] * off * off;
    }
    double unmoved = (double) (n - m) / n * spread.ofRewards[pair] / (n - 1) / n;
    return Math.sqrt(squares / (m - 1) + unmoved) + Math.sqrt(gap / (m - 1));
  }

  private void requireOwn(int pair, long visits) {
    if (pair >= spread.moves.length || model.visits(pair) != visits) {
      throw new IllegalArgumentException(
          "bernstein bonus: needs a pair of the model it was made for, got pair %s, seen %s times"
              .formatted(pair, visits));
    }
  }
}
