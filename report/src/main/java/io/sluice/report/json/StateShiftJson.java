package io.sluice.report.json;

import io.sluice.features.StateShift;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Bandit or planning on feature columns, for programs; {@code docs/json.md} is the contract. */
final class StateShiftJson {
  private StateShiftJson() {}

  static Map<String, Object> of(List<StateShift> shifts, double tolerance) {
    List<Object> steps = new ArrayList<>();
    for (StateShift shift : shifts) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("step", shift.step());
      one.put("shift", shift.shift());
      one.put("noise", shift.noise());
      one.put("least", shift.least());
      one.put("upper", shift.upper());
      one.put("gain", shift.gain());
      one.put("t", shift.t());
      one.put("pValue", shift.pValue());
      one.put("verdict", shift.verdict(tolerance).toString());
      OptionalLong needed = shift.episodesNeeded(tolerance);
      one.put("episodesNeeded", needed.isPresent() ? needed.getAsLong() : null);
      one.put("actions", shift.actions().stream().map(StateShiftJson::action).toList());
      one.put("moves", shift.moves().stream().map(StateShiftJson::move).toList());
      steps.add(one);
    }
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("tolerance", tolerance);
    json.put("steps", steps);
    return json;
  }

  private static Map<String, Object> action(StateShift.ActionShift action) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("action", action.action());
    json.put("share", action.share());
    json.put("shift", action.shift());
    json.put("noise", action.noise());
    return json;
  }

  private static Map<String, Object> move(StateShift.Move move) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("column", move.column());
    json.put("action", move.action());
    json.put("change", move.change());
    json.put("t", move.t());
    json.put("clear", move.clear());
    return json;
  }
}
