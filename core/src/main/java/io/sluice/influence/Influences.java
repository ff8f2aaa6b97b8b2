package io.sluice.influence;

import io.sluice.counts.TransitionCounts;
import io.sluice.influence.Influence.Drift;
import io.sluice.mdp.Policy;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Model;
import io.sluice.model.Threads;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The influence functions of one evaluation: of every step's effect α^(h), of their sum V_π − V_πb,
 * and of V_π, the observed return plus that sum.
 */
public final class Influences {
  /** Influences are kept if they have at most so many masses: 128 MB. */
  private static final double MOST_KEPT = 1 << 24;

  private final PlugIn plugIn;
  private final @Nullable Influence[] steps; // once asked for, if they are kept
  private final boolean keepsWhole;
  private @Nullable ShiftOccupancy whole; // of all steps together, once asked for
  private @Nullable Influence total; // likewise
  private @Nullable RowScores scores; // of the steps, likewise

  private Influences(PlugIn plugIn) {
    this.plugIn = plugIn;
    int horizon = plugIn.shape.horizon();
    double masses = (double) plugIn.pairs * horizon;
    keepsWhole = masses <= MOST_KEPT;
    steps = new Influence[masses * (horizon + 1) / 2 <= MOST_KEPT ? horizon : 0];
  }

  /**
   * @param model estimated from these counts
   */
  public static Influences of(
      TransitionCounts counts, Model model, ValueRange range, Policy behavior, Policy evaluated) {
    return of(counts, model, range, behavior, evaluated, step -> false);
  }

  /**
   * The same with steps declared exogenous: there actions are taken not to move the next state, so
   * that α^(h) is the immediate effect.
   */
  public static Influences of(
      TransitionCounts counts,
      Model model,
      ValueRange range,
      Policy behavior,
      Policy evaluated,
      IntPredicate exogenous) {
    return of(counts, model, range, behavior, evaluated, exogenous, Threads.available());
  }

  /** The same, with other threads than one for each processor. */
  public static Influences of(
      TransitionCounts counts,
      Model model,
      ValueRange range,
      Policy behavior,
      Policy evaluated,
      IntPredicate exogenous,
      Threads threads) {
    LogSums log = LogSums.of(counts, model);
    return of(log, range, behavior, evaluated, exogenous, threads);
  }

  /** The same for the sums of a log: one serves all policies. */
  public static Influences of(
      LogSums log,
      ValueRange range,
      Policy behavior,
      Policy evaluated,
      IntPredicate exogenous,
      Threads threads) {
    return new Influences(new PlugIn(log, range, behavior, null, evaluated, exogenous, threads));
  }

  /** The same where the logged policy is, at least in some states, estimated by frequencies. */
  public static Influences of(
      LogSums log,
      ValueRange range,
      BehaviorFrequencies behavior,
      Policy evaluated,
      IntPredicate exogenous,
      Threads threads) {
    return new Influences(
        new PlugIn(log, range, behavior.policy(), behavior, evaluated, exogenous, threads));
  }

  PlugIn plugIn() {
    return plugIn;
  }

  /** Of α^(h). */
  public Influence at(int step) {
    return steps.length == 0 ? made(step) : kept(step);
  }

  private synchronized Influence kept(int step) {
    Influence known = steps[step - 1];
    if (known == null) {
      known = made(step);
      steps[step - 1] = known;
    }
    return known;
  }

  private Influence made(int step) {
    Influence known =
        ofStep(step, ShiftOccupancy.of(plugIn, step, step, true), plugIn.stateEffect(step));
    return ActionTerms.isNeeded(plugIn)
        ? known.with(ActionTerms.ofStep(plugIn, step, plugIn.actionValues(step)))
        : known;
  }

  /**
   * @param start the first term, by state; what is estimated is its mean
   */
  private Influence ofStep(int step, ShiftOccupancy occupancy, double[] start) {
    double estimate = mean(step, start);
    if (!plugIn.tables.areShared() && !plugIn.log.cut || step == 1) {
      return new Influence(
          plugIn, step, estimate, occupancy, start, variance(step, start), Drift.NONE);
    }
    // Rows before the step also lead to its states: a pooled model learns from them too, and where
    // episodes were cut off d̂_h is made from them.
    double[][] expected = expectedBefore(step, start);
    Drift drift = new Drift(0, step - 1, expected, expected);
    return new Influence(plugIn, step, estimate, occupancy, start, variance(1, expected[1]), drift);
  }

  /** The first term of a step's effect, expected under π_b from each state of the steps before. */
  private double[][] expectedBefore(int step, double[] start) {
    double[][] expected = new double[step + 1][];
    expected[step] = start;
    for (int k = step - 1; k >= 1; k--) {
      expected[k] = plugIn.averaged(k, expected[k + 1]); // 0 at the end
    }
    return expected;
  }

  private double variance(int step, double[] ofState) {
    double mean = 0;
    double squares = 0;
    for (int x = 0; x < ofState.length; x++) {
      mean += plugIn.share(step).at(x) * ofState[x];
    }
    for (int x = 0; x < ofState.length; x++) {
      squares += plugIn.share(step).at(x) * (ofState[x] - mean) * (ofState[x] - mean);
    }
    return squares;
  }

