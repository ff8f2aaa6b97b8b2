package io.sluice.inputs;

import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import io.sluice.model.ActionValues;
import io.sluice.model.Backups;
import io.sluice.model.StepValues;
import org.jspecify.annotations.Nullable;

/**
 * Inputs 1 and 3 of the theorem in one: θ^(h) + ∫V̂Δ, the effect on the pseudo-outcome r + V̂(x′),
 * estimated doubly robustly; and the most that the true V_π, somewhere between V̂_p and V̂_o, can
 * add.
 *
 * <p>What is random: the T episodes of one part of the log, drawn independently under a known π_b.
 * V̂, its bounds and Q̂ come from the other part, so they are fixed. Write ω = π/π_b.
 *
 * <ol>
 *   <li>The terms Σ_a (π−π_b)Q̂ + (ω−1)(r + V̂(x′) − Q̂(x,a)) are independent, with mean θ + ∫V̂Δ
 *       and a range that follows from the policies: any {@link Radius} applies. No error of Δ̂ is
 *       paid.
 *   <li>What is left is ∫(V_π−V̂)Δ = E[(ω−1)(V_π−V̂)(x′)], linear in V_π. Its largest value over
 *       all V between the bounds is at most the expectation of the same maximum over the sample, Σ
 *       Δ̄⁺(V̂_o−V̂) + Δ̄⁻(V̂−V̂_p) with Δ̄(x′) = avg (ω−1)1{x′} (Jensen), and that changes by at
 *       most 2·max|ω−1|·G/T with one episode, G being the largest one-sided gap (McDiarmid).
 *   <li>An action that π_b never takes has no weight: it may be worth anything in [0, V_max], and
 *       is taken to be worth the middle of that.
 * </ol>
 *
 * @param estimate of θ^(h) + ∫V̂Δ
 * @param radius its error
 * @param below what V_π may take away
 * @param above what V_π may add
 * @param sampling how far the last two may be off
 * @param unsupported what actions that π_b never takes may add, or take away
 * @param delta δ: that any of these fails
 */
public record PseudoOutcome(
    int step,
    double estimate,
    double radius,
    double below,
    double above,
    double sampling,
    double unsupported,
    double delta) {

  /**
   * @param part the episodes to estimate from
   * @param other the model, with its bonus, of the other part
   * @param next V̂_p, V̂, V̂_o of step h+1, from the other part; {@code null} if the step is
   *     declared exogenous, so that only its reward counts. Q̂ is then {@link
   *     RewardPrediction#shrunk}
   */
  public static PseudoOutcome of(
      TransitionCounts part,
      Backups other,
      @Nullable StepValues next,
      int step,
      Policy behavior,
      Policy evaluated,
      Radius radius,
      double delta) {
    return new Sums(part, other, next, step, behavior, evaluated).result(radius, delta);
  }

  private static final class Sums {
    private final TransitionCounts part;
    private final @Nullable StepValues next;
    private final int step;
    private final double top; // the most that a decision can be worth
    private final double[][] base; // a row's term is base(x,a) + weight(x,a)·(r + V̂(x′))
    private final double[][] weight; // ω − 1
    private final double[] unseen; // π's weight on actions that π_b never takes
    private double low; // the range of the terms; that of an episode that has ended is 0
    private double high;
    private double largestWeight;
    private double mostUnseen;

    Sums(
        TransitionCounts part,
        Backups other,
        @Nullable StepValues next,
        int step,
        Policy behavior,
        Policy evaluated) {
      this.part = part;
      this.next = next;
      this.step = step;
      ValueRange range = other.range();
      this.top = next == null ? 1 : range.top(step);
      Shape shape = part.shape();
      base = new double[shape.states()][shape.actions()];
      weight = new double[shape.states()][shape.actions()];
      unseen = new double[shape.states()];
      double outcome =
          next == null ? 1 : 1 + range.top(step + 1); // the most that r + V̂(x′) can be
      ActionValues q = next == null ? null : other.actionValues(step, next);
      RewardPrediction rewards = RewardPrediction.shrunk(other.model(), step);
      for (int x = 0; x < shape.states(); x++) {
        double direct = 0;
        if (q != null) {
          q.at(x);
        }
        for (int a = 0; a < shape.actions(); a++) {
          double logged = behavior.probability(step, x, a);
          double wanted = evaluated.probability(step, x, a);
          double prediction = q == null ? rewards.of(x, a) : q.point(a);
          weight[x][a] = logged == 0 ? 0 : wanted / logged - 1;
          unseen[x] += logged == 0 ? wanted : 0;
          direct += logged == 0 ? wanted * top / 2 : (wanted - logged) * prediction;
          base[x][a] = -weight[x][a] * prediction;
          largestWeight = Math.max(largestWeight, Math.abs(weight[x][a]));
        }
        mostUnseen = Math.max(mostUnseen, unseen[x]);
        for (int a = 0; a < shape.actions(); a++) {
          base[x][a] += direct;
          if (behavior.probability(step, x, a) > 0) {
            double most = base[x][a] + weight[x][a] * outcome;
            low = Math.min(low, Math.min(base[x][a], most));
            high = Math.max(high, Math.max(base[x][a], most));
          }
        }
      }
    }

    PseudoOutcome result(Radius radius, double delta) {
      double first = 0;
      double second = 0;
      double unsupported = 0;
      double[] shift = new double[part.shape().states() + 1]; // Δ̄
      for (int i = part.firstCell(step), end = part.firstCell(step + 1); i < end; i++) {
        int x = part.state(i);
        int to = part.next(i);
        double w = weight[x][part.action(i)];
        double constant = base[x][part.action(i)] + (next == null ? 0 : w * next.point().at(to));
        long n = part.count(i);
        first += n * constant + w * part.rewardSum(i);
        second +=
            n * constant * constant
                + 2 * constant * w * part.rewardSum(i)
                + w * w * part.squareSum(i);
        shift[to] += w * n;
        unsupported += n * unseen[x];
      }
      long episodes = part.episodes();
      double variance = BanditEstimator.sampleVariance(episodes, first, second);
      double below = 0;
      double above = 0;
      double gap = 0; // G
      for (int x = 0; next != null && x < shift.length; x++) {
        double up = next.optimistic().at(x) - next.point().at(x);
        double down = next.point().at(x) - next.pessimistic().at(x);
        double share = shift[x] / episodes;
        above += share > 0 ? share * up : -share * down;
        below += share > 0 ? share * down : -share * up;
        gap = Math.max(gap, Math.max(up, down));
      }
      // Half of δ goes to the mean, an eighth to each side of the carried part, the rest to actions
      // that π_b never takes.
      double carried = 2 * largestWeight * gap * Math.sqrt(Math.log(8 / delta) / (2.0 * episodes));
      double never = mostUnseen * Math.sqrt(Math.log(4 / delta) / (2.0 * episodes));
      return new PseudoOutcome(
          step,
          first / episodes,
          radius.of(episodes, variance, high - low, delta / 2),
          below,
          above,
          carried,
          top / 2 * (unsupported / episodes + never),
          delta);
    }
  }
}
