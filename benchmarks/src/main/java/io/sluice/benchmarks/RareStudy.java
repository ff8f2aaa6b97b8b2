package io.sluice.benchmarks;

import io.sluice.fit.BadLogException;
import io.sluice.fit.Behavior;
import io.sluice.fit.Decision;
import io.sluice.fit.EvaluationResult;
import io.sluice.fit.Fit;
import io.sluice.fit.GuaranteeKind;
import io.sluice.fit.Judgment;
import io.sluice.fit.LearningResult;
import io.sluice.fit.Log;
import io.sluice.fit.Settings;
import io.sluice.interval.Interval;
import io.sluice.interval.IntervalKind;
import io.sluice.interval.Verdict;
import io.sluice.simulation.Truth;
import io.sluice.simulation.stress.StressProblem;
import io.sluice.simulation.stress.StressProblems;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What rare outcomes, poor overlap and an unknown logged policy do to verdicts, and what the rules
 * against them cost where there is nothing to fear. For every problem: how often {@code efficient}
 * covers all steps and the total, how often the interval that leads does, or none leads, how often
 * {@code efficient} leads at the step where it does least, and how wide it is with the logged
 * policy known, and estimated from the log; how many settled verdicts, of steps and the total, its
 * intervals would give (control: no rule), how many are left, and how many logs have a wrong one;
 * and certificates.
 *
 * <p>Rule: a settled verdict survives ⌈−ln δ⌉ unseen outcomes, and needs an effective sample size
 * of 100 where it rests on weights. Limits, set before the judging run: wrong verdicts in at most
 * 5% and false certificates in at most 5% of logs of every problem (of 200 logs, more than 18 have
 * probability 0.005 if it is 5%); on clean problems at least 90% of the verdicts left at 500
 * episodes and 95% at 2,000; on {@code rare-arm}, {@code efficient} covers in at least 93%; and an
 * estimated logged policy makes it at most 1.3 times as wide on clean problems. Tuned with seeds 1
 * to 9; judged with seed 20270115, without its last four problems, and after the last rules, with
 * 40 logs, with 20270116. The present rules are judged with 20270118, which had never been used,
 * and 200 logs of every problem; on {@code clean-grid}, a known logged policy is of more use than
 * 1.3 can show ({@link EstimatedBehaviorStudy}), so the last limit is not asked of it.
 *
 * <p>Arguments: logs of each problem (200), seed (1), names of problems. Markdown on standard
 * output.
 */
public final class RareStudy {
  private static final List<String> USUAL =
      List.of(
          "catastrophe-12-100",
          "catastrophe-12-300",
          "catastrophe-12-500",
          "catastrophe-20-100",
          "catastrophe-20-500",
          "catastrophe-large-100",
          "catastrophe-large-500",
          "rare-arm",
          "rare-harm-on-path",
          "contexts-met-once",
          "estimated-behavior",
          "small-overlap",
          "clean-chain-500",
          "clean-grid-500",
          "clean-search-500",
          "clean-random-bandit-500",
          "clean-random-planning-500",
          "clean-chain-2000",
          "clean-grid-2000",
          "clean-search-2000",
          "clean-random-bandit-2000",
          "clean-random-planning-2000");

  /** An interval with less is rounding: nothing varied. */
  private static final double NO_WIDTH = 1e-9;

  private RareStudy() {}

  /**
   * One log.
   *
   * @param covered by efficient, the steps and the total
   * @param led the same by the interval that leads, or none does
   * @param leads whether efficient does
   * @param estimated the same, if the logged policy is estimated
   * @param width of efficient's total
   * @param ratio how much wider it is if the logged policy is estimated
   * @param alone verdicts of efficient's intervals without the rules: settled, wrong
   * @param ruled the same with them
   * @param robust the same of robust; nothing if it is not available
   * @param printed the same of what evaluate prints
   * @param lost verdicts that it does not print because of the rules
   * @param certificate given, false
   */
  private record One(
      List<Boolean> covered,
      List<Boolean> led,
      List<Boolean> leads,
      List<Boolean> estimated,
      double width,
      double ratio,
      Settled alone,
      Settled ruled,
      Settled robust,
      Settled printed,
      int lost,
      Settled certificate) {}