  /** What single episodes say about the effects of all steps; one table for all who ask. */
  synchronized RowScores scores() {
    if (scores == null) {
      scores = RowScores.ofSteps(plugIn, this::at);
    }
    return scores;
  }

  /**
   * Of the carried part of α^(h), ∫V_πΔ: what the step does to later rewards by moving the next
   * state. With the immediate effect, which is {@link #at} of a step declared exogenous, it makes
   * α^(h).
   */
  public Influence carried(int step) {
    boolean moves = !plugIn.exogenous.test(step);
    double[] start = moves ? plugIn.carriedEffect(step) : new double[plugIn.shape.states() + 1];
    Influence known = ofStep(step, ShiftOccupancy.of(plugIn, step, step, false), start);
    return ActionTerms.isNeeded(plugIn) && moves
        ? known.with(ActionTerms.ofStep(plugIn, step, plugIn.ahead(step)))
        : known;
  }

  /** Σ_x d̂_k(x)·(of x), over states that have not ended. */
  private double mean(int step, double[] ofState) {
    double sum = 0;
    for (int x = 0; x < plugIn.shape.states(); x++) {
      sum += plugIn.share(step).at(x) * ofState[x];
    }
    return sum;
  }

  /** Of V_π − V_πb. */
  public synchronized Influence total() {
    Influence known = total == null ? makeTotal() : total;
    total = keepsWhole ? known : null;
    return known;
  }

  private Influence makeTotal() {
    int horizon = plugIn.shape.horizon();
    double[][] from = new double[horizon + 2][];
    double[][] after = new double[horizon + 1][];
    expect(from, after);
    Influence known = whole(total(horizon), from[1], new Drift(0, from, after));
    return ActionTerms.isNeeded(plugIn) ? known.with(ActionTerms.ofAll(plugIn, from, 0)) : known;
  }

  /**
   * Of V_π: the mean return plus V_π − V_πb. Where π may go to pairs never seen and these
   * {@linkplain LogSums#borrowing borrow}, it is the value of π in the model, Σ d̂_1V̂_1, instead:
   * what the logged actions happened to be, which the mean return depends on, is then not made up
   * for at pairs without rows.
   */
  public Influence value() {
    Influence byReturn = returnAndTotal();
    boolean supported = byReturn.unknownBelow() + byReturn.unknownAbove() == 0;
    return supported || !plugIn.log.borrows ? byReturn : ownValue();
  }

  private Influence ownValue() {
    double[] start = plugIn.values(1).clone();
    double estimate = plugIn.share(1).at(plugIn.shape.end()) * start[plugIn.shape.end()];
    return new Influence(
        plugIn,
        1,
        estimate + mean(1, start),
        ShiftOccupancy.ofPolicy(plugIn),
        start,
        variance(1, start),
        Drift.NONE);
  }

  private Influence returnAndTotal() {
    int horizon = plugIn.shape.horizon();
    double[][] from = new double[horizon + 2][];
    double[][] after = new double[horizon + 1][];
    expect(from, after);
    double[][] logged = plugIn.valuesOf(plugIn.behavior);
    for (int k = 1; k <= horizon; k++) {
      from[k] = sum(from[k], logged[k], 1);
      after[k] = sum(after[k], logged[k], 1); // which has the row's own reward in it
    }
    Influence known = whole(total(horizon) + meanReturn(), from[1], new Drift(1, from, after));
    return ActionTerms.isNeeded(plugIn) ? known.with(ActionTerms.ofAll(plugIn, from, 1)) : known;
  }

  private static double[] sum(double[] first, double[] second, double sign) {
    double[] sum = first.clone();
    for (int x = 0; x < sum.length; x++) {
      sum[x] += sign * second[x];
    }
    return sum;
  }

  /** The mean return, including what steps after an early end count as. */
  double meanReturn() {
    return plugIn.counts.meanReturn(plugIn.range.afterEnd());
  }

  private double total(int horizon) {
    double sum = 0;
    for (int k = 1; k <= horizon; k++) {
      sum += mean(k, plugIn.stateEffect(k));
    }
    return sum;
  }

  private Influence whole(double estimate, double[] start, Drift drift) {
    return new Influence(plugIn, 1, estimate, ofAll(), start, variance(1, start), drift);
  }

  private synchronized ShiftOccupancy ofAll() {
    ShiftOccupancy all =
        whole == null ? ShiftOccupancy.of(plugIn, 1, plugIn.shape.horizon(), true) : whole;
    whole = keepsWhole ? all : null;
    return all;
  }

  /**
   * The effects of the steps from k on, expected under π_b.
   *
   * @param from where W_k is put, by step and state
   * @param after where P̂_bW_{k+1} is put
   */
  private void expect(double[][] from, double[][] after) {
    int horizon = plugIn.shape.horizon();
    from[horizon + 1] = plugIn.laterEffects(horizon + 1);
    for (int k = horizon; k >= 1; k--) {
      from[k] = plugIn.laterEffects(k);
      after[k] = sum(from[k], plugIn.stateEffect(k), -1);
    }
  }
}
