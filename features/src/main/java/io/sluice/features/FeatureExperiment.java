package io.sluice.features;

import io.sluice.fit.ExplorationResult.Action;
import io.sluice.fit.ExplorationResult.Range;
import io.sluice.fit.ExplorationResult.State;
import io.sluice.fit.Version;
import io.sluice.mdp.Segments;
import io.sluice.mdp.SettingException;
import io.sluice.policy.Origin;
import io.sluice.policy.PolicyColumn;
import io.sluice.policy.SavedPolicy;
import io.sluice.policy.StepModel;
import io.sluice.policy.StepModel.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Action probabilities for segments of a log with feature columns that make the {@code efficient}
 * interval narrow with few episodes: in each segment, actions are taken as often as they matter and
 * as their outcomes vary (Neyman 1934). The fourth, half, three quarters or all of the way from the
 * mean logged probabilities to these is taken, whichever needs the fewest episodes.
 *
 * <p>What is assumed: the squares of the log's rows are what further rows would show, and segments
 * and outcomes of later steps stay as they are. With several steps exploring moves them, so there
 * the width is a rough guide.
 *
 * @param needed the number of episodes, all made by exploring; empty if it could not be counted, or
 *     nothing is gained
 * @param fromStep the step from which to explore; before it, the logged policy is followed
 * @param column what segments are told apart by; empty if all rows are one
 * @param changes probabilities by step and segment; none if nothing is gained
 * @param cost how much less an episode would earn than those of the log, to first order; below 0 if
 *     it earns more
 * @param lacksRows whether a segment has no row of an action in which the policies differ
 * @param after the expected interval after that many episodes, or as many as the log has, if the
 *     estimate stays the same
 * @param widthAsLong its width with as many episodes as the log has
 * @param policy what to run, where it can be written
 */
