package io.sluice.cli;

import io.sluice.answers.Calibration;
import io.sluice.answers.CheckAnswer;
import io.sluice.answers.ShiftAnswer;
import io.sluice.logs.BadLogException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a log is like, for people and for programs. */
final class CheckText {
  private CheckText() {}

  static String of(CheckAnswer answer) {
    StringBuilder text = new StringBuilder();
    text.append(
        "%s, %s, %s, %s, %s\n"
            .formatted(
                Numbers.counted(answer.rows(), "row"),
                Numbers.counted(answer.episodes(), "episode"),
                Numbers.counted(answer.horizon(), "step"),
                Numbers.counted(answer.states(), "state"),
                Numbers.counted(answer.actions(), "action")));
    text.append(
        "rewards seen: %s to %s; mean return %s; %s of episodes end early\n"
            .formatted(
                Numbers.asWritten(answer.rewards().get(0)),
                Numbers.asWritten(answer.rewards().get(1)),
                Numbers.plain(answer.meanReturn()),
                Numbers.percent(answer.ended())));
    text.append(
        "coverage: %s of %s (state, action) pairs seen, %s of them fewer than 10 times\n"
            .formatted(
                Numbers.whole(answer.pairs()),
                Numbers.whole(answer.possiblePairs()),
                Numbers.percent(answer.thin())));
    text.append(
        "logged policy: %s; to judge a uniform choice at one step, a row is worth %s of one\n"
            .formatted(answer.provenance().behavior(), Numbers.percent(answer.effectiveShare())));
    text.append("action probabilities: ").append(calibration(answer)).append('\n');
    if (!answer.shift().isEmpty()) {
      text.append("\nbandit or planning? how far actions move the next state, 0 to 1\n");
      text.append("  step   shift   of which noise   bandit-like decisions\n");
      for (ShiftAnswer step : answer.shift()) {
        text.append(
            "  %-6s %s   %s           %s   %s\n"
                .formatted(
                    step.step(),
                    String.format(java.util.Locale.ROOT, "%.3f", step.shift()),
                    String.format(java.util.Locale.ROOT, "%.3f", step.noise()),
                    String.format(
                        java.util.Locale.ROOT, "%6s", Numbers.percent(step.banditShare())),
                    words(step)));
      }
      text.append("  %-6s nothing follows: a bandit\n".formatted(answer.horizon()));
    }
    EvaluationText.warnings(text, answer.warnings());
    return text.toString();
  }

  private static String calibration(CheckAnswer answer) {
    if (answer.calibration().isEmpty()) {
      return "not checked ("
          + (answer.provenance().behavior().equals("estimated")
              ? "they are the log's own frequencies)"
              : "they differ within states)");
    }
    Calibration c = answer.calibration().get();
    return c.disagreeing().isEmpty()
        ? "agree with the log, in " + Numbers.counted(c.checked(), "state") + " checked"
        : "DISAGREE with the log in %s of %s states checked"
            .formatted(c.disagreeing().size(), c.checked());
  }

  private static String words(ShiftAnswer step) {
    return step.isPlanning()
        ? "planning: actions move the next state"
        : "bandit: no sign that actions move the next state";
  }

  static Map<String, Object> json(CheckAnswer answer) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("rows", answer.rows());
    json.put("episodes", answer.episodes());
    json.put("horizon", answer.horizon());
    json.put("states", answer.states());
    json.put("actions", answer.actions());
    json.put("endedEarly", answer.ended());
    json.put("rewardsSeen", answer.rewards());
    json.put("meanReturn", answer.meanReturn());
    Map<String, Object> coverage = new LinkedHashMap<>();
    coverage.put("pairs", answer.pairs());
    coverage.put("possiblePairs", answer.possiblePairs());
    coverage.put("thin", answer.thin());
    coverage.put("effectiveShare", answer.effectiveShare());
    json.put("coverage", coverage);
    json.put("calibration", calibrationJson(answer));
    List<Object> steps = new ArrayList<>();
    for (ShiftAnswer step : answer.shift()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("step", step.step());
      one.put("shift", step.shift());
      one.put("noise", step.noise());
      one.put("banditShare", step.banditShare());
      one.put("pValue", step.pValue());
      one.put("verdict", step.isPlanning() ? "planning" : "bandit");
      steps.add(one);
    }
    json.put("shift", Map.of("steps", steps));
    json.put("errors", List.of());
    json.put("warnings", answer.warnings());
    json.put("provenance", EvaluationJson.provenance(answer.provenance()));
    return json;
  }

  private static Map<String, Object> calibrationJson(CheckAnswer answer) {
    if (answer.calibration().isEmpty()) {
      return null;
    }
    Calibration c = answer.calibration().get();
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
  static Map<String, Object> json(BadLogException bad) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("errors", bad.errors());
    json.put("errorCount", bad.total());
    json.put("warnings", List.of());
    json.put("shift", Map.of("steps", List.of()));
    return json;
  }
}
