package io.sluice.design;

import io.sluice.influence.LogSums;
import io.sluice.influence.VarianceSources;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.model.StepTables;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Action probabilities chosen so that an {@code efficient} interval gets narrow with few episodes:
 * in each state, actions are taken as often as they matter and as their outcomes vary.
 *
 * <p>For α^(h) the logged policy is followed before step h, so that the states in which the effect
 * is wanted stay what they are, and left from there on. How often later states are met then is
 * computed from the model. Of the policies on the way from the logged one to the one that is best
 * state by state, the one that needs fewest episodes is taken: further on, states that matter may
 * be missed.
 *
 * <p>It may be limited how much less an episode earns on the way: then none goes further than that.
 *
 * <p>What is assumed: the variances that the log shows are the true ones, and so are its next
 * states. For the whole, V_π − V_πb is taken to be the difference of both values in the model: the
 * effects of later steps, averaged over the states of a log made this way, would be others.
 */
public final class Exploration {
  private static final double[] WAYS = {0.25, 0.5, 0.75, 1};
  private static final int HALVINGS = 30;

  private final VarianceSources sources;
  private final LogSums log;
  private final StepTables tables;
  private final Shape shape;
  private final Policy behavior;
  private final Visits now;
  private final double[][][] best; // q by table, state and action; null where as logged
  private final double way; // how far to go from the logged policy to the best
  private final WidthCurve curve;

  /**
   * A state where actions would be taken with other probabilities.
   *
   * @param step 0 if it is meant for all steps from {@link #first} on
   * @param logged the probability of each action, as logged
   * @param wanted the probability of each action, as chosen
   */
  public record ChangedState(int step, int state, List<Double> logged, List<Double> wanted) {}

  /** How much Var ψ is lowered by the pairs of one state. */
  private record Gain(int table, int state, double amount) {}

  private Exploration(VarianceSources sources, WidthCurve logged, double wanted, double mostCost) {
    this.sources = sources;
    this.log = sources.log();
    this.tables = log.tables();
    this.shape = log.counts().shape();
    this.behavior = sources.behavior();
    now = Visits.of(log, behavior, first(), behavior::probability);
    best = new double[tables.count()][shape.states()][];
    for (int table = 0; table < best.length; table++) {
      for (int x = 0; x < shape.states(); x++) {
        StateDesign design = StateDesign.of(sources, now, table, x);
        double[] q = design.best();
        best[table][x] = Arrays.equals(q, design.logged()) ? null : q;
      }
    }
    double chosen = 0;
    WidthCurve narrowest = logged;
    for (double further : ways(mostCost)) {
      WidthCurve candidate = curve(logged, visits(further));
      if (isBetter(candidate, narrowest, wanted)) {
        chosen = further;
        narrowest = candidate;
      }
    }
    way = chosen;
    curve = narrowest;
  }

  /**
   * @param mostCost how much less an episode may earn than it does now, by the model; infinite if
   *     that does not matter
   */
  static Exploration of(
      VarianceSources sources, WidthCurve logged, double wanted, double mostCost) {
    return new Exploration(sources, logged, wanted, mostCost);
  }

  /** How far one may go without losing more than allowed, and some ways of going less far. */
  private double[] ways(double mostCost) {
    double furthest = 1;
    if (cost(1) > mostCost) {
      double enough = 0;
      for (int i = 0; i < HALVINGS; i++) {
        double middle = (enough + furthest) / 2;
        if (cost(middle) <= mostCost) {
          enough = middle;
        } else {
          furthest = middle;
        }
      }
      furthest = enough;
    }
    double most = furthest;
    return Arrays.stream(WAYS).map(way -> way * most).filter(way -> way > 0).toArray();
  }

  /**
   * How much less an episode earns on average than it does now, in [0, 1] units and by the model.
   * Pairs that were never seen are taken to earn the least, and so is what follows them.
   */
  public double cost() {
    return cost(way);
  }

  private double cost(double way) {
    Visits then = visits(way);
    double less = 0;
    for (int table = 0; table < best.length; table++) {
      for (int pair = 0; pair < log.pairs(); pair++) {
        double reward = log.model().reward(table * log.pairs() + pair);
        less += (now.rows(table, pair) - then.rows(table, pair)) * reward;
      }
    }
    return less;
  }

  /** Needs fewer episodes or, if both never get there, is narrower with those of now. */
  private boolean isBetter(WidthCurve candidate, WidthCurve other, double wanted) {
    long few = candidate.episodes(wanted).orElse(Long.MAX_VALUE);
    long many = other.episodes(wanted).orElse(Long.MAX_VALUE);
    return few < many
        || few == Long.MAX_VALUE
            && many == few
            && candidate.width(log.counts().episodes()) < other.width(log.counts().episodes());
  }