public record FeatureExperiment(
    OptionalLong needed,
    int fromStep,
    Optional<String> column,
    List<State> changes,
    double cost,
    boolean lacksRows,
    Range after,
    double widthAsLong,
    Optional<SavedPolicy> policy) {
  private static final double[] WAYS = {0.25, 0.5, 0.75, 1};

  /** Two episodes show a variance. */
  private static final long FEWEST = 2;

  /** The name of the only segment where there are none. */
  private static final String ALL = "all";

  public FeatureExperiment {
    changes = List.copyOf(changes);
  }

  /** Some of the way to the best probabilities, {@code q[step][segment][action]}. */
  private record Design(double[][][] q, double variance, double cost) {}

  static FeatureExperiment of(
      FeatureEvaluation evaluated,
      WidthSources sources,
      FeatureWidthCurve curve,
      FeaturePlan.Wanted wanted,
      double estimate) {
    FeatureSource source = evaluated.source();
    Optional<Segments> segments = source.segments();
    List<String> names = segments.map(Segments::names).orElse(List.of(ALL));
    ExperimentSums sums = sources.experiment();
    int first = wanted.step().orElse(1);
    double[][][] logged = new double[source.horizon()][names.size()][];
    double[][][] best = new double[source.horizon()][names.size()][];
    for (int k = first; k <= source.horizon(); k++) {
      for (int s = 0; s < names.size(); s++) {
        logged[k - 1][s] = sums.logged(k, s);
        best[k - 1][s] = sums.best(k, s);
      }
    }
    double fixed = sources.ofStates();
    double missing = missing(sums, logged);
    Design chosen =
        new Design(design(sums, logged, best, 0, fixed).q(), sources.all() + missing, 0);
    double furthest = furthest(design(sums, logged, best, 1, fixed).cost(), wanted.mostCost());
    boolean gained = false;
    for (double way : WAYS) {
      Design other = design(sums, logged, best, way * furthest, fixed);
      if (furthest > 0 && sources.all() > 0 && other.variance() < chosen.variance()) {
        chosen = other;
        gained = true;
      }
    }
    double[][][] q = chosen.q();
    double times = gained ? Math.sqrt(chosen.variance() / sources.all()) : 1;
    OptionalLong needed =
        gained ? curve.needed(wanted.width(), times, FEWEST) : OptionalLong.empty();
    double half = (needed.isPresent() ? wanted.width() : curve.width(1, times)) / 2;
    return new FeatureExperiment(
        needed,
        first,
        segments.map(Segments::column),
        gained ? changes(source, names, logged, q) : List.of(),
        chosen.cost(),
        missing > 0,
        new Range(estimate - half, estimate + half),
        curve.width(1, times),
        gained && first == 1
            ? segments.flatMap(s -> policy(evaluated, s, sums, q, wanted))
            : Optional.empty());
  }

  private static double missing(ExperimentSums sums, double[][][] logged) {
    double sum = 0;
    for (int k = 1; k <= logged.length; k++) {
      for (int s = 0; s < logged[k - 1].length; s++) {
        double[] p = logged[k - 1][s];
        sum += p == null ? 0 : sums.missing(k, s, p);
      }
    }
    return sum;
  }

  /** Costs are proportional to how far one goes. */
  private static double furthest(double cost, OptionalDouble most) {
    return most.isPresent() && cost > most.getAsDouble() ? most.getAsDouble() / cost : 1;
  }

  private static Design design(
      ExperimentSums sums, double[][][] logged, double[][][] best, double way, double fixed) {
    double[][][] q = new double[logged.length][logged[0].length][0];
    double variance = fixed;
    double cost = 0;
    for (int k = 1; k <= logged.length; k++) {
      for (int s = 0; s < q[k - 1].length; s++) {
        double[] from = logged[k - 1][s];
        double[] to = best[k - 1][s];
        if (from != null && from.length > 0) {
          double[] mixed = new double[from.length];
          Arrays.setAll(mixed, a -> way * to[a] + (1 - way) * from[a]);
          q[k - 1][s] = mixed;
          variance += sums.added(k, s, mixed);
          cost += sums.cost(k, s, mixed);
        }
      }
    }
    return new Design(q, variance, cost);
  }

  private static List<State> changes(
      FeatureSource source, List<String> names, double[][][] logged, double[][][] q) {
    List<State> changes = new ArrayList<>();
    for (int k = 1; k <= q.length; k++) {
      for (int s = 0; s < names.size(); s++) {
        double[] from = logged[k - 1][s];
        double[] to = q[k - 1][s];
        if (to.length > 0 && !Arrays.equals(from, to)) {
          changes.add(
              new State(
                  OptionalInt.of(k),
                  names.get(s),
                  IntStream.range(0, to.length)
                      .mapToObj(a -> new Action(source.actions().get(a), from[a], to[a]))
                      .toList()));
        }
      }
    }
    return changes;
  }

  /**
   * A table by the values of the column. Values of their own segment have its probabilities, all
   * others those of the pooled segment or, without one, those of the average row.
   */
  private static Optional<SavedPolicy> policy(
      FeatureEvaluation evaluated,
      Segments segments,
      ExperimentSums sums,
      double[][][] q,
      FeaturePlan.Wanted wanted) {
    FeatureSource source = evaluated.source();
    int ofTheirOwn = segments.names().size() - (segments.pooled() > 0 ? 1 : 0);
    List<String> levels =
        segments.names().stream()
            .limit(ofTheirOwn)
            .filter(name -> !name.equals(Segments.MISSING))
            .toList();
    if (levels.isEmpty() || segments.column().contains(", ")) {
      return Optional.empty();
    }
    List<StepModel> steps = new ArrayList<>();
    for (int k = 1; k <= q.length; k++) {
      Map<String, List<Double>> table = new LinkedHashMap<>();
      double[] average = new double[source.actions().size()];
      double met = 0;
      for (int s = 0; s < segments.names().size(); s++) {
        double[] own = q[k - 1][s];
        double rows = own.length == 0 ? 0 : sums.met(k, s);
        met += rows;
        for (int a = 0; a < own.length; a++) {
          average[a] += rows * own[a];
        }
        if (own.length > 0 && s < ofTheirOwn && levels.contains(segments.names().get(s))) {
          table.put(segments.names().get(s), Arrays.stream(own).boxed().toList());
        }
      }
      int other = segments.names().size() - 1;
      boolean pooled = segments.pooled() > 0 && q[k - 1][other].length > 0;
      double all = met;
      double[] fallback =
          pooled ? q[k - 1][other] : Arrays.stream(average).map(p -> p / all).toArray();
      steps.add(new Table(table, Arrays.stream(fallback).boxed().toList()));
    }
    Map<String, String> settings = new TreeMap<>();
    settings.put("step", wanted.step().isPresent() ? "" + wanted.step().getAsInt() : "total");
    settings.put("width", String.valueOf(wanted.width()));
    settings.put("behavior", source.behaviorSource());
    return Optional.of(
        new SavedPolicy(
            new Origin(
                Version.current(),
                "plan",
                evaluated.summary().fingerprint(),
                settings,
                Optional.empty()),
            source.firstStep(),
            source.actions(),
            List.of(PolicyColumn.category(segments.column(), levels)),
            List.of(),
            steps));
  }

  /** What to know before doing so. */
  List<String> notes(int horizon) {
    List<String> notes = new ArrayList<>();
    if (lacksRows) {
      notes.add(
          "a segment has no row of an action that the policy takes more or less often than the logged one: what it earns there is extrapolated, which no width shows, and few more episodes of the logged policy, or none, would");
    }
    if (!changes.isEmpty()) {
      notes.add(
          "a log made by exploring is judged with compare, by this policy and the logged one; its own effects are those of leaving the exploring policy");
      if (fromStep < horizon) {
        notes.add(
            "which rows later steps meet while exploring is taken to be as logged, so its width and cost are rough");
      }
    }
    return notes;
  }

  /** Refuses what no file can say. */
  public SavedPolicy required() {
    return policy.orElseThrow(
        () ->
            new SettingException(
                "out",
                changes.isEmpty()
                    ? "needs probabilities that are better than the logged ones, got none"
                    : fromStep > 1
                        ? "needs the total or step 1, because no file has the logged policy of the steps before, got step %s"
                            .formatted(fromStep)
                        : "needs one column that tells segments apart (`by`), got %s"
                            .formatted(column.orElse("none"))));
  }
}
