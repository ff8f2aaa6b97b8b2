package io.sluice.report.json;

import io.sluice.report.CoverageResult;
import io.sluice.simulation.study.CoverageReading;
import io.sluice.simulation.study.CoverageReading.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How often intervals covered, for programs; {@code docs/json.md} is the contract. */
public final class CoverageJson {
  private CoverageJson() {}

  public static Map<String, Object> of(CoverageResult answer) {
    CoverageReading reading = answer.reading();
    var shape = answer.shape();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("world", answer.simulated());
    json.put("policy", answer.policy());
    json.put("horizon", shape.horizon());
    json.put("episodes", answer.episodes());
    json.put("runs", answer.runs());
    json.put("states", answer.features() > 0 ? 0 : shape.states());
    json.put("actions", shape.actions());
    List<Object> steps = new ArrayList<>();
    for (int h = 1; h <= shape.horizon(); h++) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("step", h);
      one.put("truth", answer.truth().get(h - 1));
      Map<String, Object> intervals = new LinkedHashMap<>();
      reading.step(h).forEach(row -> intervals.put(row.point().method(), json(row)));
      one.put("intervals", intervals);
      steps.add(one);
    }
    json.put("steps", steps);
    json.put("trusted", reading.trusted().orElse(null));
    json.put(
        "untrusted",
        reading.methods().entrySet().stream()
            .filter(method -> !method.getValue().stream().allMatch(Row::covers))
            .map(Map.Entry::getKey)
            .toList());
    json.put("assumptions", answer.assumptions().map(AssumptionJson::of).orElse(null));
    json.put("warnings", answer.notes());
    json.put("provenance", ProvenanceJson.of(answer.provenance()));
    return json;
  }

  private static Map<String, Object> json(Row row) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("level", row.point().level());
    json.put("covered", row.point().covered());
    json.put("coverage", row.point().coverage());
    json.put("band", List.of(row.band().lower(), row.band().upper()));
    json.put("covers", row.covers());
    json.put("meanWidth", row.point().meanWidth());
    json.put(
        "relativeWidth",
        row.relativeWidth().isPresent() ? row.relativeWidth().getAsDouble() : null);
    return json;
  }
}
