package io.sluice.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.assumptions.Calibration;
import io.sluice.fit.CheckResult;
import io.sluice.fit.Fit;
import io.sluice.fit.Log;
import io.sluice.fit.LogData;
import io.sluice.logs.LogOptions;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Do logged propensities agree with what was done? */
class CalibrationTest {
  private static final Map<String, String> THREE_ARMS =
      Map.of("none", "0.4", "walking", "0.3", "antisedentary", "0.3");

  @TempDir Path folder;

  /** 70 of 100 where 60 were said: χ² = 10²/60 + 10²/40 = 4.1667 on 1 df, p = 0.0412: no alarm. */
  @Test
  void chiSquareByHand() {
    assertThat(calibration(log(70, 30)).disagreeing()).isEmpty();
    // 800 of 1,000: 200²/600 + 200²/400 = 166.67
    Calibration.Disagreement alarm = calibration(log(800, 200)).disagreeing().get(0);
    assertThat(alarm.chiSquare()).isCloseTo(166.6667, within(1e-4));
    assertThat(alarm.degreesOfFreedom()).isEqualTo(1);
    assertThat(alarm.state()).isEqualTo("x");
    assertThat(alarm.worst()).isEqualTo("b: 200 of 1000, expected 400.0");
  }

  private static Table log(int first, int second) {
    return Table.of("state", "action", "reward", "propensity")
        .with(Collections.nCopies(first, List.of("x", "a", "0", "0.6")))
        .with(Collections.nCopies(second, List.of("x", "b", "0", "0.4")));
  }

  /** REAL: a mobile-health trial (Klasnja et al. 2019) whose two-arm propensities are right. */
  @Test
  void heartStepsTwoArmsAreAccepted() {
    Table log = heartSteps("send", "prob_send", p -> p);
    Table logged =
        new Table(
            log.columns(),
            log.rows().stream()
                .map(r -> r.get(1).equals("1") ? r : List.of(r.get(0), r.get(1), r.get(2), "0.4"))
                .toList());
    Calibration calibration = calibration(logged);
    assertThat(calibration.checked()).isEqualTo(1);
    assertThat(calibration.disagreeing()).isEmpty();
    // z = (sent − 0.6·n)/√(n·0.6·0.4) = −1.1
    double sent = logged.rows().stream().filter(r -> r.get(1).equals("1")).count();
    double n = logged.rows().size();
    assertThat(n).isEqualTo(6_061);
    assertThat((sent - 0.6 * n) / Math.sqrt(n * 0.24)).isCloseTo(-1.1, within(0.05));
  }

  /** The split of the suggestions' kinds that is documented for it is not what the log shows. */
  @Test
  void heartStepsThreeArmsAreRejected() {
    Calibration calibration =
        calibration(heartSteps("suggestion_type", "suggestion_type", THREE_ARMS::get));
    assertThat(calibration.disagreeing()).hasSize(1);
    Calibration.Disagreement alarm = calibration.disagreeing().get(0);
    assertThat(alarm.chiSquare()).isCloseTo(53.5, within(0.05));
    assertThat(alarm.degreesOfFreedom()).isEqualTo(2);
    assertThat(alarm.pValue()).isLessThan(1e-10);
    assertThat(alarm.worst()).isEqualTo("antisedentary: 1579 of 6061, expected 1818.3");
  }

  @Test
  void theCheckWarnsOfADisagreement() {
    CheckResult answer = Fit.of(Log.ofCounts(read(log(800, 200)))).check();
    assertThat(answer.warnings())
        .anySatisfy(
            w ->
                assertThat(w)
                    .startsWith(
                        "state \"x\": the action probabilities disagree with the log (χ² = 166.7 on 1 df"));
  }

  /** Decisions at which a user was available, as rows without episodes. */
  private static Table heartSteps(
      String action, String probability, Function<String, String> propensity) {
    Table all = SharedData.table("heartsteps/heartsteps_decisions.csv");
    return new Table(
        List.of("state", "action", "reward", "propensity"),
        all.rows().stream()
            .filter(row -> all.at(row, "available").equals("1"))
            .map(
                row ->
                    List.of(
                        "available",
                        all.at(row, action),
                        "0",
                        propensity.apply(all.at(row, probability))))
            .toList());
  }

  private LogData read(Table log) {
    return Opened.data(log.toCsv(folder.resolve("log.csv")), LogOptions.defaults());
  }

  private Calibration calibration(Table table) {
    LogData log = read(table);
    return Fit.of(Log.ofCounts(log)).calibration().orElseThrow();
  }
}
