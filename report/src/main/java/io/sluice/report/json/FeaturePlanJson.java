package io.sluice.report.json;

import io.sluice.features.FeatureExperiment;
import io.sluice.features.FeaturePlan;
import io.sluice.features.FeaturePlan.Source;
import io.sluice.fit.ExplorationResult.State;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A plan on feature columns for programs; {@code docs/json.md} is the contract. */
public final class FeaturePlanJson {
  private FeaturePlanJson() {}

  /**
   * @param out where the policy to explore with was written, if it was
   */
  public static Map<String, Object> of(FeaturePlan answer, Optional<Path> out) {
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
    json.put("exploring", exploring(answer.exploring(), out));
    json.put("assumptions", AssumptionJson.of(answer.assumptions()));
    json.put("warnings", answer.warnings());
    json.put("provenance", ProvenanceJson.of(answer.provenance()));
    return json;
  }

  private static Map<String, Object> exploring(FeatureExperiment exploring, Optional<Path> out) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("episodesNeeded", orNull(exploring.needed()));
    json.put("fromStep", exploring.fromStep());
    json.put("column", exploring.column().orElse(null));
    List<Object> segments = new ArrayList<>();
    for (State change : exploring.changes()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("step", change.step().orElseThrow());
      one.put("segment", change.state());
      one.put("actions", PlanJson.actions(change.actions()));
      segments.add(one);
    }
    json.put("segments", segments);
    json.put("costEstimate", exploring.cost());
    json.put("after", PlanJson.range(exploring.after()));
    json.put("widthAsLong", exploring.widthAsLong());
    json.put("policyFile", out.map(Path::toString).orElse(null));
    return json;
  }

  private static @Nullable Long orNull(OptionalLong number) {
    return number.isPresent() ? number.getAsLong() : null;
  }
}
