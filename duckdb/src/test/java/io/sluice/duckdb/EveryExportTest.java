package io.sluice.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.PolicySql;
import io.sluice.policy.SavedPolicy;
import io.sluice.policy.SqlDialect;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a database decides with an exported policy is what the policy decides, with values that are
 * missing, never seen, at a threshold or beyond the range. {@code -Dsluice.rows=100000} for more
 * rows than a build has time for.
 */
public abstract class EveryExportTest {
  private static final int ROWS = Integer.getInteger("sluice.rows", 1_500);

  /** The columns of the file, with their types in SQL. */
  protected static final String COLUMNS =
      "i INTEGER, step INTEGER, price DOUBLE PRECISION, \"Rec \"\"ency\"\"\" DOUBLE PRECISION, device TEXT, day TEXT, taste TEXT";

  @TempDir Path folder;

  /**
   * Runs a query on the rows of a CSV file with the columns above; nothing between commas is null.
   *
   * @param sql of i and the action, from a table rows
   * @return the actions in the order of i
   */
  protected abstract List<String> decide(String sql, Path csv) throws Exception;

  protected abstract SqlDialect dialect();

  @Test
  void theDatabaseDecidesAlike() throws Exception {
    List<SavedPolicy> policies = RandomPolicies.all();
    for (int place = 0; place < policies.size(); place++) {
      SavedPolicy policy = policies.get(place);
      List<Map<String, @Nullable Object>> rows = RandomPolicies.rows(place, ROWS);
      Path csv = write(rows, folder.resolve("rows" + place + ".csv"));
      String query = PolicySql.query(policy, dialect(), "rows");
      String sql = "SELECT i, %s FROM (%s) decided ORDER BY i".formatted(PolicySql.ACTION, query);
      List<String> decided = decide(sql, csv);
      assertThat(decided).hasSize(ROWS);
      List<String> others = new ArrayList<>();
      for (int i = 0; i < ROWS; i++) {
        if (!decided.get(i).equals(policy.choose(rows.get(i)))) {
          others.add(
              "%s: %s, not %s".formatted(rows.get(i), decided.get(i), policy.choose(rows.get(i))));
        }
      }
      assertThat(others).as(RandomPolicies.name(place)).isEmpty();
      assertThat(decided)
          .as(RandomPolicies.name(place))
          .contains(policy.actions().toArray(new String[0]));
    }
  }

  private static Path write(List<Map<String, @Nullable Object>> rows, Path file)
      throws IOException {
    StringBuilder csv = new StringBuilder("i,step,price,\"Rec \"\"ency\"\"\",device,day,taste\n");
    for (int i = 0; i < rows.size(); i++) {
      csv.append(i);
      for (Object value : rows.get(i).values()) {
        csv.append(',');
        csv.append(
            value instanceof String text
                ? '"' + text.replace("\"", "\"\"") + '"'
                : value == null ? "" : value.toString());
      }
      csv.append('\n');
    }
    return Files.writeString(file, csv);
  }
}