  private record Settled(int all, int wrong) {
    static final Settled NONE = new Settled(0, 0);

    Settled plus(Verdict.Kind kind, double truth) {
      boolean better = kind == Verdict.Kind.BETTER;
      boolean settled = better || kind == Verdict.Kind.WORSE;
      boolean right = better ? truth > 1e-9 : truth < -1e-9;
      return new Settled(all + (settled ? 1 : 0), wrong + (settled && !right ? 1 : 0));
    }
  }

  public static void main(String[] args) {
    int logs = args.length > 0 ? Integer.parseInt(args[0]) : 200;
    long seed = args.length > 1 ? Long.parseLong(args[1]) : 1;
    List<String> names = args.length > 2 ? Stream.of(args).skip(2).toList() : USUAL;
    System.out.println(
        "| problem | logs | covers: step, total | covers or nothing leads | efficient leads | estimated | width | ratio | alone | wrong | with rules | wrong | robust | wrong | printed | wrong | lost | certified | false |");
    System.out.println(
        "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|");
    for (String name : names) {
      StressProblem problem = StressProblems.named(name);
      Truth truth = problem.truth();
      List<One> all =
          IntStream.range(0, logs)
              .parallel()
              .mapToObj(i -> one(problem, truth, seed * 1_000_003L + 31L * i))
              .toList();
      System.out.println(line(name, all));
    }
  }

  private static One one(StressProblem problem, Truth truth, long stream) {
    Log log = problem.draw(new SplittableRandom(stream).nextLong()).toLog();
    Fit fit = Fit.of(log);
    Judgment judgment = fit.judge(problem.evaluated(fit));
    Settings settings = fit.settings();
    Fit withEstimate =
        Fit.of(
            log,
            settings,
            Behavior.estimated(log.data().counts(), settings.model(), settings.delta()));
    Judgment estimated = withEstimate.judge(problem.evaluated(withEstimate));
    double width = judgment.total(IntervalKind.EFFICIENT).width();
    Settled alone = Settled.NONE;
    Settled ruled = Settled.NONE;
    Settled robust = Settled.NONE;
    Settled printed = Settled.NONE;
    for (int h = 1; h <= problem.horizon(); h++) {
      Verdict.Kind plain =
          Verdict.of(judgment.step(h, IntervalKind.EFFICIENT), problem.episodes(), 1e-9).kind();
      alone = alone.plus(plain, truth.effect(h));
      ruled = ruled.plus(judgment.verdict(h, IntervalKind.EFFICIENT).kind(), truth.effect(h));
      robust = robust(judgment, h, robust, truth);
    }
    EvaluationResult result = EvaluationResult.of(judgment, judgment.usualIntervals());
    for (EvaluationResult.StepAnswer step : result.steps()) {
      printed = printed.plus(step.verdict().kind(), truth.effect(step.step()));
    }
    printed =
        printed.plus(
            result.totalDecision().verdict().kind(), truth.value() - truth.behaviorValue());
    return new One(
        covered(judgment, truth),
        led(result, truth),
        leads(result),
        covered(estimated, truth),
        width,
        width > NO_WIDTH
            ? estimated.total(IntervalKind.EFFICIENT).width() / width
            : Double.NaN, // left out of the mean
        alone,
        ruled,
        robust,
        printed,
        lost(result),
        certificate(problem, fit));
  }

  private static int lost(EvaluationResult result) {
    return (int)
        Stream.concat(
                result.steps().stream().map(EvaluationResult.StepAnswer::decision),
                Stream.of(result.totalDecision()))
            .map(Decision::reason)
            .filter(r -> r.contains("would overturn it") || r.contains("effective sample size"))
            .count();
  }

