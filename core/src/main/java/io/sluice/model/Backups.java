package io.sluice.model;

import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.StateVector;
import io.sluice.mdp.ValueRange;
import java.util.function.Supplier;

/**
 * Dynamic programming, backward over the steps: the one recursion behind every learner, every bound
 * and, on a known model, every exact value.
 *
 * <p>At each step and state, someone chooses action probabilities π (a fixed policy, or a learner
 * looking at {@link ActionValues}); then, averaging over π and clipping as in {@code alg:SPVI},
 *
 * <pre>
 * V̂_p = max(0, R̂ + P̂V̂_p − b)        {@code eq:pessimistic-value-estimate}
 * V̂_o = min(V_max, R̂ + P̂V̂_o + b)    {@code eq:optimistic-value-estimate}
 * V̂   = min(V̂_o, max(V̂_p, R̂ + P̂V̂))   {@code eq:bounded-sp-value-estimate}
 * </pre>
 *
 * <p>States are worked on in blocks, over several {@link Threads} where there are many transitions:
 * no state of a step depends on another, so the result is the same to the last bit.
 *
 * <p>Deviates from the paper: V̂_p is also kept at or below V_max, which matters only under a cap
 * on the return.
 */
public final class Backups {
  /** What a block's pairs need fits the second cache. */
  private static final int PAIRS_PER_BLOCK = 1024;

  private final Model model;
  private final Bonus bonus;
  private final ValueRange range;
  private final InducedShift shift;
  private final boolean clipPoint;
  private final Threads threads;

  private Backups(
      Model model,
      Bonus bonus,
      ValueRange range,
      InducedShift shift,
      boolean clipPoint,
      Threads threads) {
    this.model = model;
    this.bonus = bonus;
    this.range = range;
    this.shift = shift;
    this.clipPoint = clipPoint;
    this.threads = threads;
  }

  /** Backups on a model whose errors the bonus bounds. */
  public static Backups of(Model model, Bonus bonus, ValueRange range) {
    return new Backups(model, bonus, range, null, true, Threads.available());
  }

  /** Exact backups on a known model, whatever the range of its rewards. */
  public static Backups exact(Model known) {
    return exact(known, ValueRange.of(known.shape()));
  }

  /** The same where the steps of an ended episode count as something. */
  public static Backups exact(Model known, ValueRange range) {
    return new Backups(known, Bonus.NONE, range, null, false, Threads.available());
  }

  /** The same, with the carried uncertainty at hand. */
  public Backups withShift(InducedShift shift) {
    return new Backups(model, bonus, range, shift, clipPoint, threads);
  }

  /** The same without it, for those who do not ask. */
  public Backups withoutShift() {
    return new Backups(model, bonus, range, null, clipPoint, threads);
  }

  public boolean hasShift() {
    return shift != null;
  }

  /** The same, but V̂ = R̂ + P̂V̂ is left as it comes, as in the authors' released program. */
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

  /** What the actions of a step are worth before the given next-step values. */
  public ActionValues actionValues(int step, StepValues next) {
    model.shape().requireStep(step);
    double[] mid = next.point().toArray();
    double[] low = next.pessimistic() == next.point() ? mid : next.pessimistic().toArray();
    double[] high = next.optimistic() == next.point() ? mid : next.optimistic().toArray();
    boolean bounded = low != mid || high != mid;
    NextValues after = new NextValues(low, mid, high, bounded, hasShift(), Reach.NEAR);
    after.layOut(0, mid.length);
    StepBonus bonusOf = StepBonus.of(model, bonus.at(step, next));
    return new ActionValues(model, bonusOf, shift, step, after, weights(step), null, 1);
  }

  private double[] weights(int step) {
    return hasShift() ? shift.weights(step) : null;
  }

  /** V̂_p, V̂ and V̂_o of a fixed policy at every step. */
  public ValueTable evaluate(Policy policy) {
    policy.shape().requireSame("backups: the policy", model.shape());
    Backups plain = withoutShift(); // which a policy's values do not ask for
    return plain.recursion(
        threads,
        Reach.NEAR,
        pairs -> {
          double[] probabilities = new double[pairs];
          return (step, from, q, here) -> {
            policy.write(step, from, from + q.size() / q.actions(), probabilities);
            for (int i = 0, x = from; i < q.size(); x++) {
              for (int a = 0; a < q.actions(); a++, i++) {
                q.add(probabilities[i], i, x, here);
              }
              settle(step, x, here);
            }
          };
        });
  }

  /**
   * V̂_p, V̂ and V̂_o of whatever is chosen, from the last step to the first, state by state in
   * rising order and by one thread: the choice may remember.
   */
  public ValueTable run(Choice choice) {
    double[] probabilities = new double[model.shape().actions()];
    return recursion(
        new Threads(1),
        Reach.NEAR,
        pairs ->
            (step, from, q, here) -> {
              for (int x = from, to = from + q.size() / q.actions(); x < to; x++) {
                choice.choose(step, x, q.at(x), probabilities);
                for (int a = 0; a < probabilities.length; a++) {
                  q.add(probabilities[a], a, x, here);
                }
                settle(step, x, here);
              }
            });
  }

  /**
   * V̂_p, V̂ and V̂_o of the action with the highest score, at every step and state; ties go to the
   * lowest index, and a pair that was never seen is chosen only where none was.
   *
   * @param chosen where the actions are written to, at (step − 1)·|X| + state
   */
  public ValueTable best(Scores scores, int[] chosen) {
    return best(scores, chosen, model.reach);
  }

