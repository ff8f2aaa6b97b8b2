package io.sluice.report.page;

import io.sluice.answers.Provenance;
import io.sluice.answers.Settings;
import java.util.List;
import java.util.Locale;

/** Where a result comes from and how to make it again. */
final class Foot {
  private Foot() {}

  static List<String> of(Provenance from, String command) {
    Settings s = from.settings();
    return of(
        Figures.say(
            "Sluice %s, input %s, behavior policy %s, δ = %s, %s model, %s bonus × %s, %s shift, %s variance, seed %d, rewards in [%s, %s].",
            from.version(),
            from.input(),
            from.behavior(),
            Figures.trimmed(s.delta()),
            s.pooling().name().toLowerCase(Locale.ROOT).replace('_', '-'),
            s.bonus(),
            Figures.trimmed(s.scale()),
            s.shift().estimate(),
            s.variance().name().toLowerCase(Locale.ROOT),
            s.seed(),
            Figures.trimmed(from.rewardLow()),
            Figures.trimmed(from.rewardHigh())),
        command);
  }

  /** Of what has no log. */
  static List<String> of(String provenance, String command) {
    return List.of(provenance, "To make it again:", "$ " + command);
  }
}
