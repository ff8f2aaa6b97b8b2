package io.sluice.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.sluice.fit.Behavior;
import io.sluice.fit.EvaluationResult;
import io.sluice.fit.Fit;
import io.sluice.fit.LearningResult;
import io.sluice.fit.LogData;
import io.sluice.fit.Settings;
import io.sluice.interval.Interval;
import io.sluice.interval.IntervalKind;
import io.sluice.learning.Learner;
import io.sluice.logs.LogOptions;
import io.sluice.logs.LogReader;
import io.sluice.logs.SqlLog;
import io.sluice.mdp.Policy;
import io.sluice.mdp.RewardRange;
import io.sluice.model.Model.Pooling;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rewards in the user's units: answers are those of rewards rescaled by hand. */
class RewardRangeTest {
  private static final Offset<Double> CLOSE = within(1e-9);
  private static final int HORIZON = 5;

  @TempDir Path folder;

  /** Every interval of a log, and the learned value, for the uniform policy. */
  private record Answers(EvaluationResult evaluation, LearningResult learning, LogData log) {}

  private Answers answers(Table table, RewardRange range, Optional<RewardRange> returns) {
    LogOptions options = new LogOptions(Map.of(), List.of(), Optional.of(range), returns, true, 1);
    try (DuckDb engine = DuckDb.start(2)) {
      String file = table.toCsv(folder.resolve("log.csv"));
      SqlLog open = LogReader.open(engine, List.of(file), options, Set.of());
      LogData log = open.data();
      Behavior behavior = Behavior.estimated(log.counts(), Pooling.POOLED, 0.05);
      Settings settings = Settings.defaults().withPooling(Pooling.POOLED);
      List<IntervalKind> kinds =
          new ArrayList<>(
              List.of(IntervalKind.SELECTIVE, IntervalKind.STANDARD, IntervalKind.BANDIT));
      kinds.addAll(
          List.of(
              IntervalKind.SNIPS,
              IntervalKind.WPDIS,
              IntervalKind.DR,
              IntervalKind.MODEL,
              IntervalKind.IPS));
      Policy evaluated = Policy.uniform(log.shape());
      Fit fit = Fit.of(open, settings, behavior);
      return new Answers(
          EvaluationResult.of(fit.judge(evaluated), kinds), fit.learn(Learner.PVI), log);
    }
  }

  /** The rows of whole episodes only. */
  private static Table whole(Table log) {
    Set<String> whole = new HashSet<>();
    log.rows().stream().filter(r -> r.get(1).equals("5")).forEach(r -> whole.add(r.get(0)));
    return new Table(
        log.columns(), log.rows().stream().filter(r -> whole.contains(r.get(0))).toList());
  }

  private static Table rescaled(Table log, double factor, double shift) {
    return log.mapped("reward", r -> Double.toString(factor * Double.parseDouble(r) + shift));
  }

  private static void same(Interval actual, Interval unit, double factor, double shift) {
    assertThat(actual.estimate()).isCloseTo(factor * unit.estimate() + shift, CLOSE);
    assertThat(actual.lower()).isCloseTo(factor * unit.lower() + shift, CLOSE);
    assertThat(actual.upper()).isCloseTo(factor * unit.upper() + shift, CLOSE);
  }

  @Test
  void withoutEarlyEndsAnswersAreThoseOfRescalingByHand() {
    Table unit = whole(RandomLog.of(2_000, 4));
    Answers byHand = answers(unit, RewardRange.UNIT, Optional.empty());
    Answers answers = answers(rescaled(unit, 4, -1), new RewardRange(-1, 3), Optional.empty());
    double shift = -1.0 * HORIZON;
    for (IntervalKind kind :
        List.of(IntervalKind.STANDARD, IntervalKind.SELECTIVE, IntervalKind.BANDIT)) {
      for (int h = 0; h < HORIZON; h++) {
        same(
            answers.evaluation().steps().get(h).intervals().get(kind),
            byHand.evaluation().steps().get(h).intervals().get(kind),
            4,
            0);
      }
      same(answers.evaluation().total().get(kind), byHand.evaluation().total().get(kind), 4, 0);
      same(answers.evaluation().value().get(kind), byHand.evaluation().value().get(kind), 4, shift);
    }
    for (IntervalKind kind :
        List.of(IntervalKind.SNIPS, IntervalKind.WPDIS, IntervalKind.DR, IntervalKind.MODEL)) {
      same(answers.evaluation().total().get(kind), byHand.evaluation().total().get(kind), 4, 0);
      same(answers.evaluation().value().get(kind), byHand.evaluation().value().get(kind), 4, shift);
    }
    // ips does not normalize, so a constant added to all rewards is weighted too
    assertThat(answers.evaluation().value().get(IntervalKind.IPS).estimate())
        .isNotCloseTo(
            4 * byHand.evaluation().value().get(IntervalKind.IPS).estimate() + shift, within(0.01));
    assertThat(answers.evaluation().behaviorValue())
        .isCloseTo(4 * byHand.evaluation().behaviorValue() + shift, CLOSE);
    assertThat(answers.learning().value()).isCloseTo(4 * byHand.learning().value() + shift, CLOSE);
    assertThat(answers.learning().lower()).isCloseTo(4 * byHand.learning().lower() + shift, CLOSE);
    assertThat(answers.learning().upper()).isCloseTo(4 * byHand.learning().upper() + shift, CLOSE);
  }

