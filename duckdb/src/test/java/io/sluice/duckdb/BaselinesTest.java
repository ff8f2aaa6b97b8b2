package io.sluice.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.sluice.fit.BadLogException;
import io.sluice.fit.Behavior;
import io.sluice.fit.EvaluationResult;
import io.sluice.fit.Fit;
import io.sluice.fit.Settings;
import io.sluice.interval.Interval;
import io.sluice.interval.IntervalKind;
import io.sluice.logs.LogOptions;
import io.sluice.logs.LogReader;
import io.sluice.logs.SqlLog;
import io.sluice.mdp.Policy;
import io.sluice.model.Model.Pooling;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Other people's estimators, from files to answers. */
class BaselinesTest {
  private static final List<IntervalKind> KINDS =
      Arrays.stream(IntervalKind.values()).filter(kind -> !kind.isForSteps()).toList();
  private static final Table LOG =
      RandomLog.of(3_000, 12).added("propensity", row -> "0.25"); // 4 actions, uniformly

  @TempDir Path folder;

  private EvaluationResult evaluate(Table table, Pooling pooling, boolean estimated) {
    return evaluate(table, pooling, estimated, KINDS);
  }

  private EvaluationResult evaluate(
      Table table, Pooling pooling, boolean estimated, List<IntervalKind> kinds) {
    LogOptions options =
        new LogOptions(Map.of(), List.of(), Optional.empty(), Optional.empty(), true, 4);
    try (DuckDb engine = DuckDb.start(2)) {
      String file = table.toCsv(folder.resolve("log.csv"));
      SqlLog open = LogReader.open(engine, List.of(file), options, Set.of());
      Behavior behavior =
          estimated
              ? Behavior.estimated(open.data().counts(), pooling, 0.05)
              : Behavior.logged(open.data());
      Policy evaluated = Policy.everywhere(open.data().shape(), 0.4, 0.3, 0.2, 0.1);
      Settings settings =
          new Settings(0.05, pooling, Settings.BonusKind.PAPER, 1, OptionalInt.empty(), 4);
      return EvaluationResult.of(Fit.of(open, settings, behavior).judge(evaluated), kinds);
    }
  }

  @Test
  void theOrderOfRowsChangesNoBit() {
    EvaluationResult plain = evaluate(LOG, Pooling.POOLED, false);
    EvaluationResult shuffled = evaluate(LOG.shuffled(8), Pooling.POOLED, false);
    assertThat(plain.value()).hasSize(7).isEqualTo(shuffled.value());
    assertThat(plain.total()).hasSize(7).isEqualTo(shuffled.total());
    assertThat(plain.weights()).hasSize(6).isEqualTo(shuffled.weights());
  }

  @Test
  void gainsAreValuesLessTheMeanReturn() {
    EvaluationResult answer = evaluate(LOG, Pooling.POOLED, false);
    answer
        .value()
        .forEach(
            (kind, value) ->
                assertThat(answer.total().get(kind).estimate())
                    .as("%s", kind)
                    .isCloseTo(value.estimate() - answer.behaviorValue(), within(1e-12)));
    assertThat(answer.steps()).allMatch(step -> step.intervals().isEmpty());
  }

  /** Actions do not matter in this log: the value is the mean return, and all should hold it. */
  @Test
  void theyAgreeWithEachOther() {
    EvaluationResult answer = evaluate(LOG, Pooling.POOLED, false);
    for (Interval gain : answer.total().values()) {
      assertThat(gain.contains(0)).as("%s", gain).isTrue();
      assertThat(gain.width()).isLessThan(1);
    }
  }

  @Test
  void withFrequenciesByStepMarginalizedIsTheModel() {
    // Pooled over 30 states a model per step lacks pairs, so both leave the same things out.
    EvaluationResult answer = evaluate(LOG, Pooling.PER_STEP, true);
    assertThat(answer.value().get(IntervalKind.MIS).estimate())
        .isCloseTo(answer.value().get(IntervalKind.MODEL).estimate(), within(1e-9));
    assertThat(answer.value().get(IntervalKind.MODEL).parts().get(1).name())
        .isEqualTo("pairs never seen");
    assertThat(answer.warnings())
        .anyMatch(w -> w.startsWith("ips, snips, pdis, wpdis, dr, mis: the policy does what"));
  }

