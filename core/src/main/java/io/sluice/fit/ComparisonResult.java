package io.sluice.fit;

import io.sluice.assumptions.Assumptions;
import io.sluice.interval.IntervalKind;
import io.sluice.interval.Verdict;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Which of several policies is best, and at which step? All intervals hold together: against the
 * logged policy and against each other, at every step and in total. Amounts are in the user's
 * units.
 *
 * @param policies their names
 * @param interval which scores everything is made from: {@code efficient} or {@code robust}
 * @param critical how many standard errors intervals reach, so that all hold together; more where
 *     few episodes or clusters carry the variance
 * @param alone how many they would reach, if there were only one
 * @param draws of the bootstrap that critical comes from
 * @param effects at every step, and last the total
 * @param behaviorValue the mean return of the log
 * @param assumptions what the log says about what intervals of each policy rest on
 * @param segments effects of each policy, in their order, within segments of the log; these
 *     intervals hold together by themselves; none if the log was not read by segment
 */
public record ComparisonResult(
    int horizon,
    long episodes,
    int states,
    int actions,
    List<String> policies,
    IntervalKind interval,
    double critical,
    double alone,
    int draws,
    List<Effects> effects,
    double behaviorValue,
    Map<String, Assumptions> assumptions,
    List<SegmentResult> segments,
    List<String> warnings,
    Provenance provenance) {
  public ComparisonResult {
    policies = List.copyOf(policies);
    effects = List.copyOf(effects);
    segments = List.copyOf(segments);
    warnings = List.copyOf(warnings);
  }

  /** What the logged policy is called. */
  public static final String LOGGED = "logged";

  /**
   * All policies at a step, or in total.
   *
   * @param step none for the total
   * @param policies against the logged policy
   * @param pairs against each other
   * @param best the policies, the logged one included, that cannot be ruled out as best because no
   *     other is shown to be better: the best is among them in 1−δ of logs
   */
  public record Effects(
      OptionalInt step, List<Entry> policies, List<Pair> pairs, List<String> best) {
    public Effects {
      policies = List.copyOf(policies);
      pairs = List.copyOf(pairs);
      best = List.copyOf(best);
    }

    /**
     * Which policies may be best follows from the verdicts.
     *
     * @param count how many policies there are
     * @param entry by the place of a policy
     * @param pair by the places of two, the first of which comes first
     */
    public static Effects of(
        OptionalInt step,
        int count,
        IntFunction<Entry> entry,
        BiFunction<Integer, Integer, Pair> pair) {
      List<Entry> policies = IntStream.range(0, count).mapToObj(entry).toList();
      List<Pair> pairs = new ArrayList<>();
      Set<String> beaten = new HashSet<>();
      for (int p = 0; p < count; p++) {
        if (policies.get(p).verdict() == Verdict.Kind.WORSE) {
          beaten.add(policies.get(p).policy());
        }
        for (int q = p + 1; q < count; q++) {
          Pair made = pair.apply(p, q);
          pairs.add(made);
          if (made.verdict() == Verdict.Kind.WORSE) {
            beaten.add(made.first());
          } else if (made.verdict() == Verdict.Kind.BETTER) {
            beaten.add(made.second());
          }
        }
      }
      List<String> best = new ArrayList<>();
      policies.stream()
          .map(Entry::policy)
          .filter(name -> !beaten.contains(name))
          .forEach(best::add);
      if (policies.stream().noneMatch(policy -> policy.verdict() == Verdict.Kind.BETTER)) {
        best.add(LOGGED);
      }
      return new Effects(step, policies, pairs, best);
    }
  }

  /**
   * The effect of a policy.
   *
   * @param reason why there is no conclusion; may be empty
   */
  public record Entry(
      String policy,
      double estimate,
      double lower,
      double upper,
      double standardError,
      Verdict.Kind verdict,
      String reason) {}

  /**
   * The first policy less the second.
   *
   * @param verdict of the first
   * @param ofIndependent the standard error as a share of what it would be if the two effects were
   *     estimated from different logs: the less, the more the two have in common
   */
  public record Pair(
      String first,
      String second,
      double estimate,
      double lower,
      double upper,
      double standardError,
      double ofIndependent,
      Verdict.Kind verdict,
      String reason) {}

  /** Returns the comparison of totals, V_π − V_πb. */
  public Effects total() {
    return effects.get(effects.size() - 1);
  }
}