  /**
   * By hand an ended episode goes on in a state of its own, with one action, earning 0: the same
   * values, whatever the range. Effects come from the model with no bonus there, so only estimates
   * are compared.
   */
  @Test
  void withEarlyEndsAnEndedEpisodeGoesOnEarningNothing() {
    Table log = rescaled(RandomLog.of(4_000, 5), 4, -1);
    Table padded = padded(log);
    RewardRange range = new RewardRange(-1, 3);
    EvaluationResult ends = answers(log, range, Optional.empty()).evaluation();
    EvaluationResult goesOn = answers(padded, range, Optional.empty()).evaluation();
    assertThat(ends.behaviorValue()).isCloseTo(goesOn.behaviorValue(), CLOSE);
    assertThat(ends.behaviorValue()).isCloseTo(meanReturn(log), CLOSE);
    for (int h = 0; h < HORIZON; h++) {
      assertThat(ends.steps().get(h).intervals().get(IntervalKind.BANDIT).estimate())
          .isCloseTo(goesOn.steps().get(h).intervals().get(IntervalKind.BANDIT).estimate(), CLOSE);
      assertThat(ends.steps().get(h).intervals().get(IntervalKind.SELECTIVE).estimate())
          .isCloseTo(
              goesOn.steps().get(h).intervals().get(IntervalKind.SELECTIVE).estimate(), CLOSE);
    }
    for (IntervalKind kind : List.of(IntervalKind.SELECTIVE, IntervalKind.MODEL)) {
      assertThat(ends.value().get(kind).estimate())
          .isCloseTo(goesOn.value().get(kind).estimate(), CLOSE);
    }
  }

  /** In the end state every action earns 0 and stays, so that what π does there does not matter. */
  private static Table padded(Table log) {
    List<List<String>> more = new ArrayList<>();
    Map<String, Integer> lengths = new TreeMap<>();
    log.rows().forEach(r -> lengths.merge(r.get(0), 1, Integer::sum));
    lengths.forEach(
        (episode, length) -> {
          for (int h = length + 1; h <= HORIZON; h++) {
            String action = "a" + (Integer.parseInt(episode) + h) % 4;
            more.add(List.of(episode, Integer.toString(h), "zz over", action, "0"));
          }
        });
    return log.with(more);
  }

  private static double meanReturn(Table log) {
    double sum = log.rows().stream().mapToDouble(r -> Double.parseDouble(r.get(4))).sum();
    return sum / log.rows().stream().map(r -> r.get(0)).distinct().count();
  }

  @Test
  void aRangeWithoutZeroIsWidenedWhereEpisodesEndEarlyAndOnlyThere() {
    Table ends = rescaled(RandomLog.of(1_000, 6), 2, 1);
    RewardRange positive = new RewardRange(1, 3);
    LogData log = answers(ends, positive, Optional.empty()).log();
    assertThat(log.range()).isEqualTo(new RewardRange(0, 3));
    assertThat(log.notes())
        .contains(
            "episodes end early, and an ended episode earns 0: the reward range was widened to [0, 3]");
    assertThat(answers(whole(ends), positive, Optional.empty()).log().range()).isEqualTo(positive);
  }

  @Test
  void aDeclaredReturnCapsWhatCanStillBeEarned() {
    Table unit = whole(RandomLog.of(2_000, 4));
    Table log = rescaled(unit, 4, -1);
    RewardRange range = new RewardRange(-1, 3);
    Answers free = answers(log, range, Optional.empty());
    // five rewards in [−1, 3] cannot earn more than 15 anyway
    Answers idle = answers(log, range, Optional.of(new RewardRange(-5, 15)));
    assertThat(idle.log().valueRange()).isEqualTo(free.log().valueRange());
    double most = 0;
    for (int e = 0; e + 4 < log.rows().size(); e += 5) {
      double total = 0;
      for (int h = 0; h < 5; h++) {
        total += Double.parseDouble(log.rows().get(e + h).get(4));
      }
      most = Math.max(most, total);
    }
    double cap = most;
    Answers tight = answers(log, range, Optional.of(new RewardRange(-5, cap)));
    // V_max in units: (cap − 5·(−1))/4
    assertThat(tight.log().valueRange().cap()).isCloseTo((cap + 5) / 4, CLOSE);
    assertThat(tight.evaluation().value().get(IntervalKind.STANDARD).width())
        .isLessThan(free.evaluation().value().get(IntervalKind.STANDARD).width());
    assertThatThrownBy(() -> answers(log, range, Optional.of(new RewardRange(-5, cap - 0.5))))
        .hasMessageContaining("its return must lie in [-5, ");
  }
}
