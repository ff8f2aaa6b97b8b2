package io.sluice.report.page;

import io.sluice.fit.Provenance;
import io.sluice.fit.Settings;
import io.sluice.report.Numbers;
import java.util.List;
import java.util.Locale;

/** Where a result comes from and how to make it again. */
final class Foot {
  private Foot() {}

  static List<String> of(Provenance from, String command) {
    Settings s = from.settings();
    return of(
        Numbers.say(
            "Sluice %s, input %s, behavior policy %s, δ = %s, %s, %s bonus × %s, %s shift, %s variance, seed %s, rewards in [%s, %s].",
            from.version(),
            from.input(),
            from.behavior(),
            Numbers.trimmed(s.delta()),
            from.model(),
            s.bonus(),
            Numbers.trimmed(s.scale()),
            s.shift().estimate(),
            s.variance().name().toLowerCase(Locale.ROOT),
            s.seed(),
            Numbers.trimmed(from.rewardLow()),
            Numbers.trimmed(from.rewardHigh())),
        command);
  }

  /** Of a log with feature columns, where no model, bonus or range counts. */
  static List<String> ofFeatures(Provenance from, String command) {
    return of(
        Numbers.say(
            "Sluice %s, input %s, behavior policy %s, δ = %s, seed %s.",
            from.version(),
            from.input(),
            from.behavior(),
            Numbers.trimmed(from.settings().delta()),
            from.settings().seed()),
        command);
  }

  /** Of what has no log. */
  static List<String> of(String provenance, String command) {
    return List.of(provenance, "To make it again:", "$ " + command);
  }
}
