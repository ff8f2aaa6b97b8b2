package io.sluice.benchmarks;

import io.sluice.distributions.Binomial;
import io.sluice.fit.Decision;
import io.sluice.fit.EvaluationResult;
import io.sluice.fit.Fit;
import io.sluice.fit.Judgment;
import io.sluice.interval.Interval;
import io.sluice.interval.IntervalKind;
import io.sluice.simulation.Truth;
import io.sluice.simulation.stress.Frailty;
import io.sluice.simulation.stress.StressProblem;
import io.sluice.simulation.stress.Users;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * {@code efficient} and {@code robust} (nominal 95%) on logs whose episodes come in clusters, and
 * on logs where all rows of an episode share a hidden level: how often they hold the truth of every
 * step, of the total and of V_π, how often they may not decide, and how often a printed verdict is
 * wrong. 1,000 logs of each problem and a seed that no choice was made with, unless told otherwise
 * on the command line, and all problems, unless some are named.
 *
 * <p>What should hold at every step and for the total: covered, or not deciding, in at least 92% of
 * logs with equal clusters, 90% with unequal ones, and 93% with hidden levels; printed verdicts
 * wrong (of steps, taken together, and of the total) in no more logs than a true rate of 5% exceeds
 * with probability 0.01, which is 66 of 1,000. Ends with whether it does, and with exit code 1 if
 * not. A share from 1,000 logs has a standard error of 0.007.
 *
 * <p>Seeds: 920,000,000,000 was judged before the last rules, without that allowance: 0.061 for 37
 * users, where 6,000 logs with other seeds have 0.049. With 930,000,000,000 {@code robust} was
 * covered or did not decide in 0.897 and 0.907 of the logs with hidden levels and repeated arms;
 * where it decides then followed the variance of {@code efficient}. Now it is asked for by itself,
 * has as many degrees of freedom as episodes carry its variance, less one, and does not decide
 * where weights of a step are missing ({@link io.sluice.influence.RobustInterval}); looked at on
 * seed 31,000,000. No interval from its variance leads where it is open and outcomes never seen
 * would move the effect far for its width, so more do not decide than before. 940,000,000,000 was
 * set down for these rules and never run with them; the default, 943,000,000,000, had never been
 * used when it was set down, with the same limits.
 */
public final class ClusterStudy {
  private static final List<IntervalKind> KINDS =
      List.of(IntervalKind.EFFICIENT, IntervalKind.ROBUST);

  private ClusterStudy() {}

  private record Case(StressProblem problem, double least) {}

  /**
   * What came of an interval in one log: by step, then the total, then V_π.
   *
   * @param decides whether it may decide
   */
  private record OfKind(List<Boolean> covered, List<Boolean> decides) {}

  private record Answer(List<OfKind> kinds, boolean wrong) {}

  public static void main(String[] args) {
    int logs = args.length > 0 ? Integer.parseInt(args[0]) : 1_000;
    long seed = args.length > 1 ? Long.parseLong(args[1]) : 943_000_000_000L;
    System.out.println(
        "| problem | interval | covered: worst step | total | V_π | may not decide | covered or may not decide | wrong verdicts |");
    System.out.println("|---|---|---|---|---|---|---|---|");
    boolean holds = true;
    for (Case c : cases()) {
      if (args.length > 2 && !List.of(args).contains(c.problem().name())) {
        continue;
      }
      Truth truth = c.problem().truth();
      List<Answer> answers =
          IntStream.range(0, logs).parallel().mapToObj(i -> answer(c, truth, seed + i)).toList();
      double wrong = answers.stream().filter(Answer::wrong).count() / (double) logs;
      holds &= Binomial.atLeast(logs, 0.05, Math.round(wrong * logs)) > 0.01;
      for (int k = 0; k < KINDS.size(); k++) {
        int kind = k;
        List<OfKind> all = answers.stream().map(a -> a.kinds().get(kind)).toList();
        int steps = c.problem().horizon();
        double safe = worst(all, steps + 1, true);
        holds &= safe >= c.least();
        System.out.printf(
            Locale.ROOT,
            "| %s | %s | %.3f | %.3f | %.3f | %.3f | %.3f | %.3f |%n",
            c.problem().name(),
            KINDS.get(k),
            worst(all, steps, false),
            share(all, steps, false),
            share(all, steps + 1, false),
            all.stream().filter(a -> !a.decides().get(steps)).count() / (double) logs,
            safe,
            wrong);
      }
    }
    System.out.println(holds ? "all of this holds" : "NOT all of this holds");
    System.exit(holds ? 0 : 1);
  }

  private static List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    for (int users : new int[] {5, 10, 20, 37}) {
      cases.add(new Case(Users.of(users, 40), 0.92));
    }
    cases.add(new Case(Users.unequal(20), 0.90));
    cases.add(new Case(Users.uneven(40), 0.90));
    for (int episodes : new int[] {300, 2_000}) {
      cases.add(new Case(Frailty.random(episodes), 0.93));
      cases.add(new Case(Frailty.sticky(episodes), 0.93));
    }
    return cases;
  }

  /** The least share over the first places. */
  private static double worst(List<OfKind> all, int places, boolean orSilent) {
    return IntStream.range(0, places).mapToDouble(i -> share(all, i, orSilent)).min().orElse(1);
  }

  private static double share(List<OfKind> all, int place, boolean orSilent) {
    return all.stream()
            .filter(a -> a.covered().get(place) || orSilent && !a.decides().get(place))
            .count()
        / (double) all.size();
  }

  private static Answer answer(Case c, Truth truth, long seed) {
    Fit fit = Fit.of(c.problem().draw(new SplittableRandom(seed).nextLong()).toLog());
    Judgment judgment = fit.judge(c.problem().evaluated(fit));
    EvaluationResult result = EvaluationResult.of(judgment, KINDS);
    EvaluationResult alone = EvaluationResult.of(judgment, List.of(IntervalKind.ROBUST));
    List<OfKind> kinds = new ArrayList<>();
    for (IntervalKind kind : KINDS) {
      EvaluationResult deciding = kind == IntervalKind.ROBUST ? alone : result;
      List<Boolean> covered = new ArrayList<>();
      List<Boolean> decides = new ArrayList<>();
      for (EvaluationResult.StepAnswer step : result.steps()) {
        Interval interval = step.interval(kind).orElseThrow();
        covered.add(StressAnswer.covers(interval, truth.effect(step.step())));
        decides.add(decided(kind, deciding.steps().get(step.step() - 1).decision()));
      }
      covered.add(StressAnswer.covers(of(result.total(), kind), StressAnswer.total(truth)));
      decides.add(decided(kind, deciding.totalDecision()));
      covered.add(StressAnswer.covers(of(result.value(), kind), truth.value()));
      kinds.add(new OfKind(covered, decides));
    }
    boolean wrong =
        result.steps().stream()
            .anyMatch(
                s ->
                    StressAnswer.Outcome.of(s.verdict(), truth.effect(s.step()))
                        == StressAnswer.Outcome.WRONG);
    wrong |=
        StressAnswer.Outcome.of(result.totalDecision().verdict(), StressAnswer.total(truth))
            == StressAnswer.Outcome.WRONG;
    return new Answer(kinds, wrong);
  }

  private static Interval of(Map<IntervalKind, Interval> intervals, IntervalKind kind) {
    return Objects.requireNonNull(intervals.get(kind));
  }

  private static boolean decided(IntervalKind kind, Decision decision) {
    return decision.decidedBy().equals(Optional.of(kind));
  }
}
