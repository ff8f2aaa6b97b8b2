package io.sluice.spark;

import io.sluice.policy.PolicyJson;
import io.sluice.policy.SavedPolicy;
import java.util.HashMap;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.jspecify.annotations.Nullable;
import scala.collection.Seq;

/** A saved policy as a function of a row, its columns by name, to the action. */
final class PolicyFunction implements UDF1<Row, String> {
  private final String json;
  private transient @Nullable SavedPolicy policy;

  PolicyFunction(SavedPolicy policy) {
    this.json = PolicyJson.text(policy);
  }

  @Override
  public String call(Row row) {
    SavedPolicy own = policy;
    if (own == null) {
      own = PolicyJson.read(json, "policy");
      policy = own;
    }
    Map<String, Object> values = new HashMap<>();
    String[] names = row.schema().fieldNames();
    for (int i = 0; i < names.length; i++) {
      Object value = row.get(i) instanceof Seq ? row.getList(i) : row.get(i);
      if (value != null) {
        values.put(names[i], value);
      }
    }
    return own.choose(values);
  }
}
