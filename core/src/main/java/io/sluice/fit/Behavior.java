package io.sluice.fit;

import io.sluice.assumptions.LoggedActions;
import io.sluice.counts.PropensityTable;
import io.sluice.counts.TransitionCounts;
import io.sluice.influence.BehaviorFrequencies;
import io.sluice.mdp.FrequencyPolicy;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.StateVector;
import io.sluice.model.Model.Pooling;
import io.sluice.model.Propensities;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The policy that made the log: logged, given or estimated.
 *
 * @param source where it comes from
 * @param errors for each step, the largest error of its action probabilities: the mean over the
 *     log's states of ½‖π̂_b − π_b‖₁; 0 if it is known in all of them
 * @param delta with what probability the error may be larger
 * @param frequencies how it was estimated by the log's own frequencies, if it was: {@code
 *     efficient} then accounts for its error by its influence function, not by {@code errors}
 * @param propensities whether rows may be weighted by its probabilities: not if they are estimates,
 *     or means of what differed between rows
 */
public record Behavior(
    Policy policy,
    Source source,
    List<Double> errors,
    double delta,
    List<String> notes,
    Propensities propensities,
    Optional<BehaviorFrequencies> frequencies) {
  private static final int SMALL_TABLE = 1 << 20;

  /** How far from 1 a sum of rounded probabilities may be expected. */
  private static final double LIKELY_ROUNDED = 0.05;

  private static final String ROUNDED =
      "; if they were rounded, log more digits, or leave the column out: probabilities are then estimated";

  /** How many actions a message names. */
  private static final int NAMED_ACTIONS = 6;

  /** Where a behavior policy comes from. */
  public enum Source {
    LOGGED,
    FILE,
    ESTIMATED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** A policy whose probabilities may weight rows, unless they are estimates. */
  public Behavior(
      Policy policy, Source source, List<Double> errors, double delta, List<String> notes) {
    this(
        policy,
        source,
        errors,
        delta,
        notes,
        source == Source.ESTIMATED ? Propensities.ESTIMATED : Propensities.KNOWN,
        Optional.empty());
  }

  /** Returns a known behavior policy, such as that of a simulated problem. */
  public static Behavior known(Policy policy) {
    return new Behavior(policy, Source.LOGGED, none(policy.shape()), 0, List.of());
  }

  /**
   * Returns a behavior policy that was given, which must allow every logged action.
   *
   * @param notes remarks to report with results
   */
  public static Behavior given(LogData log, Policy policy, List<String> notes) {
    List<String> errors = new ArrayList<>();
    long[] total = new long[1];
    for (int h = 1; h <= log.shape().horizon(); h++) {
      int step = h;
      log.counts()
          .forEachPair(
              h,
              (x, a, n, r, rr) -> {
                if (policy.probability(step, x, a) == 0 && total[0]++ < BadLogException.SHOWN) {
                  errors.add(
                      "behavior policy at step %s, state \"%s\", action \"%s\": must be more than 0 for a logged action, got 0 (logged %s times)"
                          .formatted(step, log.state(x), log.action(a), n));
                }
              });
    }
    if (total[0] > 0) {
      throw new BadLogException(errors, total[0]);
    }
    return new Behavior(policy, Source.FILE, none(log.shape()), 0, notes);
  }

  /**
   * Returns the behavior policy of a log: from its propensities or, without them, estimated from
   * its actions.
   */
  public static Behavior of(LogData log, Settings settings) {
    return log.propensities().isPresent()
        ? logged(log)
        : estimated(log.counts(), settings.model(), settings.delta());
  }

  /**
   * Returns the policy of the logged propensities: in each state, the mean propensity of each
   * action seen there. If one action was not seen, its probability is 1 minus the sum of the
   * others. If several were not, only their total probability is known: it is divided evenly, so
   * that none of them counts as never taken, and how far that may be off is in {@code errors}.
   */
  public static Behavior logged(LogData log) {
    PropensityTable table = log.propensities().orElseThrow();
    Shape shape = log.shape();
    List<String> notes = new ArrayList<>();
    double[][] perStep = new double[shape.horizon() * shape.states()][];
    double[][] anyStep = new double[shape.states()][];
    boolean stationary = true;
    long varying = 0;
    long rows = 0;
    for (int i = 0; i < table.size(); i++) {
      int x = table.state(i);
      put(perStep, (table.step(i) - 1) * shape.states() + x, shape, table.action(i), table.mean(i));
      double before = anyStep[x] == null ? Double.NaN : anyStep[x][table.action(i)];
      stationary &= Double.isNaN(before) || Math.abs(before - table.mean(i)) <= 1e-9;
      put(anyStep, x, shape, table.action(i), table.mean(i));
      varying += table.isConstant(i) ? 0 : table.count(i);
      rows += table.count(i);
    }
    if (varying > 0) {
      notes.add(
          String.format(
              Locale.ROOT,
              "propensities differ between rows of one state and action (%.1f%% of rows): they depend on more than the state; intervals from the model use their mean",
              100.0 * varying / rows));
    }
    boolean one = stationary;
    boolean exact = varying == 0;
    UnloggedActions open = new UnloggedActions(shape);
    for (int i = 0; i < perStep.length; i++) {
      int x = i % shape.states();
      double[] row = one || perStep[i] == null ? anyStep[x] : perStep[i];
      open.add(i, row);
      perStep[i] = complete(log, row, i / shape.states() + 1, x, exact);
    }
    Policy policy =
        one
            ? Policy.stationary(shape, (x, a) -> perStep[x][a])
            : Policy.tabular(shape, (h, x, a) -> perStep[(h - 1) * shape.states() + x][a]);
    return new Behavior(
        policy,
        Source.LOGGED,
        open.errors(log.counts()),
        0,
        notes,
        exact ? Propensities.KNOWN : Propensities.ESTIMATED,
        open.frequencies(log.counts(), policy));
  }

  private static void put(double[][] table, int row, Shape shape, int action, double value) {
    if (table[row] == null) {
      table[row] = new double[shape.actions()];
      Arrays.fill(table[row], Double.NaN);
    }
    table[row][action] = value;
  }

  /** The probabilities with their actions, whose names may differ by a space alone. */
  private static String terms(LogData log, double[] seen) {
    String first =
        IntStream.range(0, seen.length)
            .filter(a -> !Double.isNaN(seen[a]))
            .limit(NAMED_ACTIONS)
            .mapToObj(a -> "\"%s\" %s".formatted(log.action(a), seen[a]))
            .collect(Collectors.joining(" + "));
    long all = Arrays.stream(seen).filter(p -> !Double.isNaN(p)).count();
    return all > NAMED_ACTIONS ? first + " + …" : first;
  }

  private static double[] complete(LogData log, double[] seen, int step, int state, boolean exact) {
    int actions = log.shape().actions();
    double[] row = new double[actions];
    if (seen == null) {
      Arrays.fill(row, 1.0 / actions); // a state that no decision was made in
      return row;
    }
    double sum = 0;
    int unseen = 0;
    for (double p : seen) {
      sum += Double.isNaN(p) ? 0 : p;
      unseen += Double.isNaN(p) ? 1 : 0;
    }
    boolean tooMuch = sum > 1 + 1e-6;
    boolean tooLittle = unseen == 0 && sum < 1 - 1e-6;
    if (exact && (tooMuch || tooLittle)) {
      throw new BadLogException(
          "propensities at step %s, state \"%s\": the logged actions' probabilities must sum to %s1, got %s (%s)%s"
              .formatted(
                  step,
                  log.state(state),
                  unseen == 0 ? "" : "at most ",
                  sum,
                  terms(log, seen),
                  Math.abs(sum - 1) < LIKELY_ROUNDED ? ROUNDED : ""));
    }
    double rest = unseen > 0 ? Math.max(0, 1 - sum) / unseen : 0;
    double total = sum + rest * unseen;
    for (int a = 0; a < actions; a++) {
      row[a] = (Double.isNaN(seen[a]) ? rest : seen[a]) / total;
    }
    return row;
  }

  /**
   * Estimates the policy by the log's own frequencies. Steps are pooled only if that is declared,
   * or if there are few rows and {@link LoggedActions} finds no difference between steps, as for
   * models: {@link ChosenModel}.
   */
  public static Behavior estimated(TransitionCounts counts, ModelChoice model, double delta) {
    Pooling pooling =
        model
            .declared()
            .orElseGet(
                () ->
                    !ChosenModel.hasEnoughRows(counts)
                            && LoggedActions.byStep(counts).isBelow(ChosenModel.LIMIT)
                        ? Pooling.POOLED
                        : Pooling.PER_STEP);
    return estimated(counts, pooling, delta);
  }

  /**
   * Estimates the policy by the log's own frequencies, with a bound on their error: with
   * probability 1−δ, ‖π̂_b − π_b‖₁ ≤ √(2(|A| ln 2 + ln(|X|H/δ))/n) in every state and step at once
   * (Weissman et al. 2003), given how often each was met.
   *
   * <p>That holds for frequencies by step. Pooled over steps, rows of an episode depend on each
   * other, and the bound is not proven to hold at δ. Either way the estimate comes from the log
   * that intervals are made from, the theorem's holdout included, so none of them is valid for a
   * finite sample with it. The error widens them nevertheless.
   *
   * @param pooling whether the log's policy is the same at every step
   */
  public static Behavior estimated(TransitionCounts counts, Pooling pooling, double delta) {
    Shape shape = counts.shape();
    FrequencyPolicy policy = new FrequencyPolicy(shape, pooling == Pooling.PER_STEP);
    for (int h = 1; h <= shape.horizon(); h++) {
      int step = h;
      counts.forEachPair(h, (x, a, n, r, rr) -> policy.add(step, x, a, n));
    }
    double log2 = shape.actions() * Math.log(2);
    double logPairs = log2 + Math.log(shape.states() * (double) shape.horizon() / delta);
    List<Double> errors = new ArrayList<>();
    for (int h = 1; h <= shape.horizon(); h++) {
      StateVector share = counts.distribution(h);
      double error = 0;
      for (int x = 0; x < shape.states(); x++) {
        if (share.at(x) > 0) {
          error += share.at(x) * Math.min(1, Math.sqrt(2 * logPairs / policy.visits(h, x)) / 2);
        }
      }
      errors.add(error);
    }
    return new Behavior(
        tabled(policy),
        Source.ESTIMATED,
        errors,
        delta,
        List.of(
            "the behavior policy is estimated from this log: its error is part of every interval from the model, which is then not proven to hold at δ"),
        Propensities.ESTIMATED,
        Optional.of(BehaviorFrequencies.everywhere(counts, policy, pooling)));
  }

  /** As a table where that is small: looking a probability up is faster. */
  private static Policy tabled(FrequencyPolicy policy) {
    Shape shape = policy.shape();
    int steps = policy.isStationary() ? 1 : shape.horizon();
    if (steps * (double) shape.states() * shape.actions() > SMALL_TABLE) {
      return policy;
    }
    return policy.isStationary()
        ? Policy.stationary(shape, (x, a) -> policy.probability(1, x, a))
        : Policy.tabular(shape, policy::probability);
  }

  private static List<Double> none(Shape shape) {
    return java.util.Collections.nCopies(shape.horizon(), 0.0);
  }
}
