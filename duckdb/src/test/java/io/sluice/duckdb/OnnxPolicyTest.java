package io.sluice.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import io.sluice.policy.Origin;
import io.sluice.policy.PolicyColumn;
import io.sluice.policy.PolicyOnnx;
import io.sluice.policy.RowText;
import io.sluice.policy.SavedPolicy;
import io.sluice.policy.Score;
import io.sluice.policy.StepModel;
import io.sluice.policy.Term;
import java.nio.DoubleBuffer;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * What ONNX Runtime decides with an exported policy is what the policy decides. {@code
 * -Dsluice.rows=100000} for more rows than a build has time for.
 */
class OnnxPolicyTest {
  private static final int STEPS = RandomPolicies.STEPS;
  private static final int ROWS = Integer.getInteger("sluice.rows", 1_500);
  private static final double WIDE = 1e300;

  @Test
  void theRuntimeDecidesAlike() throws OrtException {
    List<SavedPolicy> policies = RandomPolicies.all();
    for (int place = 0; place < policies.size(); place++) {
      SavedPolicy policy = policies.get(place);
      List<Map<String, @Nullable Object>> rows = RandomPolicies.rows(place, ROWS);
      assertThat(decide(policy, rows))
          .as(RandomPolicies.name(place))
          .isEqualTo(rows.stream().map(policy::choose).toList());
    }
  }

  @Test
  void anotherPolicyDecidesOtherwise() throws OrtException {
    List<Map<String, @Nullable Object>> rows = RandomPolicies.rows(0, 100);
    SavedPolicy other = RandomPolicies.of(3, STEPS);
    assertThat(decide(RandomPolicies.of(1, STEPS), rows))
        .isNotEqualTo(rows.stream().map(other::choose).toList());
  }

  @Test
  void sumsThatRoundAreThoseOfThePolicy() throws OrtException {
    // 1e16 + 1 + 1 is 1e16 from the left and 1e16 + 2 from the right: only the order tells.
    Term.Number one = new Term.Number(0, 0, 1);
    SavedPolicy policy =
        new SavedPolicy(
            new Origin("1", "vi", "0", Map.of(), Optional.empty()),
            List.of("left", "right"),
            List.of(PolicyColumn.number("price", -1, 1)),
            List.of(one, one, one),
            List.of(
                new StepModel.Scores(
                    List.of(
                        new Score(new double[] {1e16, 1, 1}, new double[0], new double[0]),
                        new Score(new double[] {1, 1, 1e16}, new double[0], new double[0])))));
    Map<String, @Nullable Object> row = Map.of("price", 1.0);
    assertThat(policy.choose(row)).isEqualTo("right");
    assertThat(decide(policy, List.of(row))).containsExactly("right");
  }

  @Test
  void tablesOfStatesDecideAlike() throws OrtException {
    SavedPolicy policy =
        new SavedPolicy(
            new Origin("1", "vi", "0", Map.of(), Optional.empty()),
            List.of("a", "b"),
            List.of(PolicyColumn.category("state", List.of("x", "y"))),
            List.of(),
            List.of(
                new StepModel.Table(
                    Map.of("x", List.of(0.3, 0.7), "y", List.of(0.5, 0.5)), List.of(0.2, 0.8))));
    List<Map<String, @Nullable Object>> rows = new ArrayList<>();
    for (String state : List.of("x", "y", "z", "", " NaN\t")) {
      rows.add(Map.of("state", state));
    }
    assertThat(decide(policy, rows)).containsExactly("b", "a", "b", "b", "b");
  }

  @Test
  void aStepThatIsNotThereIsRefused() {
    Map<String, @Nullable Object> row = new HashMap<>(RandomPolicies.rows(0, 1).get(0));
    for (int place = 0; place < 2; place++) {
      SavedPolicy policy = RandomPolicies.all().get(place);
      row.put("step", policy.lastStep() + 1);
      assertThatThrownBy(() -> decide(policy, List.of(row)))
          .isInstanceOf(OrtException.class)
          .hasMessageContaining("out of data bounds");
    }
  }

  private static List<String> decide(SavedPolicy policy, List<Map<String, @Nullable Object>> rows)
      throws OrtException {
    OrtEnvironment runtime = OrtEnvironment.getEnvironment();
    Map<String, OnnxTensor> inputs = new HashMap<>();
    try (OrtSession session = runtime.createSession(PolicyOnnx.model(policy))) {
      if (policy.horizon() > 1) {
        long[] steps = rows.stream().mapToLong(r -> ((Number) r.get("step")).longValue()).toArray();
        inputs.put("step", OnnxTensor.createTensor(runtime, LongBuffer.wrap(steps), shape(rows)));
      }
      for (PolicyColumn column : policy.columns()) {
        inputs.put(column.name(), input(runtime, column, rows));
      }
      try (OrtSession.Result result = session.run(inputs)) {
        return List.of((String[]) result.get(0).getValue());
      }
    } finally {
      inputs.values().forEach(OnnxTensor::close);
    }
  }

  private static long[] shape(List<?> rows) {
    return new long[] {rows.size()};
  }

  private static OnnxTensor input(
      OrtEnvironment runtime, PolicyColumn column, List<Map<String, @Nullable Object>> rows)
      throws OrtException {
    if (column.kind() == PolicyColumn.Kind.CATEGORY) {
      String[] texts =
          rows.stream()
              .map(r -> r.get(column.name()) == null ? "" : (String) r.get(column.name()))
              .toArray(String[]::new);
      return OnnxTensor.createTensor(runtime, texts, shape(rows));
    }
    PolicyColumn wide = PolicyColumn.number(column.name(), -WIDE, WIDE, column.reading());
    double[] numbers =
        rows.stream()
            .map(r -> r.get(column.source()))
            .mapToDouble(v -> v instanceof Number n ? n.doubleValue() : RowText.value(wide, v))
            .toArray();
    return OnnxTensor.createTensor(runtime, DoubleBuffer.wrap(numbers), shape(rows));
  }
}