  @Test
  void clustersWidenAndTwinsDoNot() {
    Table users = LOG.added("user", row -> Integer.toString(Integer.parseInt(row.get(0)) % 30));
    EvaluationResult byUser = evaluate(users, Pooling.POOLED, false);
    EvaluationResult byEpisode = evaluate(LOG, Pooling.POOLED, false);
    for (IntervalKind kind :
        List.of(
            IntervalKind.IPS,
            IntervalKind.SNIPS,
            IntervalKind.PDIS,
            IntervalKind.WPDIS,
            IntervalKind.MIS,
            IntervalKind.MODEL)) {
      assertThat(byUser.value().get(kind).estimate())
          .as("%s", kind)
          .isCloseTo(byEpisode.value().get(kind).estimate(), within(1e-9));
      assertThat(byUser.value().get(kind).parts().get(0).name()).isEqualTo("sampling of clusters");
      assertThat(byUser.value().get(kind).parts().get(0).formula()).contains("G = 30");
    }
    // every episode twice, the twin in the same cluster: nothing new is known
    Table twins =
        LOG.added("cluster", row -> row.get(0))
            .with(
                LOG.mapped("episode", e -> "twin " + e)
                    .added("cluster", row -> row.get(0).substring(5))
                    .rows());
    EvaluationResult doubled = evaluate(twins, Pooling.POOLED, false);
    for (IntervalKind kind : byEpisode.value().keySet()) {
      Interval once = byEpisode.value().get(kind);
      Interval twice = doubled.value().get(kind);
      // twice the rows are shrunk less, which moves Q̂ and so the estimate, but adds no certainty
      double moved = kind == IntervalKind.DR ? 0.1 * once.width() : 1e-9;
      assertThat(twice.estimate()).as("%s", kind).isCloseTo(once.estimate(), within(moved));
      // Student's t instead of the normal quantile: a little wider
      assertThat(twice.width() / once.width())
          .as("%s", kind)
          .isCloseTo(1, within(kind == IntervalKind.DR ? 0.2 : 0.02));
    }
  }

  private EvaluationResult robust(Table table, boolean estimated) {
    return evaluate(
        table, Pooling.POOLED, estimated, List.of(IntervalKind.ROBUST, IntervalKind.DR));
  }

  @Test
  void robustIsForEveryStepAndNoBitDependsOnTheOrderOfRows() {
    EvaluationResult plain = robust(LOG, false);
    EvaluationResult shuffled = robust(LOG.shuffled(8), false);
    assertThat(plain.steps()).isEqualTo(shuffled.steps());
    assertThat(plain.total()).isEqualTo(shuffled.total());
    assertThat(plain.steps())
        .allMatch(s -> s.intervals().keySet().equals(Set.of(IntervalKind.ROBUST)));
    double sum =
        plain.steps().stream()
            .mapToDouble(s -> s.intervals().get(IntervalKind.ROBUST).estimate())
            .sum();
    assertThat(plain.total().get(IntervalKind.ROBUST).estimate()).isCloseTo(sum, within(1e-12));
    // V_π by one score: dr's, with another quantile
    assertThat(plain.value().get(IntervalKind.ROBUST).estimate())
        .isCloseTo(plain.value().get(IntervalKind.DR).estimate(), within(1e-9));
    assertThat(plain.weights().get(IntervalKind.ROBUST).effectiveSampleSize())
        .isCloseTo(plain.weights().get(IntervalKind.DR).effectiveSampleSize(), within(1e-6));
  }

  @Test
  void robustCountsClusters() {
    Table users = LOG.added("user", row -> Integer.toString(Integer.parseInt(row.get(0)) % 30));
    Interval total = robust(users, false).total().get(IntervalKind.ROBUST);
    // at most 29, which 30 equal clusters leave; fewer, because clusters carry the variance
    // unevenly
    double freedom = total.error().orElseThrow().degreesOfFreedom().orElseThrow();
    assertThat(freedom).isBetween(13.0, 14.0);
    assertThat(total.parts().get(0).name()).isEqualTo("sampling of 30 clusters");
    // t with 14 and 13 degrees of freedom, from a table
    double error = total.error().get().value();
    assertThat(total.width()).isBetween(2 * 2.144787 * error, 2 * 2.160369 * error);
  }

  @Test
  void robustIsRefusedWithoutPropensities() {
    assertThatThrownBy(() -> robust(LOG, true))
        .isInstanceOf(BadLogException.class)
        .hasMessageStartingWith("interval robust: needs known propensities, got a logged policy");
  }
}
