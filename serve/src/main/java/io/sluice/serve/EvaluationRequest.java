package io.sluice.serve;

import io.sluice.fit.Settings;
import io.sluice.interval.IntervalKind;
import io.sluice.mdp.SettingException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * A question to the log.
 *
 * @param share of decisions that the policy makes, the logged one making the rest (λ)
 * @param intervals the first decides the verdicts
 * @param compared policies to be compared, in place of an evaluation; usually none
 */
public record EvaluationRequest(
    PolicyChoice policy,
    double share,
    List<IntervalKind> intervals,
    Settings settings,
    List<Compared> compared) {
  /** A policy that is compared with others. */
  public record Compared(PolicyChoice policy, double share) {
    public Compared {
      requireShare(share);
    }

    /** As a command would name it. */
    String written() {
      return EvaluationRequest.written(policy, share);
    }
  }

  public EvaluationRequest {
    intervals = intervals.stream().distinct().toList();
    compared = List.copyOf(compared);
    requireShare(share);
    if (intervals.isEmpty()) {
      throw new SettingException("interval", "needs at least one, got none");
    }
  }

  /** An evaluation. */
  public EvaluationRequest(
      PolicyChoice policy, double share, List<IntervalKind> intervals, Settings settings) {
    this(policy, share, intervals, settings, List.of());
  }

  private static void requireShare(double share) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("share: must lie in [0, 1], got " + share);
    }
  }

  private static String written(PolicyChoice policy, double share) {
    return (share < 1 ? "mix:" + share + ":" : "") + policy.written();
  }

  boolean compares() {
    return !compared.isEmpty();
  }

  /** Those of the intervals that policies can be compared by. */
  List<IntervalKind> comparing() {
    return intervals.stream()
        .filter(k -> k == IntervalKind.EFFICIENT || k == IntervalKind.ROBUST)
        .toList();
  }

  /** What is made of every policy that is compared, by its name. */
  <T> Map<String, T> each(Function<Compared, T> made) {
    Map<String, T> all = new LinkedHashMap<>();
    for (Compared one : compared) {
      if (all.put(one.written(), made.apply(one)) != null) {
        throw new IllegalArgumentException(
            "policy: needs different policies to compare, got %s twice".formatted(one.written()));
      }
    }
    return all;
  }

  /** The command that asks the same. */
  String command() {
    return compares() ? "compare" : "evaluate";
  }

  /** The options that ask the same of that command; what is usual is left out. */
  List<String> options() {
    Settings usual = Settings.defaults();
    List<String> words = new ArrayList<>();
    List<Compared> policies = compares() ? compared : List.of(new Compared(policy, share));
    policies.forEach(p -> add(words, "--policy", p.written(), ""));
    List<IntervalKind> kinds = compares() ? comparing() : intervals;
    add(words, "--interval", String.join(",", kinds.stream().map(Object::toString).toList()), "");
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
