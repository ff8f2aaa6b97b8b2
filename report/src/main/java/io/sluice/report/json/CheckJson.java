package io.sluice.report.json;

import io.sluice.assumptions.Calibration;
import io.sluice.assumptions.StepShift;
import io.sluice.fit.BadLogException;
import io.sluice.fit.CheckResult;
import io.sluice.fit.EpisodeEnds;
import io.sluice.fit.HistoryCheck;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** What a log is like, for programs; {@code docs/json.md} is the contract. */
public final class CheckJson {
  private CheckJson() {}

  public static Map<String, Object> of(CheckResult answer) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("rows", answer.rows());
    json.put("episodes", answer.episodes());
    json.put("horizon", answer.horizon());
    json.put("states", answer.states());
    json.put("actions", answer.actions());
    json.put("endedEarly", answer.ended());
    json.put("ends", ends(answer.ends()));
    json.put("rewardsSeen", answer.rewards());
    json.put("meanReturn", answer.meanReturn());
    Map<String, Object> coverage = new LinkedHashMap<>();
    coverage.put("pairs", answer.pairs());
    coverage.put("possiblePairs", answer.possiblePairs());
    coverage.put("thin", answer.thin());
    coverage.put("effectiveShare", answer.effectiveShare());
    json.put("coverage", coverage);
    json.put("calibration", answer.calibration().map(CheckJson::calibration).orElse(null));
    List<Object> steps = new ArrayList<>();
    for (StepShift step : answer.shift()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("step", step.step());
      one.put("shift", step.shift());
      one.put("noise", step.noise());
      one.put("banditShare", step.banditShare());
      one.put("pValue", step.pValue());
      one.put("upper", step.bound().upper());
      one.put("verdict", answer.verdict(step).toString());
      OptionalLong needed = answer.episodesNeeded(step);
      one.put("episodesNeeded", needed.isPresent() ? needed.getAsLong() : null);
      steps.add(one);
    }
    Map<String, Object> shift = new LinkedHashMap<>();
    shift.put("tolerance", answer.shiftTolerance());
    shift.put("steps", steps);
    json.put("shift", shift);
    json.put("assumptions", AssumptionJson.of(answer.assumptions()));
    json.put("history", answer.history().map(CheckJson::history).orElse(null));
    json.put("errors", List.of());
    json.put("warnings", answer.warnings());
    json.put("provenance", ProvenanceJson.of(answer.provenance()));
    return json;
  }

  private static Map<String, Object> history(HistoryCheck tried) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("history", tried.history());
    json.put("states", tried.states());
    json.put("markov", tried.markov().verdict().toString());
    return json;
  }

  private static Map<String, Object> ends(EpisodeEnds ends) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("full", ends.full());
    json.put("ended", ends.ended());
    json.put("cut", ends.cut());
    json.put("ambiguous", ends.ambiguous());
    json.put("unplaced", ends.unplaced());
    json.put("filled", ends.filled());
    json.put("marked", ends.marked());
    json.put("reading", ends.reading().toString());
    return json;
  }

  private static Map<String, Object> calibration(Calibration c) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("checked", c.checked());
    List<Object> all = new ArrayList<>();
    for (Calibration.Disagreement d : c.disagreeing()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("step", d.step() == 0 ? null : d.step());
      one.put("state", d.state());
      one.put("chiSquare", d.chiSquare());
      one.put("degreesOfFreedom", d.degreesOfFreedom());
      one.put("pValue", d.pValue());
      one.put("worst", d.worst());
      all.add(one);
    }
    json.put("disagreeing", all);
    return json;
  }

  /** A log that cannot be used, for programs. */
  public static Map<String, Object> of(BadLogException bad) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("errors", bad.errors());
    json.put("errorCount", bad.total());
    json.put("warnings", List.of());
    json.put("shift", Map.of("steps", List.of()));
    return json;
  }
}
