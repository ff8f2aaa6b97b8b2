package io.sluice.serve;

import io.sluice.fit.Settings;
import io.sluice.interval.IntervalKind;
import io.sluice.mdp.SettingException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * A question to the log.
 *
 * @param share of decisions that the policy makes, the logged one making the rest (λ)
 * @param intervals the first decides the verdicts
 */
public record EvaluationRequest(
    PolicyChoice policy, double share, List<IntervalKind> intervals, Settings settings) {
  public EvaluationRequest {
    intervals = intervals.stream().distinct().toList();
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("share: must lie in [0, 1], got " + share);
    }
    if (intervals.isEmpty()) {
      throw new SettingException("interval", "needs at least one, got none");
    }
  }

  /** The options that ask the same of {@code sluice evaluate}; what is usual is left out. */
  List<String> options() {
    Settings usual = Settings.defaults();
    List<String> words = new ArrayList<>();
    String mixed = share < 1 ? "mix:" + share + ":" : "";
    add(words, "--policy", mixed + policy.written(), "");
    String names = String.join(",", intervals.stream().map(Object::toString).toList());
    add(words, "--interval", names, "");
    add(words, "--delta", settings.delta(), usual.delta());
    add(words, "--model", settings.model(), usual.model());
    add(words, "--bonus", settings.bonus(), usual.bonus());
    add(words, "--bonus-scale", settings.scale(), usual.scale());
    settings.states().ifPresent(n -> add(words, "--states", n, ""));
    add(words, "--shift", settings.shift().estimate(), usual.shift().estimate());
    add(words, "--exogenous", exogenous(settings), exogenous(usual));
    add(words, "--variance", variance(settings), variance(usual));
    return List.copyOf(words);
  }

  private static void add(List<String> words, String option, Object value, Object usual) {
    if (!Objects.equals(value, usual)) {
      words.add(option);
      words.add(value.toString());
    }
  }

  static String variance(Settings settings) {
    return settings.variance().name().toLowerCase(Locale.ROOT);
  }

  /** As a user writes it; empty for no step. */
  static String exogenous(Settings settings) {
    return settings.shift().everywhere()
        ? "all"
        : String.join(",", settings.shift().exogenous().stream().map(String::valueOf).toList());
  }
}