  private Visits visits(double way) {
    return Visits.of(log, behavior, first(), (k, x, a) -> probability(way, k, x, a));
  }

  private double probability(double way, int step, int state, int action) {
    double logged = behavior.probability(step, state, action);
    double[] q = best[tables.of(step)][state];
    return step < first() || q == null ? logged : way * q[action] + (1 - way) * logged;
  }

  /** The curve of the logged policy, with rows as often as they are met then. */
  private WidthCurve curve(WidthCurve logged, Visits then) {
    double limit = sources.influence().firstVariance();
    List<WidthCurve.Thin> thin = new ArrayList<>();
    double unseen = logged.unseen();
    for (int table = 0; table < best.length; table++) {
      for (int pair = 0; pair < log.pairs(); pair++) {
        if (log.rows(table, pair) > 0) {
          double oftener = oftener(then, table, pair);
          limit += divided(sources.limit(table, pair), oftener);
          if (sources.doubt(table, pair) > 0) {
            thin.add(
                new WidthCurve.Thin(
                    divided(sources.uncertainLimit(table, pair), oftener),
                    divided(sources.range(table, pair), oftener)));
          }
        } else if (then.rows(table, pair) > 0) {
          double unknown = sources.unknown(table, pair);
          double rows = then.rows(table, pair);
          unseen -= unknown;
          limit += unknown * unknown / 4 / rows;
          if (sources.isRaised()) {
            thin.add(new WidthCurve.Thin(unknown * unknown / 4 / rows, unknown / rows));
          }
        }
      }
    }
    return new WidthCurve(logged.z(), limit, thin, Math.max(0, unseen), logged.charged());
  }

  private static double divided(double amount, double by) {
    return amount == 0 ? 0 : amount / by;
  }

  /** By what factor a pair has more rows than now. */
  private double oftener(Visits then, int table, int pair) {
    double rows = now.rows(table, pair);
    return rows == 0 ? 1 : then.rows(table, pair) / rows;
  }

  /** How wide the interval is if the log is made this way. */
  WidthCurve curve() {
    return curve;
  }

  /** The step from which on actions are chosen; before it, they are those of the logged policy. */
  public int first() {
    return sources.influence().step();
  }

  /** The states where actions would be taken with other probabilities, most gained first. */
  public List<ChangedState> changes() {
    List<Gain> gains = new ArrayList<>();
    Visits then = visits(way);
    for (int table = 0; way > 0 && table < best.length; table++) {
      for (int x = 0; x < best[table].length; x++) {
        if (best[table][x] != null) {
          gains.add(new Gain(table, x, gain(then, table, x)));
        }
      }
    }
    gains.sort(Comparator.comparingDouble((Gain gain) -> -gain.amount()));
    return gains.stream().map(gain -> changed(gain.table(), gain.state())).toList();
  }

  /** Width that ends counts as so much standard error. */
  private double gain(Visits then, int table, int state) {
    double sum = 0;
    for (int a = 0; a < shape.actions(); a++) {
      int pair = state * shape.actions() + a;
      if (log.rows(table, pair) > 0) {
        double limit = sources.limit(table, pair);
        sum += limit - divided(limit, oftener(then, table, pair));
      } else if (then.rows(table, pair) > 0) {
        double unknown = sources.unknown(table, pair);
        sum += unknown * unknown / 4 * (log.counts().episodes() - 1 / then.rows(table, pair));
      }
    }
    return sum;
  }

  /** A policy that changes over steps which share a model is shown as it is on average. */
  private ChangedState changed(int table, int state) {
    boolean same = !tables.areShared() || behavior.isStationary();
    int step = Math.max(first(), tables.first(table));
    double[] average = StateDesign.of(sources, now, table, state).logged();
    List<Double> logged = new ArrayList<>();
    List<Double> wanted = new ArrayList<>();
    for (int a = 0; a < average.length; a++) {
      double p = same ? behavior.probability(step, state, a) : average[a];
      logged.add(p);
      wanted.add(way * best[table][state][a] + (1 - way) * p);
    }
    return new ChangedState(tables.areShared() ? 0 : step, state, logged, wanted);
  }

  /** The policy to make the log with: the logged one where nothing is gained by another. */
  public Policy policy() {
    return tables.areShared() && behavior.isStationary() && first() == 1
        ? Policy.stationary(shape, (x, a) -> probability(way, 1, x, a))
        : Policy.tabular(shape, (k, x, a) -> probability(way, k, x, a));
  }
}
