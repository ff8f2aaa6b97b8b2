package io.sluice.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.policy.PolicyJava;
import io.sluice.policy.PolicyJson;
import io.sluice.policy.PolicySql;
import io.sluice.policy.SavedPolicy;
import io.sluice.policy.SqlDialect;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DuckDbExportTest extends EveryExportTest {
  private static final int ROWS = Integer.getInteger("sluice.rows", 1_500);

  @Override
  protected SqlDialect dialect() {
    return SqlDialect.DUCKDB;
  }

  @Override
  protected List<String> decide(String sql, Path csv) {
    List<String> actions = new ArrayList<>();
    try (DuckDb engine = DuckDb.start()) {
      engine.execute("CREATE TABLE rows (%s)".formatted(COLUMNS));
      engine.execute(
          "COPY rows FROM '%s' (HEADER, QUOTE '\"', ESCAPE '\"', ALLOW_QUOTED_NULLS false)"
              .formatted(csv));
      engine.query(sql, row -> actions.add(row.text(1)));
    }
    return actions;
  }

  @Test
  void aPolicyThatWasReadDecidesAsTheOneThatWasWritten() {
    List<SavedPolicy> policies = RandomPolicies.all();
    for (int place = 0; place < policies.size(); place++) {
      SavedPolicy policy = policies.get(place);
      String text = PolicyJson.text(policy);
      SavedPolicy read = PolicyJson.read(text, "policy.json");
      assertThat(PolicyJson.text(read)).isEqualTo(text);
      assertThat(read.origin()).isEqualTo(policy.origin());
      for (Map<String, @Nullable Object> row : RandomPolicies.rows(place, ROWS)) {
        assertThat(read.choose(row)).isEqualTo(policy.choose(row));
      }
    }
  }

  @Test
  void whatIsNoPolicyIsRefusedWithThePlace() {
    String text = PolicyJson.text(RandomPolicies.of(1, 2));
    assertThatThrownBy(() -> PolicyJson.read(text.replace("\"version\": 1", "\"version\": 2"), "p"))
        .hasMessage("p: policy.version: needs 1, the version that this program reads, got 2.0");
    assertThatThrownBy(() -> PolicyJson.read("{\"format\": [}", "p"))
        .hasMessageContaining("p: line 1: needs a value");
    assertThatThrownBy(
            () ->
                PolicyJson.read(text.replace("\"column\": \"price\"", "\"column\": \"cost\""), "p"))
        .hasMessageContaining("needs a column");
    assertThatThrownBy(() -> PolicyJson.read("[]", "p")).hasMessageContaining("needs an object");
  }

  @Test
  void aStepThatIsNotThereIsRefused(@TempDir Path folder) throws Exception {
    SavedPolicy policy = RandomPolicies.of(1, 2);
    assertThatThrownBy(() -> policy.choose(Map.of("step", 3)))
        .hasMessage("step: needs a whole number from 1 to 2, got 3");
    assertThatThrownBy(() -> policy.choose(Map.of("step", 1, "price", "dear")))
        .hasMessage("price: needs a number, got \"dear\"");
    SavedPolicy fromZero = RandomPolicies.of(2, 2);
    assertThatThrownBy(() -> fromZero.choose(Map.of("step", 2)))
        .hasMessage("step: needs a whole number from 0 to 1, got 2");
    Method choose = compiled(PolicyJava.source(fromZero, "Decider"), folder);
    assertThatThrownBy(() -> choose.invoke(null, Map.of("step", 2)))
        .hasRootCauseMessage("step: needs a number from 0 to 1, got 2");
  }

  /** The database gives no action there, as the documentation says. */
  @Test
  void ofAStepThatIsNotThereTheDatabaseSaysNothing() {
    List<String> actions = new ArrayList<>();
    try (DuckDb engine = DuckDb.start()) {
      engine.execute("CREATE TABLE rows (%s)".formatted(COLUMNS));
      engine.execute("INSERT INTO rows (i, step) VALUES (0, 0), (1, 1), (2, 2)");
      String query = PolicySql.query(RandomPolicies.of(2, 2), SqlDialect.DUCKDB, "rows");
      engine.query(
          "SELECT policy_action FROM (%s) q ORDER BY i".formatted(query),
          row -> actions.add(row.isMissing(0) ? "nothing" : "an action"));
    }
    assertThat(actions).containsExactly("an action", "an action", "nothing");
  }

  /** The generated class is compiled and loaded by itself. */
  @Test
  void theJavaClassDecidesAlike(@TempDir Path folder) throws Exception {
    List<SavedPolicy> policies = RandomPolicies.all();
    for (int place = 0; place < policies.size(); place++) {
      SavedPolicy policy = policies.get(place);
      Path own = Files.createDirectory(folder.resolve("policy" + place));
      Method choose = compiled(PolicyJava.source(policy, "Decider"), own);
      for (Map<String, @Nullable Object> row : RandomPolicies.rows(place, ROWS)) {
        assertThat(choose.invoke(null, row)).isEqualTo(policy.choose(row));
      }
    }
  }

  private static Method compiled(String source, Path folder)
      throws IOException, ReflectiveOperationException {
    Path file = Files.writeString(folder.resolve("Decider.java"), source);
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-d", folder.toString(), file.toString());
    assertThat(failed).isZero();
    URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()}, null);
    return loader.loadClass("Decider").getMethod("choose", Map.class);
  }
}
