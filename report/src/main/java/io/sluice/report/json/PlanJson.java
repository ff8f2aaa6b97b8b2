package io.sluice.report.json;

import io.sluice.fit.ExplorationResult.Action;
import io.sluice.fit.ExplorationResult.Range;
import io.sluice.fit.ExplorationResult.State;
import io.sluice.fit.PlanResult;
import io.sluice.fit.PlanResult.Source;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A plan for programs; {@code docs/json.md} is the contract. */
public final class PlanJson {
  private PlanJson() {}

  /**
   * @param out where the policy to explore with was written, if it was
   */
  public static Map<String, Object> of(PlanResult answer, Optional<Path> out) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("step", orNull(answer.step()));
    json.put("episodes", answer.episodes());
    json.put("width", answer.width());
    json.put("wanted", answer.wanted());
    json.put("reached", answer.isReached());
    json.put("unseen", answer.unseen());
    json.put("behaviorError", answer.behaviorError());
    json.put("episodesNeeded", orNull(answer.needed()));
    json.put("stateShare", answer.stateShare());
    json.put("sources", sources(answer));
    Map<String, Object> exploring = new LinkedHashMap<>();
    exploring.put("episodesNeeded", orNull(answer.exploring().needed()));
    exploring.put("fromStep", answer.exploring().fromStep());
    exploring.put("changedStates", answer.exploring().changed());
    exploring.put("states", states(answer));
    exploring.put("costEstimate", answer.exploring().costEstimate());
    exploring.put("cost", range(answer.exploring().cost()));
    exploring.put("after", range(answer.exploring().after()));
    exploring.put("widthAsLong", answer.exploring().widthAsLong());
    exploring.put("policyFile", out.map(Path::toString).orElse(null));
    json.put("exploring", exploring);
    json.put("assumptions", AssumptionJson.of(answer.assumptions()));
    json.put("warnings", answer.warnings());
    json.put("provenance", ProvenanceJson.of(answer.provenance()));
    return json;
  }

  static Map<String, Object> range(Range range) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("lower", range.lower());
    json.put("upper", range.upper());
    return json;
  }

  private static List<Object> sources(PlanResult answer) {
    List<Object> all = new ArrayList<>();
    for (Source source : answer.sources()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("step", orNull(source.step()));
      one.put("state", source.state());
      one.put("action", source.action());
      one.put("share", source.share());
      one.put("rows", source.rows());
      one.put("rowsNeeded", orNull(source.rowsNeeded()));
      all.add(one);
    }
    return all;
  }

  private static List<Object> states(PlanResult answer) {
    List<Object> all = new ArrayList<>();
    for (State state : answer.exploring().states()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("step", orNull(state.step()));
      one.put("state", state.state());
      one.put("actions", actions(state.actions()));
      all.add(one);
    }
    return all;
  }

  static List<Object> actions(List<Action> all) {
    List<Object> actions = new ArrayList<>();
    for (Action action : all) {
      Map<String, Object> choice = new LinkedHashMap<>();
      choice.put("action", action.action());
      choice.put("logged", action.logged());
      choice.put("wanted", action.wanted());
      actions.add(choice);
    }
    return actions;
  }

  private static @Nullable Integer orNull(OptionalInt number) {
    return number.isPresent() ? number.getAsInt() : null;
  }

  private static @Nullable Long orNull(OptionalLong number) {
    return number.isPresent() ? number.getAsLong() : null;
  }
}
