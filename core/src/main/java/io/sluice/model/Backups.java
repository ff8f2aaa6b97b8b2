package io.sluice.model;

import io.sluice.mdp.Policy;
import io.sluice.mdp.ValueRange;
import org.jspecify.annotations.Nullable;

/**
 * Dynamic programming, backward over the steps: the values of policies and learners, with their
 * bounds, and on a known model exact values. All of them run on one {@link Recursion}.
 *
 * <p>At each step and state there are action probabilities π: those of a policy ({@link
 * #evaluate}), the action of the highest score ({@link #best}), or any other choice ({@link #run}).
 * Then, averaging over π and clipping as in {@code alg:SPVI},
 *
 * <pre>
 * V̂_p = max(0, R̂ + P̂V̂_p − b)        {@code eq:pessimistic-value-estimate}
 * V̂_o = min(V_max, R̂ + P̂V̂_o + b)    {@code eq:optimistic-value-estimate}
 * V̂   = min(V̂_o, max(V̂_p, R̂ + P̂V̂))   {@code eq:bounded-sp-value-estimate}
 * </pre>
 *
 * <p>Several {@link Threads} share the states of a step where there are many transitions: no state
 * depends on another of its step, so results are the same to the last bit.
 *
 * <p>Deviates from the paper: V̂_p is also kept at or below V_max, which matters only under a cap
 * on the return.
 */
public final class Backups {
  private final Model model;
  private final Bonus bonus;
  private final ValueRange range;
  private final @Nullable InducedShift shift;
  private final boolean clipPoint;
  private final Threads threads;

  private Backups(
      Model model,
      Bonus bonus,
      ValueRange range,
      @Nullable InducedShift shift,
      boolean clipPoint,
      Threads threads) {
    this.model = model;
    this.bonus = bonus;
    this.range = range;
    this.shift = shift;
    this.clipPoint = clipPoint;
    this.threads = threads;
  }

  /** Backups on an estimated model, with a bonus that bounds its errors. */
  public static Backups of(Model model, Bonus bonus, ValueRange range) {
    return new Backups(model, bonus, range, null, true, Threads.available());
  }

  /** Exact backups on a known model, whatever the range of its rewards. */
  public static Backups exact(Model known) {
    return exact(known, ValueRange.of(known.shape()));
  }

  /** The same where the steps after an early end have a value. */
  public static Backups exact(Model known, ValueRange range) {
    return new Backups(known, Bonus.NONE, range, null, false, Threads.available());
  }

  /** The same with a shift, as selective scores and intervals need it. */
  public Backups withShift(InducedShift shift) {
    return new Backups(model, bonus, range, shift, clipPoint, threads);
  }

  /** The same without a shift. */
  public Backups withoutShift() {
    return new Backups(model, bonus, range, null, clipPoint, threads);
  }

  public boolean hasShift() {
    return shift != null;
  }

  /** The same, but V̂ = R̂ + P̂V̂ is not clipped, as in the authors' released program. */
  public Backups withoutClippingThePoint() {
    return new Backups(model, bonus, range, shift, false, threads);
  }

  /** The same with another bonus. */
  public Backups withBonus(Bonus bonus) {
    return new Backups(model, bonus, range, shift, clipPoint, threads);
  }

  /** The same, with other threads than one for each processor. */
  public Backups on(Threads threads) {
    return new Backups(model, bonus, range, shift, clipPoint, threads);
  }

  public Model model() {
    return model;
  }

  public Bonus bonus() {
    return bonus;
  }

  public ValueRange range() {
    return range;
  }

  public Threads threads() {
    return threads;
  }

  @Nullable InducedShift shift() {
    return shift;
  }

  /** Whether V̂ is clipped to [V̂_p, V̂_o]. */
  boolean clipsPoint() {
    return clipPoint;
  }

  /**
   * The action values of a step.
   *
   * @param next the values of the step after it
   */
  public ActionValues actionValues(int step, StepValues next) {
    model.shape().requireStep(step);
    StepBonus bonusOf = StepBonus.of(model, bonus.at(step, next));
    return new ActionValues(new OneStep(model, shift, step, bonusOf, ValueArrays.of(next)));
  }

  /** V̂_p, V̂ and V̂_o of a fixed policy at every step. */
  public ValueTable evaluate(Policy policy) {
    policy.shape().requireSame("backups: the policy", model.shape());
    return withoutShift()
        .recursion()
        .run(
            threads,
            (step, here) -> {
              StateBackup values = new StateBackup(step, here);
              double[] probabilities = new double[Block.pairs(model)];
              return block -> {
                policy.write(step.step(), block.from(), block.to(), probabilities);
                average(block, probabilities, values);
              };
            });
  }

  private void average(Block block, double[] probabilities, StateBackup values) {
    int actions = model.shape().actions();
    for (int x = block.from(), i = 0; x < block.to(); x++) {
      for (int end = i + actions; i < end; i++) {
        values.add(probabilities[i], block.firstRow() + i);
      }
      values.finish(x);
    }
  }

  /**
   * V̂_p, V̂ and V̂_o of the action with the highest score, at every step and state; ties go to the
   * lowest index, and a pair that was never seen is chosen only where none was.
   *
   * @param chosen where the actions are written to, at (step − 1)·|X| + state
   */
  public ValueTable best(Score score, int[] chosen) {
    return best(score, chosen, ValueLayout.of(model));
  }

  /** The same, however values lie in memory: no result depends on it. */
  ValueTable best(Score score, int[] chosen, ValueLayout layout) {
    if (score.needsShift() && shift == null) {
      throw new IllegalStateException("backups: " + score + " needs a shift, and none was given");
    }
    return new Recursion(score.needsShift() ? this : withoutShift(), layout)
        .run(threads, new GreedyBackup(score, range, layout, chosen));
  }

  /**
   * V̂_p, V̂ and V̂_o of whatever is chosen, from the last step to the first, state by state in
   * rising order and by one thread: a choice may depend on those before it.
   */
  public ValueTable run(Choice choice) {
    double[] probabilities = new double[model.shape().actions()];
    return recursion()
        .run(
            new Threads(1),
            (step, here) -> {
              ActionValues q = new ActionValues(step);
              StateBackup values = new StateBackup(step, here);
              return block -> {
                for (int x = block.from(), row = block.firstRow(); x < block.to(); x++) {
                  choice.choose(step.step(), x, q.at(x), probabilities);
                  for (int a = 0; a < probabilities.length; a++, row++) {
                    values.add(probabilities[a], row);
                  }
                  values.finish(x);
                }
              };
            });
  }

  private Recursion recursion() {
    return new Recursion(this, ValueLayout.plain(model));
  }

  /** Decides at one step and state, by writing a probability for every action. */
  @FunctionalInterface
  public interface Choice {
    void choose(int step, int state, ActionValues values, double[] probabilities);
  }
}
