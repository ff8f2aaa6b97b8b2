package io.sluice.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.duckdb.RandomPolicies;
import io.sluice.policy.PolicySql;
import io.sluice.policy.SavedPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A saved policy decides the rows of a DataFrame as it decides them one by one. */
class SparkPolicyTest {
  private static final StructType COLUMNS =
      new StructType()
          .add("i", DataTypes.IntegerType)
          .add("step", DataTypes.IntegerType)
          .add("price", DataTypes.DoubleType)
          .add("Rec \"ency\"", DataTypes.DoubleType)
          .add("device", DataTypes.StringType)
          .add("day", DataTypes.StringType)
          .add("taste", DataTypes.StringType);

  @Test
  void byExpressionsAndByAFunctionItDecidesAlike() {
    List<SavedPolicy> policies = RandomPolicies.all();
    for (int place = 0; place < policies.size(); place++) {
      decidesAlike(policies.get(place), RandomPolicies.rows(place, 300));
    }
  }

  private static void decidesAlike(SavedPolicy policy, List<Map<String, @Nullable Object>> values) {
    List<Row> rows = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      Map<String, @Nullable Object> row = values.get(i);
      rows.add(
          RowFactory.create(
              i,
              ((Number) row.get("step")).intValue(),
              row.get("price"),
              row.get("Rec \"ency\""),
              row.get("device"),
              row.get("day"),
              row.get("taste")));
      expected.add(policy.choose(row));
    }
    SparkSession session = SharedSpark.session().newSession();
    Sluice sluice = Sluice.on(session);
    Dataset<Row> frame = session.createDataFrame(rows, COLUMNS);
    List<Row> applied = sluice.apply(policy, frame).orderBy("i").collectAsList();
    assertThat(applied.get(0).schema().fieldNames())
        .containsExactly(
            "i", "step", "price", "Rec \"ency\"", "device", "day", "taste", PolicySql.ACTION);
    assertThat(applied.stream().map(r -> r.getString(7))).isEqualTo(expected);
    sluice.register("decide", policy);
    List<Row> called =
        frame.selectExpr("i", "decide(struct(*)) AS action").orderBy("i").collectAsList();
    assertThat(called.stream().map(r -> r.getString(1))).isEqualTo(expected);
    assertThat(session.catalog().listTables().collectAsList()).isEmpty();
  }
}
