package io.sluice.answers;

import io.sluice.logs.Bins;
import io.sluice.logs.LoggedData;
import java.util.List;

/**
 * What an answer was made from, enough to make it again; nothing in it depends on when or where.
 *
 * @param input a fingerprint of the counted log
 */
public record Provenance(
    String version,
    String input,
    Settings settings,
    String behavior,
    List<String> bins,
    double rewardLow,
    double rewardHigh) {
  private static final String VERSION = "0.1.0-SNAPSHOT";

  /** Of a simulated problem, which is named instead of a log; its rewards lie in [0, 1]. */
  public static Provenance ofProblem(String name, Settings settings, String behavior) {
    return new Provenance(VERSION, name, settings, behavior, List.of(), 0, 1);
  }

  public static Provenance of(LoggedData log, Settings settings, String behavior) {
    return new Provenance(
        VERSION,
        log.fingerprint(),
        settings,
        behavior,
        log.bins().stream().map(Bins::toString).toList(),
        log.range().low(),
        log.range().high());
  }
}
