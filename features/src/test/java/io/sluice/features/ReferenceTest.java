package io.sluice.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.features.FeatureSettings.BasisChoice;
import io.sluice.fit.EvaluationResult;
import io.sluice.interval.Interval;
import io.sluice.interval.IntervalKind;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Numbers of an independent program, in {@code reference/features.json}, to 1e-9. */
class ReferenceTest {
  private static final FeatureSettings AS_THERE =
      new FeatureSettings(0.05, 1, BasisChoice.PLAIN, new RidgeChoice.Fixed(1, 10));

  private static JsonNode expected;
  private static FeatureTable log;

  @BeforeAll
  static void read() throws IOException {
    try (InputStream json = ReferenceTest.class.getResourceAsStream("/reference/features.json")) {
      expected = new ObjectMapper().readTree(json);
    }
    log = read("/reference/features.csv");
  }

  private static FeatureTable read(String name) throws IOException {
    FeatureTable table =
        new FeatureTable(
            Stream.of("f1", "f2", "f3", "f4").map(FeatureColumn::number).toList(),
            List.of("a0", "a1", "a2"),
            3,
            2,
            false);
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                ReferenceTest.class.getResourceAsStream(name), StandardCharsets.UTF_8))) {
      lines.readLine();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] cell = line.split(",");
        if (cell[1].equals("1")) {
          table.begin(Long.parseLong(cell[0]), Integer.parseInt(cell[15]));
        }
        table.row(
            numbers(cell, 2, 6),
            cell[6].charAt(1) - '0',
            Double.parseDouble(cell[7]),
            numbers(cell, 9, 12),
            numbers(cell, 12, 15));
      }
    }
    return table;
  }

  private static double[] numbers(String[] cells, int from, int to) {
    double[] numbers = new double[to - from];
    for (int i = from; i < to; i++) {
      numbers[i - from] = Double.parseDouble(cells[i]);
    }
    return numbers;
  }

  @Test
  void estimatesAndStandardErrorsOfEveryStepAndTheTotalAgree() {
    EvaluationResult result =
        FeatureEvaluation.of(log, AS_THERE, List.of(IntervalKind.EFFICIENT)).evaluation();
    for (int h = 1; h <= 3; h++) {
      agrees(
          result.steps().get(h - 1).intervals().get(IntervalKind.EFFICIENT),
          expected.get("steps").get(h - 1));
    }
    agrees(result.total().get(IntervalKind.EFFICIENT), expected.get("total"));
  }

  private static void agrees(Interval interval, JsonNode there) {
    assertThat(interval.estimate()).isCloseTo(there.get("estimate").asDouble(), within(1e-9));
    assertThat(interval.error().orElseThrow().value())
        .isCloseTo(there.get("standard_error").asDouble(), within(1e-9));
  }

  @Test
  void coefficientsOfBothFoldsAgree() {
    List<Nuisances> folds = FeatureEvaluation.evaluated(log, AS_THERE).nuisances();
    for (JsonNode fold : expected.get("folds")) {
      Nuisances ours = folds.get(fold.get("held_out_fold").asInt());
      JsonNode q = fold.get("q_coefficients_by_step_action");
      for (int k = 0; k < 3; k++) {
        for (int a = 0; a < 3; a++) {
          agree(ours.q[k][a], q.get(k).get(a));
        }
      }
      agree(ours.omega[0][1], fold.get("omega_coefficients").get("1->2"));
      agree(ours.omega[0][2], fold.get("omega_coefficients").get("1->3"));
      agree(ours.omega[1][2], fold.get("omega_coefficients").get("2->3"));
    }
  }

  private static void agree(double[] ours, JsonNode there) {
    for (int i = 0; i < there.size(); i++) {
      assertThat(ours[i]).isCloseTo(there.get(i).asDouble(), within(1e-9));
    }
  }
}
