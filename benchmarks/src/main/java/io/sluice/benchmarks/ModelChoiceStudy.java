package io.sluice.benchmarks;

import io.sluice.assumptions.Assumption;
import io.sluice.assumptions.Finding;
import io.sluice.assumptions.Finding.Verdict;
import io.sluice.fit.Fit;
import io.sluice.fit.Judgment;
import io.sluice.fit.Log;
import io.sluice.fit.Settings;
import io.sluice.interval.Interval;
import io.sluice.interval.IntervalKind;
import io.sluice.model.Model.Pooling;
import io.sluice.simulation.Truth;
import io.sluice.simulation.stress.StressProblem;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Should steps share a model? How often {@code efficient} covers, and how wide it is, with a pooled
 * model, a model per step, and a choice between them by the test of {@code stationary}: pooled if
 * the test holds and its z is below a limit.
 *
 * <p>Arguments: logs of each problem (200), seed, and a text that names of problems contain. Cells
 * are coverage at the worst step / of the total, and the mean width of the total; limits have the
 * share of pooled logs in parentheses. The result does not depend on the number of threads.
 */
public final class ModelChoiceStudy {
  private static final List<Double> LIMITS = List.of(0.0, 1.0, 1.645, 4.0);

  private ModelChoiceStudy() {}

  /** One interval against the truth. */
  private record Answer(List<Boolean> steps, boolean total, double width) {}

  /** One log: with each model, and what the test says. */
  private record OfLog(Answer pooled, Answer perStep, Finding stationary) {
    boolean poolsBelow(double limit) {
      return stationary.verdict() == Verdict.HOLDS && stationary.statistic().orElse(0) < limit;
    }
  }

  public static void main(String[] args) {
    int logs = args.length > 0 ? Integer.parseInt(args[0]) : 200;
    long seed = args.length > 1 ? Long.parseLong(args[1]) : 20261119;
    String wanted = args.length > 2 ? args[2] : "";
    System.out.println(
        "| problem | T | H | pooled | per step | z < 0 | z < 1 | z < 1.645 | holds (z < 4) |\n"
            + "|---|---|---|---|---|---|---|---|---|");
    for (StressProblem problem : ModelChoiceProblems.all()) {
      if (problem.name().contains(wanted)) {
        line(problem, logs, seed);
      }
    }
  }

  private static void line(StressProblem problem, int logs, long seed) {
    Truth truth = problem.truth();
    List<OfLog> all =
        IntStream.range(0, logs)
            .parallel()
            .mapToObj(i -> log(problem, truth, new SplittableRandom(seed + i).nextLong()))
            .toList();
    StringBuilder line = new StringBuilder();
    line.append(
        String.format(
            Locale.ROOT,
            "| %s | %,d | %d | %s | %s |",
            problem.name(),
            problem.episodes(),
            problem.horizon(),
            cell(all, log -> true),
            cell(all, log -> false)));
    for (double limit : LIMITS) {
      Predicate<OfLog> pools = log -> log.poolsBelow(limit);
      long pooled = all.stream().filter(pools).count();
      line.append(
          String.format(
              Locale.ROOT, " %s (%.2f) |", cell(all, pools), pooled / (double) all.size()));
    }
    System.out.println(line);
  }

  private static OfLog log(StressProblem problem, Truth truth, long seed) {
    Log log = problem.draw(seed).toLog();
    Fit pooled = Fit.of(log, Settings.defaults().withPooling(Pooling.POOLED));
    Fit perStep = Fit.of(log, Settings.defaults().withPooling(Pooling.PER_STEP));
    return new OfLog(
        answer(pooled.judge(problem.evaluated(pooled)), truth),
        answer(perStep.judge(problem.evaluated(perStep)), truth),
        pooled.assumptions().of(Assumption.STATIONARY));
  }

  private static Answer answer(Judgment judgment, Truth truth) {
    judgment.with(List.of(IntervalKind.EFFICIENT));
    List<Boolean> steps = new ArrayList<>();
    for (int h = 1; h <= judgment.fit().data().shape().horizon(); h++) {
      steps.add(StressAnswer.covers(judgment.step(h, IntervalKind.EFFICIENT), truth.effect(h)));
    }
    Interval total = judgment.total(IntervalKind.EFFICIENT);
    return new Answer(steps, StressAnswer.covers(total, StressAnswer.total(truth)), total.width());
  }

  private static String cell(List<OfLog> logs, Predicate<OfLog> pools) {
    List<Answer> chosen =
        logs.stream().map(log -> pools.test(log) ? log.pooled() : log.perStep()).toList();
    int horizon = chosen.stream().mapToInt(a -> a.steps().size()).min().orElse(0);
    double worst =
        IntStream.range(0, horizon)
            .mapToDouble(h -> share(chosen, a -> a.steps().get(h)))
            .min()
            .orElse(1);
    return String.format(
        Locale.ROOT,
        "%.2f / %.2f, %.3g",
        worst,
        share(chosen, Answer::total),
        chosen.stream().mapToDouble(Answer::width).average().orElse(0));
  }

  private static double share(List<Answer> answers, Predicate<Answer> holds) {
    return answers.stream().filter(holds).count() / (double) answers.size();
  }
}
