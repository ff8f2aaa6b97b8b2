package io.sluice.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.distributions.NormalQuantile;
import io.sluice.fit.Behavior;
import io.sluice.fit.EvaluationResult;
import io.sluice.fit.Fit;
import io.sluice.fit.Settings;
import io.sluice.interval.Interval;
import io.sluice.interval.IntervalKind;
import io.sluice.logs.LogOptions;
import io.sluice.logs.LogReader;
import io.sluice.logs.PolicySpec;
import io.sluice.logs.Role;
import io.sluice.logs.SqlLog;
import io.sluice.mdp.Policy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Numbers that others computed from data that others collected. */
class PublishedNumbersTest {
  private static final LogOptions OPEN_BANDIT =
      Opened.columns(Map.of(Role.STATE, List.of("position")));
  private static final List<IntervalKind> KINDS = List.of(IntervalKind.IPS, IntervalKind.SNIPS);

  @TempDir Path folder;

  private EvaluationResult evaluate(String log, LogOptions options, String policy) {
    try (DuckDb engine = DuckDb.start(2)) {
      PolicySpec spec = PolicySpec.parse(policy, engine);
      SqlLog open = LogReader.open(engine, List.of(log), options, spec.actions());
      Behavior behavior = Behavior.logged(open.data());
      List<String> notes = new ArrayList<>();
      Policy policyOfLog = spec.on(open.data(), behavior.policy(), notes);
      return EvaluationResult.of(
          Fit.of(open, Settings.defaults(), behavior).judge(policyOfLog, notes), KINDS);
    }
  }

  private static double standardError(Interval interval) {
    return (interval.upper() - interval.estimate()) / NormalQuantile.twoSided(0.05);
  }

  /** REAL: Open Bandit Dataset, men, small version: random → Bernoulli Thompson sampling. */
  @Test
  void openBanditRandomToThompsonSampling() {
    String log = SharedData.file("open-bandit-men/obd_random_men.csv.gz").toString();
    EvaluationResult answer = evaluate(log, OPEN_BANDIT, thompsonSampling());
    Interval ips = answer.value().get(IntervalKind.IPS);
    assertThat(ips.estimate()).isCloseTo(0.0045377, within(5e-8));
    assertThat(standardError(ips)).isCloseTo(0.00118, within(5e-6));
    assertThat(answer.value().get(IntervalKind.SNIPS).estimate())
        .isCloseTo(0.0046080, within(5e-8));
    assertThat(answer.weights().get(IntervalKind.IPS).effectiveSampleSize())
        .isCloseTo(2474, within(0.5));
    assertThat(answer.behaviorValue()).isCloseTo(0.0046, within(1e-12));
  }

  @Test
  void openBanditThompsonSamplingToUniform() {
    String log = SharedData.file("open-bandit-men/obd_bts_men.csv.gz").toString();
    EvaluationResult answer = evaluate(log, OPEN_BANDIT, "uniform");
    Interval ips = answer.value().get(IntervalKind.IPS);
    assertThat(ips.estimate()).isCloseTo(0.00301, within(5e-6));
    assertThat(standardError(ips)).isCloseTo(0.00077, within(5e-6));
    assertThat(answer.weights().get(IntervalKind.IPS).largest()).isCloseTo(178, within(0.5));
    assertThat(answer.behaviorValue()).isCloseTo(0.0069, within(1e-12));
  }

  /** The table has a column per position; its rows sum to 1 to 4e-7 only. */
  private String thompsonSampling() {
    Table wide = SharedData.table("open-bandit-men/bts_policy_men.csv");
    List<List<String>> rows = new ArrayList<>();
    for (List<String> row : wide.rows()) {
      for (int position = 1; position <= 3; position++) {
        rows.add(
            List.of(Integer.toString(position), row.get(0), wide.at(row, "p_position" + position)));
      }
    }
    return Table.of("state", "action", "probability")
        .with(rows)
        .toCsv(folder.resolve("policy.csv"));
  }

  /** A two-stage trial; responders have no second choice. */
  @ParameterizedTest
  @CsvSource({"-1, -1, 2.666", "1, -1, 3.833", "-1, 1, 2.171", "1, 1, 2.966"})
  void adhdRegimes(String first, String second, double value) {
    Table policy =
        Table.of("step", "state", "action", "probability")
            .with(
                List.of(
                    List.of("1", "start", "first" + first, "1"),
                    List.of("2", "responder", "none", "1"),
                    List.of("2", "other", "second" + second, "1")));
    EvaluationResult answer =
        evaluate(
            adhd().toCsv(folder.resolve("log.csv")),
            Opened.range(-20, 20),
            policy.toCsv(folder.resolve("policy.csv")));
    assertThat(answer.episodes()).isEqualTo(150);
    assertThat(answer.value().get(IntervalKind.SNIPS).estimate()).isCloseTo(value, within(5e-4));
  }

  private static Table adhd() {
    Table trial = SharedData.table("adhd-smart/adhd-simulated-2023.csv");
    List<List<String>> rows = new ArrayList<>();
    for (List<String> row : trial.rows()) {
      String id = trial.at(row, "ID");
      boolean responder = trial.at(row, "R").equals("1");
      rows.add(List.of(id, "1", "start", "first" + trial.at(row, "A1"), "0", "0.5"));
      rows.add(
          List.of(
              id,
              "2",
              responder ? "responder" : "other",
              responder ? "none" : "second" + trial.at(row, "A2"),
              trial.at(row, "Y2"),
              responder ? "1" : "0.5"));
    }
    return Table.of("episode", "step", "state", "action", "reward", "propensity").with(rows);
  }
}