  /** The same, however far next states are taken to be: no result depends on it. */
  ValueTable best(Scores scores, int[] chosen, Reach reach) {
    return recursion(
        threads,
        reach,
        pairs -> {
          double[] block = new double[pairs];
          boolean[] seen = new boolean[model.isComplete() ? 0 : pairs];
          return (step, from, q, here) -> {
            double[] scored = scores.of(step, q, block);
            int states = q.size() / q.actions();
            int at = (step - 1) * model.shape().states() + from;
            if (seen.length == 0) {
              Chosen.best(scored, q.actions(), chosen, at, states, here.mid, from);
            } else {
              for (int i = 0; i < q.size(); i++) {
                seen[i] = q.isVisited(i);
              }
              Chosen.bestSeen(scored, q.actions(), seen, chosen, at, states, here.mid, from);
            }
            q.choose(scored, chosen, at, here, range.top(step), clipPoint);
          };
        });
  }

  private ValueTable recursion(Threads threads, Reach reach, DeciderMaker deciders) {
    Shape shape = model.shape();
    boolean bounded = bonus != Bonus.NONE;
    double[] nothing = new double[shape.states() + 1];
    NextValues next = new NextValues(nothing, nothing, nothing, bounded, hasShift(), reach);
    NextValues spare = new NextValues(nothing, nothing, nothing, bounded, hasShift(), reach);
    boolean far = reach == Reach.FAR;
    double[] points = far && hasShift() ? new double[shape.states() * shape.actions()] : null;
    StepValues[] steps = new StepValues[shape.horizon() + 1];
    steps[shape.horizon()] = stepValues(nothing, nothing, nothing);
    try (Threads.Team team = threads.team(model.transitions())) {
      StepBonus forAllSteps = null;
      if (bounded && model.tables().areShared() && bonus.isStationary()) {
        Bonus.OfStep last = bonus.at(shape.horizon(), steps[shape.horizon()]);
        forAllSteps = StepBonus.stationary(model, last, team);
      }
      for (int h = shape.horizon(); h >= 1; h--) {
        double[] mid = new double[shape.states() + 1];
        mid[shape.end()] = range.ended(h);
        double[] low = bounded ? mid.clone() : mid;
        double[] high = bounded ? mid.clone() : mid;
        NextValues here = new NextValues(low, mid, high, spare);
        StepBonus bonusOf =
            forAllSteps != null ? forAllSteps : StepBonus.of(model, bonus.at(h, steps[h]));
        Supplier<ActionValues> values = actionValues(h, bonusOf, next, points);
        if (points != null) {
          makePoints(team, values);
        }
        backUp(team, h, values, deciders, here);
        here.layOut(shape.end(), shape.end() + 1);
        spare = next;
        next = here;
        steps[h - 1] = stepValues(low, mid, high);
      }
    }
    return new ValueTable(steps);
  }

  /** For each thread its own, with room for a block of states. */
  private Supplier<ActionValues> actionValues(
      int step, StepBonus bonusOf, NextValues next, double[] points) {
    double[] weights = weights(step);
    return () -> new ActionValues(model, bonusOf, shift, step, next, weights, points, block());
  }

  private int block() {
    Shape shape = model.shape();
    return Math.min(shape.states(), Math.max(1, PAIRS_PER_BLOCK / shape.actions()));
  }

  /**
   * Looks up V̂ for all pairs, so that {@link #backUp} need not: a cache that cannot hold V̂ and Γ
   * may hold one of them.
   */
  private void makePoints(Threads.Team team, Supplier<ActionValues> values) {
    int block = block();
    team.each(
        model.shape().states(),
        () -> {
          ActionValues q = values.get();
          return (from, to) -> {
            for (int x = from; x < to; x += block) {
              q.at(x, Math.min(to, x + block)).makePoints();
            }
          };
        });
  }

  /** Everything else, or everything, in one pass. */
  private void backUp(
      Threads.Team team,
      int step,
      Supplier<ActionValues> values,
      DeciderMaker deciders,
      NextValues here) {
    int block = block();
    team.each(
        model.shape().states(),
        () -> {
          ActionValues q = values.get();
          Decider decider = deciders.make(block * model.shape().actions());
          return (from, to) -> {
            for (int x = from; x < to; x += block) {
              decider.decide(step, x, q.at(x, Math.min(to, x + block)), here);
            }
          };
        });
  }

  /** Clips what was added up for a state, and lays it out. */
  private void settle(int step, int x, NextValues here) {
    if (here.hasBounds()) {
      here.settle(x, here.low[x], here.mid[x], here.high[x], range.top(step), clipPoint);
    } else {
      here.layOut(x, x + 1);
    }
  }

  private static StepValues stepValues(double[] low, double[] mid, double[] high) {
    StateVector point = StateVector.owning(mid);
    return low == mid
        ? new StepValues(point, point, point)
        : new StepValues(StateVector.owning(low), point, StateVector.owning(high));
  }

  /** Decides at one step and state, by writing a probability for every action. */
  @FunctionalInterface
  public interface Choice {
    void choose(int step, int state, ActionValues values, double[] probabilities);
  }

  /**
   * Gives a score to each of the {@link ActionValues#size} pairs that the values are at. Called by
   * several threads at once, each with values and room of its own.
   */
  @FunctionalInterface
  public interface Scores {
    /**
     * @return the room, filled, or an array that has the scores already
     */
    double[] of(int step, ActionValues values, double[] room);
  }

  /** Settles the values of a block of states, which begin at {@code from}. */
  private interface Decider {
    void decide(int step, int from, ActionValues q, NextValues here);
  }

  /** Makes a decider for one thread, with room for the pairs of a block. */
  private interface DeciderMaker {
    Decider make(int pairs);
  }
}
