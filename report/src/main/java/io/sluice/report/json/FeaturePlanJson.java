package io.sluice.report.json;

import io.sluice.features.FeaturePlan;
import io.sluice.features.FeaturePlan.Source;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A plan on feature columns for programs; {@code docs/json.md} is the contract. */
public final class FeaturePlanJson {
  private FeaturePlanJson() {}

  public static Map<String, Object> of(FeaturePlan answer) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("step", answer.step().isPresent() ? answer.step().getAsInt() : null);
    json.put("episodes", answer.episodes());
    json.put("width", answer.width());
    json.put("wanted", answer.wanted());
    json.put("reached", answer.isReached());
    json.put("episodesNeeded", orNull(answer.needed()));
    json.put("stateShare", answer.stateShare());
    List<Object> sources = new ArrayList<>();
    for (Source source : answer.sources()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("step", source.step());
      one.put("action", source.action());
      one.put("share", source.share());
      one.put("rows", source.rows());
      one.put("rowsNeeded", orNull(source.rowsNeeded()));
      sources.add(one);
    }
    json.put("sources", sources);
    json.put("assumptions", AssumptionJson.of(answer.assumptions()));
    json.put("warnings", answer.warnings());
    json.put("provenance", ProvenanceJson.of(answer.provenance()));
    return json;
  }

  private static @Nullable Long orNull(OptionalLong number) {
    return number.isPresent() ? number.getAsLong() : null;
  }
}
