package io.sluice.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.logs.History;
import io.sluice.logs.LogOptions;
import io.sluice.logs.SqlEngine;
import io.sluice.policy.PolicyJava;
import io.sluice.policy.PolicyJson;
import io.sluice.policy.PolicySql;
import io.sluice.policy.SavedPolicy;
import io.sluice.policy.SqlDialect;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The library by itself, without a command that sets the locale: where "%d" would write other
 * digits, queries are still queries and files the same to the byte.
 */
public class LocaleTest {
  private static final String LOG =
      "episode,step,state,action,reward\n"
          + "1,1,home,x,1\n1,2,shop,y,0\n2,1,home,y,0\n2,2,shop,x,1\n";

  @TempDir Path folder;

  /** A new engine; another engine's test says another. */
  protected SqlEngine engine() {
    return DuckDb.start(1);
  }

  protected SqlDialect dialect() {
    return SqlDialect.DUCKDB;
  }

  @ParameterizedTest
  @ValueSource(strings = {"ar-EG", "fa-IR", "bn-BD"})
  void noLocaleChangesWhatIsMadeForAMachine(String tag) throws IOException {
    Path log = Files.writeString(folder.resolve("log.csv"), LOG);
    List<String> usual = made(log);
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag(tag));
      assertThat("%d".formatted(1)).as("other digits").isNotEqualTo("1");
      assertThat(made(log)).isEqualTo(usual);
    } finally {
      Locale.setDefault(before);
    }
  }

  /** Names of states with their history, what a policy decides by SQL, and its files. */
  private List<String> made(Path log) {
    List<String> made = new ArrayList<>();
    SavedPolicy policy = RandomPolicies.of(1, 4);
    LogOptions options = LogOptions.defaults().withHistory(Optional.of(new History(1, false)));
    try (SqlEngine engine = engine()) {
      made.add(Opened.data(engine, log.toString(), options).states().names().toString());
      String rows = "(%s)".formatted(String.join(" UNION ALL ", rows(engine)));
      String query = PolicySql.query(policy, dialect(), rows);
      engine.query(
          "SELECT %s FROM (%s) decided ORDER BY step".formatted(PolicySql.ACTION, query),
          row -> made.add(String.valueOf(row.text(0))));
    }
    assertThat(made).hasSize(5).doesNotContain("null");
    String json = PolicyJson.text(policy);
    made.add(json);
    made.add(PolicyJson.text(PolicyJson.read(json, "policy.json")));
    made.add(PolicyJava.source(policy, "Decider"));
    return made;
  }

  /** One row for each of four steps. */
  private static List<String> rows(SqlEngine engine) {
    return IntStream.rangeClosed(1, 4)
        .mapToObj(
            step ->
                "SELECT %s AS step, 1.5 AS price, 0.25 AS %s, 'phone' AS device, '2022-03-04' AS day, '[1, 2]' AS taste"
                    .formatted(step, engine.identifier("Rec \"ency\"")))
        .toList();
  }
}
