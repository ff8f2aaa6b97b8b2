package io.sluice.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.fit.Behavior;
import io.sluice.fit.EvaluationResult;
import io.sluice.fit.Fit;
import io.sluice.fit.LearningResult;
import io.sluice.fit.Log;
import io.sluice.fit.LogData;
import io.sluice.fit.Settings;
import io.sluice.interval.Interval;
import io.sluice.interval.IntervalKind;
import io.sluice.interval.Part;
import io.sluice.learning.Learned;
import io.sluice.learning.Learner;
import io.sluice.logs.LogOptions;
import io.sluice.logs.LogReader;
import io.sluice.logs.PolicyCsv;
import io.sluice.logs.PolicySpec;
import io.sluice.logs.PolicyTable;
import io.sluice.logs.SqlLog;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.model.Backups;
import io.sluice.model.Bonus;
import io.sluice.model.Model;
import io.sluice.model.Model.Pooling;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What an independent program computed, to 1e-9, from files to answers: see {@code
 * reference/ORIGIN.md}.
 */
class ReferenceAnswersTest {
  private static final Offset<Double> CLOSE = within(1e-9);

  @TempDir Path folder;

  @ParameterizedTest
  @MethodSource("io.sluice.duckdb.ReferenceLog#all")
  void intervalsAgreeAtEveryStep(ReferenceLog c) {
    try (DuckDb engine = DuckDb.start(2)) {
      SqlLog log = open(engine, c);
      Behavior behavior = behavior(engine, c, log.data());
      for (JsonNode policy : c.expected().get("evaluation")) {
        String file = c.policy(policy.get("probabilities")).toCsv(folder.resolve("policy.csv"));
        Policy evaluated =
            PolicySpec.parse(file, engine).on(log.data(), behavior.policy(), new ArrayList<>());
        EvaluationResult answer =
            EvaluationResult.of(
                Fit.of(log, settings(c), behavior).judge(evaluated),
                List.of(
                    IntervalKind.SELECTIVE_PRINTED, IntervalKind.STANDARD, IntervalKind.BANDIT));
        assertThat(answer.episodes()).isEqualTo(c.expected().get("episodes").asLong());
        assertThat(answer.steps()).hasSameSizeAs(policy.get("steps"));
        for (JsonNode step : policy.get("steps")) {
          var intervals = answer.steps().get(step.get("step").asInt() - 1).intervals();
          check(intervals.get(IntervalKind.STANDARD), step.get("standard"));
          check(intervals.get(IntervalKind.SELECTIVE_PRINTED), step.get("selective"));
          assertThat(intervals.get(IntervalKind.BANDIT).estimate())
              .isCloseTo(step.get("theta_plugin").asDouble(), CLOSE);
        }
      }
    }
  }

  /** The reference speaks of the visited states: nothing is added for others. */
  private static void check(Interval actual, JsonNode expected) {
    Part states = actual.parts().get(actual.parts().size() - 1);
    assertThat(states.source()).isEqualTo(Part.Source.STATES);
    assertThat(actual.lower() + states.below())
        .as(actual.method())
        .isCloseTo(expected.get(0).asDouble(), CLOSE);
    assertThat(actual.upper() - states.above())
        .as(actual.method())
        .isCloseTo(expected.get(1).asDouble(), CLOSE);
  }

  /**
   * Ties go to the first action, which is the first of the alphabet here and the first of {@code
   * actions} there: so where actions differ, their scores must not.
   */
  @ParameterizedTest
  @MethodSource("io.sluice.duckdb.ReferenceLog#all")
  void learnedActionsAgreeUpToTies(ReferenceLog c) {
    try (DuckDb engine = DuckDb.start(2)) {
      LogData log = open(engine, c).data();
      Behavior behavior = behavior(engine, c, log);
      for (Learner learner : List.of(Learner.PSL, Learner.PVI, Learner.SPVI, Learner.VI)) {
        Policy policy = fit(log, behavior, c).learn(learner).policy();
        Learned scored = learner.learn(backups(c, log), behavior.policy());
        JsonNode rows = c.expected().get("learning").get(learner.learnerName());
        for (JsonNode row : rows.get("actions_at_visited")) {
          int step = row.get(1).asInt();
          int state = log.states().id(row.get(0).asText());
          double expected = scored.score(step, state, log.actions().id(row.get(2).asText()));
          for (int a = 0; a < log.shape().actions(); a++) {
            if (policy.probability(step, state, a) > 0) {
              assertThat(scored.score(step, state, a))
                  .as("%s %s, got %s", learner, row, log.action(a))
                  .isCloseTo(expected, CLOSE);
            }
          }
        }
      }
    }
  }

  private static Backups backups(ReferenceLog c, LogData log) {
    int states = c.expected().get("states").size();
    Shape declared = new Shape(states, log.shape().actions(), log.shape().horizon());
    return Backups.of(
        Model.estimate(log.counts(), Pooling.POOLED),
        Bonus.paper(declared, c.expected().get("delta").asDouble()),
        log.valueRange());
  }

  /** The table that {@code learn} writes is one that {@code --policy} reads. */
  @ParameterizedTest
  @MethodSource("io.sluice.duckdb.ReferenceLog#all")
  void aLearnedPolicyIsReadBackAsItWas(ReferenceLog c) {
    try (DuckDb engine = DuckDb.start(2)) {
      LogData log = open(engine, c).data();
      LearningResult answer = fit(log, behavior(engine, c, log), c).learn(Learner.SPVI);
      String file = Table.write(folder.resolve("learned.csv"), PolicyCsv.of(log, answer.policy()));
      Policy again = PolicyTable.read(engine, file).on(log, new ArrayList<>());
      for (int h = 1; h <= log.shape().horizon(); h++) {
        for (int x = 0; x < log.shape().states(); x++) {
          for (int a = 0; a < log.shape().actions(); a++) {
            assertThat(again.probability(h, x, a)).isEqualTo(answer.policy().probability(h, x, a));
          }
        }
      }
    }
  }

  private static SqlLog open(DuckDb engine, ReferenceLog c) {
    return LogReader.open(engine, List.of(c.file().toString()), LogOptions.defaults(), Set.of());
  }

  private Behavior behavior(DuckDb engine, ReferenceLog c, LogData log) {
    String file = c.policy(c.expected().get("behavior")).toCsv(folder.resolve("behavior.csv"));
    List<String> notes = new ArrayList<>();
    return Behavior.given(log, PolicyTable.read(engine, file).on(log, notes), notes);
  }

  private static Fit fit(LogData log, Behavior behavior, ReferenceLog c) {
    return Fit.of(Log.ofCounts(log), settings(c), behavior);
  }

  private static Settings settings(ReferenceLog c) {
    return new Settings(
        c.expected().get("delta").asDouble(),
        Pooling.POOLED,
        Settings.BonusKind.PAPER,
        1,
        OptionalInt.of(c.expected().get("states").size()),
        1);
  }
}
