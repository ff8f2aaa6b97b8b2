package io.sluice.features;

import io.sluice.assumptions.StepShift.Verdict;
import java.util.List;
import java.util.OptionalLong;

/**
 * Is a step of a log with feature columns a bandit or a planning problem? The shift is how much the
 * next state reveals about the action, which is how far actions move it.
 *
 * @param shift the mean over decisions of the total variation between the next states of the action
 *     taken and those of the logged policy in the same state, ½E Σ_a |P̂(a|x,x′) − π_b(a|x)|, in
 *     [0, 1]
 * @param noise the same with actions drawn anew from π_b
 * @param upper what the true shift is at most, as far as functions of the basis and ranges of
 *     single numbers show it, at 95%
 * @param least what it is at least, on folds that the classifier has not seen: ½E Σ_a
 *     sign(P̂−π_b)(1{a taken} − π_b), whatever the classifier is
 * @param gain of log-likelihood per decision over π_b, on folds that the classifier has not seen
 * @param t of whether the next state tells anything about the action, on such folds
 * @param pValue of t, one-sided, or of the shape of a number where that is far clearer
 * @param actions the same by action
 * @param moves which columns actions move, clearest first
 * @param noShift upper if there were no shift, times the root of the number of rows
 * @param pooled the share of next rows with a level that is pooled: within the pool no shift is
 *     seen
 * @param rows behind these figures, of so many episodes
 */
public record StateShift(
    int step,
    double shift,
    double noise,
    double upper,
    double least,
    double gain,
    double t,
    double pValue,
    List<ActionShift> actions,
    List<Move> moves,
    double noShift,
    double pooled,
    long rows,
    long episodes) {
  /** The level at which a step is called planning, as for tables. */
  public static final double LEVEL = 0.01;

  public StateShift {
    actions = List.copyOf(actions);
    moves = List.copyOf(moves);
  }

  /**
   * How far one action moves the next state, over the decisions that are taken by it.
   *
   * @param share of decisions
   */
  public record ActionShift(String action, double share, double shift, double noise) {}

  /**
   * What an action does to a column of the next row.
   *
   * @param change of its mean, against the logged policy in the same states: standard deviations of
   *     a number, a share for levels and for the end
   * @param clear whether its t is beyond chance among all columns and actions of the step
   */
  public record Move(String column, String action, double change, double t, boolean clear) {}

  /**
   * Planning if the test says so, however small the shift is; a bandit if the upper bound is below
   * the tolerance. A step without any shift is called planning in about 1% of logs.
   */
  public Verdict verdict(double tolerance) {
    return pValue < LEVEL
        ? Verdict.PLANNING
        : upper < tolerance ? Verdict.BANDIT : Verdict.CANNOT_TELL;
  }

  /**
   * About how many episodes would show a bandit, if actions do not move the next state at all;
   * empty if the log already shows it, if episodes are not independent, or if so many levels are
   * pooled that no number of episodes would.
   */
  public OptionalLong episodesNeeded(double tolerance) {
    double needed = Math.pow(noShift / Math.max(0, tolerance - pooled), 2) / rows * episodes;
    return verdict(tolerance) != Verdict.CANNOT_TELL || !(needed < 1e12)
        ? OptionalLong.empty()
        : OptionalLong.of((long) Math.ceil(needed));
  }
}
