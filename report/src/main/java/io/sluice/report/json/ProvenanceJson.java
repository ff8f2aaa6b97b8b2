package io.sluice.report.json;

import io.sluice.fit.Provenance;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a result was made from, for programs. */
final class ProvenanceJson {
  private ProvenanceJson() {}

  static Map<String, Object> of(Provenance from) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("version", from.version());
    json.put("input", from.input());
    json.put("behavior", from.behavior());
    json.put("delta", from.settings().delta());
    json.put("model", from.model().name());
    json.put("modelChosenBy", from.model().reason().chosenBy());
    json.put("bonus", from.settings().bonus().toString());
    json.put("bonusScale", from.settings().scale());
    json.put(
        "declaredStates",
        from.settings().states().isPresent() ? from.settings().states().getAsInt() : null);
    json.put("shift", from.settings().shift().estimate().toString());
    json.put(
        "exogenous",
        from.settings().shift().everywhere()
            ? "all"
            : List.copyOf(from.settings().shift().exogenous()));
    json.put("variance", from.settings().variance().name().toLowerCase(Locale.ROOT));
    json.put(
        "smallestPropensity",
        from.settings().smallestPropensity().isPresent()
            ? from.settings().smallestPropensity().getAsDouble()
            : null);
    json.put("seed", from.settings().seed());
    json.put("rewardRange", List.of(from.rewardLow(), from.rewardHigh()));
    json.put("bins", from.bins());
    return json;
  }
}
