package io.sluice.fit;

import io.sluice.model.Model.Pooling;
import java.util.List;

/**
 * Everything needed to compute a result again; independent of time and machine.
 *
 * @param input a fingerprint of the counted log
 * @param model whether steps share a model, and why
 */
public record Provenance(
    String version,
    String input,
    Settings settings,
    ChosenModel model,
    String behavior,
    List<String> bins,
    double rewardLow,
    double rewardHigh) {
  /**
   * Returns the provenance of a simulated problem, which is named instead of a log; its rewards lie
   * in [0, 1]. Its steps share a model unless the settings say otherwise.
   */
  public static Provenance ofProblem(String name, Settings settings, String behavior) {
    ChosenModel model = ChosenModel.declared(settings.model().declared().orElse(Pooling.POOLED));
    return new Provenance(Version.current(), name, settings, model, behavior, List.of(), 0, 1);
  }

  static Provenance of(Fit fit) {
    LogData log = fit.data();
    return new Provenance(
        Version.current(),
        fit.fingerprint(),
        fit.settings(),
        fit.chosenModel(),
        fit.behavior().source().toString(),
        log.bins(),
        log.range().low(),
        log.range().high());
  }
}