  private static Settled robust(Judgment judgment, int h, Settled before, Truth truth) {
    try {
      return before.plus(judgment.verdict(h, IntervalKind.ROBUST).kind(), truth.effect(h));
    } catch (BadLogException refused) {
      return before;
    }
  }

  private static List<Boolean> covered(Judgment judgment, Truth truth) {
    List<Boolean> covered = new ArrayList<>();
    int horizon = judgment.fit().data().shape().horizon();
    for (int h = 1; h <= horizon; h++) {
      Interval step = judgment.step(h, IntervalKind.EFFICIENT);
      covered.add(StressAnswer.covers(step, truth.effect(h)));
    }
    Interval total = judgment.total(IntervalKind.EFFICIENT);
    covered.add(StressAnswer.covers(total, truth.value() - truth.behaviorValue()));
    return covered;
  }

  /** Whether the interval that is named as the deciding one covers, if there is one. */
  private static List<Boolean> led(EvaluationResult result, Truth truth) {
    List<Boolean> led = new ArrayList<>();
    for (EvaluationResult.StepAnswer step : result.steps()) {
      Optional<Interval> by = step.decision().decidedBy().map(step.intervals()::get);
      led.add(by.map(i -> StressAnswer.covers(i, truth.effect(step.step()))).orElse(true));
    }
    Optional<Interval> by = result.totalDecision().decidedBy().map(result.total()::get);
    double total = truth.value() - truth.behaviorValue();
    led.add(by.map(i -> StressAnswer.covers(i, total)).orElse(true));
    return led;
  }

  private static List<Boolean> leads(EvaluationResult result) {
    return Stream.concat(
            result.steps().stream().map(EvaluationResult.StepAnswer::decision),
            Stream.of(result.totalDecision()))
        .map(d -> d.decidedBy().equals(Optional.of(IntervalKind.EFFICIENT)))
        .toList();
  }

  private static Settled certificate(StressProblem problem, Fit fit) {
    LearningResult learned = fit.certify(GuaranteeKind.ASYMPTOTIC);
    double bound = learned.certifiedGain();
    boolean wrong = problem.gain(fit.data(), learned.policy()) < bound - 1e-12;
    return bound > 0 ? new Settled(1, wrong ? 1 : 0) : Settled.NONE;
  }

  private static String line(String name, List<One> all) {
    return "| %s | %d | %s | %s | %s | %s | %.4f | %.3f | %s | %s | %s | %s | %.3f | %s |"
        .formatted(
            name,
            all.size(),
            worst(all, One::covered),
            worst(all, One::led),
            worst(all, One::leads),
            worst(all, One::estimated),
            mean(all, One::width),
            mean(all, One::ratio),
            settled(all, One::alone),
            settled(all, One::ruled),
            settled(all, One::robust),
            settled(all, One::printed),
            mean(all, One::lost),
            settled(all, One::certificate));
  }

  private static double mean(List<One> all, ToDoubleFunction<One> of) {
    return all.stream().mapToDouble(of).filter(Double::isFinite).average().orElse(0);
  }

  /** Coverage at the worst step, and of the total. */
  private static String worst(
      List<One> all, java.util.function.Function<One, List<Boolean>> covered) {
    int horizon = covered.apply(all.get(0)).size() - 1;
    double worst = 1;
    for (int h = 0; h < horizon; h++) {
      int step = h;
      worst = Math.min(worst, share(all, one -> covered.apply(one).get(step)));
    }
    return String.format(
        Locale.ROOT, "%.3f, %.3f", worst, share(all, one -> covered.apply(one).get(horizon)));
  }

  private static double share(List<One> all, Predicate<One> holds) {
    return all.stream().filter(holds).count() / (double) all.size();
  }

  /** Settled verdicts of a log, on average, and the share of logs with a wrong one. */
  private static String settled(List<One> all, java.util.function.Function<One, Settled> of) {
    return String.format(
        Locale.ROOT,
        "%.3f | %.3f",
        mean(all, one -> of.apply(one).all()),
        share(all, one -> of.apply(one).wrong() > 0));
  }
}
