package io.sluice.report.json;

import io.sluice.fit.LogData;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What was counted, for programs; {@code docs/json.md} is the contract. */
public final class CountJson {
  private CountJson() {}

  /**
   * @param counts where the counts were written
   * @param inputs a hash of every log that was counted
   */
  public static Map<String, Object> of(LogData data, Path counts, List<String> inputs) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("counts", counts.toString());
    json.put("rows", data.rows());
    json.put("episodes", data.episodes());
    json.put("states", data.shape().states());
    json.put("actions", data.shape().actions());
    json.put("horizon", data.shape().horizon());
    json.put("inputs", inputs);
    json.put("fingerprint", data.fingerprint());
    json.put("warnings", data.allNotes());
    return json;
  }
}
