package io.sluice.report;

import io.sluice.interval.ModelInterval;
import io.sluice.report.Claim.Verdict;
import io.sluice.simulation.study.EffectStudy;
import io.sluice.simulation.study.Reproduction;
import io.sluice.simulation.study.Reproduction.Learning;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** What the paper says about its four figures, held against a reproduction. */
public final class ReproductionClaims {
  private static final double BEHAVIOR_LAMBDA = 0.8;

  /** The start of a learning curve: its first twentieth. */
  private static final int START = 20;

  private final Reproduction result;

  private ReproductionClaims(Reproduction result) {
    this.result = result;
  }

  public static List<Claim> of(Reproduction result) {
    ReproductionClaims claims = new ReproductionClaims(result);
    List<Claim> all = new ArrayList<>();
    all.addAll(claims.chainEffects());
    all.addAll(claims.chainLearning());
    all.addAll(claims.gridEffects());
    all.addAll(claims.gridLearning());
    return all;
  }

  private List<Claim> chainEffects() {
    List<EffectStudy.Point> points = result.chainEffects();
    double near = ratio(points, BEHAVIOR_LAMBDA);
    double far = ratio(points, 0);
    double other = ratio(points, 1);
    return List.of(
        new Claim(
            "fig:chainbanditenv-CI",
            "The benefit of selective over standard propagation is larger when the evaluated policy is closer to"
                + " the behavior policy (λ = 0.8).",
            text(
                "selective/standard width %.2f at λ = 0.8, against %.2f at λ = 0 and %.2f at λ = 1",
                near, far, other),
            near < far && near < other
                ? Verdict.HOLDS
                : near < far || near < other ? Verdict.HOLDS_IN_PART : Verdict.DOES_NOT_HOLD),
        new Claim(
            "fig:chainbanditenv-CI",
            "Selective intervals are tighter than standard ones.",
            tighter(points),
            Verdict.of(narrower(points) == lambdas(points))),
        coverage("fig:chainbanditenv-CI", points));
  }

  private List<Claim> chainLearning() {
    String figure = "fig:chainbandit-subopt";
    Learning learning = result.chainLearning();
    double goal = 0.95 * learning.optimum();
    int spvi = learning.episodesToReach("spvi", goal);
    int pvi = learning.episodesToReach("pvi", goal);
    int vi = learning.episodesToReach("vi", goal);
    int last = last(learning);
    List<Claim> claims = new ArrayList<>();
    claims.add(
        new Claim(
            figure,
            "PSL performs poorly: the environment benefits from planning.",
            text(
                "%.3f at T = %,d, optimum %.3f",
                learning.value("psl", last), last, learning.optimum()),
            Verdict.of(learning.value("psl", last) < goal)));
    claims.add(
        new Claim(
            figure,
            "SPVI outperforms PVI and PSL in the end (\"by far the best-performing algorithm\").",
            text(
                "95%% of the optimum: SPVI from %s, PVI from %s; mean over T: SPVI %.3f, PVI %.3f, PSL %.3f",
                episodes(spvi),
                episodes(pvi),
                meanValue("spvi", learning),
                meanValue("pvi", learning),
                meanValue("psl", learning)),
            Verdict.of(best("spvi", learning, "pvi", "psl"))));
    claims.add(
        new Claim(
            figure,
            "SPVI has a worse start than PVI.",
            text(
                "mean over logs of at most %,d episodes: SPVI %.3f, PVI %.3f",
                last / START, start("spvi", learning), start("pvi", learning)),
            Verdict.of(start("spvi", learning) < start("pvi", learning))));
    claims.add(
        new Claim(
            figure,
            "(Plain VI is not shown.)",
            text(
                "95%% of the optimum: VI from %s; mean over T: VI %.3f, %s",
                episodes(vi),
                meanValue("vi", learning),
                best("vi", learning, "spvi", "pvi", "psl")
                    ? "the highest of all"
                    : "not the highest"),
            Verdict.NOT_IN_THE_PAPER));
    if (learning.points().stream().anyMatch(p -> p.learner().equals("certified"))) {
      claims.add(certified(figure, learning, goal));
    }
    return claims;
  }

  /** Only with the text's formulas: the authors' program has none. */
  private static Claim certified(String figure, Learning learning, double goal) {
    double lowest =
        learning.points().stream()
            .filter(p -> p.learner().equals("certified"))
            .mapToDouble(p -> p.value())
            .min()
            .orElseThrow();
    return new Claim(
        figure,
        "(A choice among the learners that is certified on half of the log is ours.)",
        text(
            "95%% of the optimum: certified from %s; at its lowest %.3f, behavior %.3f",
            episodes(learning.episodesToReach("certified", goal)), lowest, learning.behavior()),
        Verdict.NOT_IN_THE_PAPER);
  }

  private List<Claim> gridEffects() {
    List<EffectStudy.Point> points = result.gridEffects();
    double selective = mean(points, ModelInterval.SELECTIVE, EffectStudy.Point::width);
    double standard = mean(points, ModelInterval.STANDARD, EffectStudy.Point::width);
    double ratio = selective / standard;
    return List.of(
        new Claim(
            "fig:gridworldenv-CI",
            "Selective and standard intervals perform similarly.",
            text(
                "mean width %.2f selective, %.2f standard: ratio %.2f (similar: 0.75 to 1.33)",
                selective, standard, ratio),
            Verdict.of(ratio > 0.75 && ratio < 1.33)),
        coverage("fig:gridworldenv-CI", points));
  }

  private List<Claim> gridLearning() {
    String figure = "fig:gridworldenv-Opt";
    Learning learning = result.gridLearning();
    Learning uniform = result.uniformGridLearning();
    int last = last(learning);
    double spvi = meanValue("spvi", learning);
    double pvi = meanValue("pvi", learning);
    return List.of(
        new Claim(
            figure,
            "PSL performs terribly: planning is necessary.",
            terrible(learning, last),
            Verdict.of(isTerrible(learning, last))),
        new Claim(
            figure,
            "The same, starting uniformly on the grid, as another sentence of the paper has it.",
            terrible(uniform, last),
            Verdict.of(isTerrible(uniform, last))),
        new Claim(
            figure,
            "PVI and SPVI have a similar performance.",
            text(
                "mean over T: SPVI %.3f, PVI %.3f (similar: within 10%% of the optimum)",
                spvi, pvi),
            Verdict.of(Math.abs(spvi - pvi) < 0.1 * learning.optimum())),
        new Claim(
            figure,
            "(Plain VI is not shown.)",
            text("mean over T: VI %.3f", meanValue("vi", learning)),
            Verdict.NOT_IN_THE_PAPER));
  }

  private static String terrible(Learning learning, int last) {
    return text(
        "%.3f at T = %,d, optimum %.3f (terribly: below 75%% of it)",
        learning.value("psl", last), last, learning.optimum());
  }

  private static boolean isTerrible(Learning learning, int last) {
    return learning.value("psl", last) < 0.75 * learning.optimum();
  }

  private static Claim coverage(String figure, List<EffectStudy.Point> points) {
    double standard = mean(points, ModelInterval.STANDARD, EffectStudy.Point::coverage);
    double selective = mean(points, ModelInterval.SELECTIVE, EffectStudy.Point::coverage);
    return new Claim(
        figure,
        "Both are valid: they hold the true effect (δ = 0.05).",
        text(
            "in %.1f%% of runs and λ standard, in %.1f%% selective",
            100 * standard, 100 * selective),
        Verdict.of(standard >= 0.95 && selective >= 0.95));
  }

  private static String tighter(List<EffectStudy.Point> points) {
    return text(
        "narrower at %s of %s values of λ; mean width %.2f selective, %.2f standard",
        narrower(points),
        lambdas(points),
        mean(points, ModelInterval.SELECTIVE, EffectStudy.Point::width),
        mean(points, ModelInterval.STANDARD, EffectStudy.Point::width));
  }

  private static long narrower(List<EffectStudy.Point> points) {
    return points.stream()
        .filter(p -> p.method() == ModelInterval.SELECTIVE && ratio(points, p.lambda()) < 1)
        .count();
  }

  private static long lambdas(List<EffectStudy.Point> points) {
    return points.stream().filter(p -> p.method() == ModelInterval.SELECTIVE).count();
  }

  private static double ratio(List<EffectStudy.Point> points, double lambda) {
    return width(points, ModelInterval.SELECTIVE, lambda)
        / width(points, ModelInterval.STANDARD, lambda);
  }

  private static double width(List<EffectStudy.Point> points, ModelInterval method, double lambda) {
    return points.stream()
        .filter(p -> p.method() == method && p.lambda() == lambda)
        .findFirst()
        .orElseThrow()
        .width();
  }

  private static double mean(
      List<EffectStudy.Point> points,
      ModelInterval method,
      ToDoubleFunction<EffectStudy.Point> what) {
    return points.stream()
        .filter(p -> p.method() == method)
        .mapToDouble(what)
        .average()
        .orElseThrow();
  }

  private static double meanValue(String learner, Learning learning) {
    return learning.points().stream()
        .filter(p -> p.learner().equals(learner))
        .mapToDouble(p -> p.value())
        .average()
        .orElseThrow();
  }

  private static double start(String learner, Learning learning) {
    int start = last(learning) / START;
    return learning.points().stream()
        .filter(p -> p.learner().equals(learner) && p.episodes() <= start)
        .mapToDouble(p -> p.value())
        .average()
        .orElseThrow();
  }

  private static int last(Learning learning) {
    return learning.points().stream().mapToInt(p -> p.episodes()).max().orElseThrow();
  }

  /** Whether a learner's mean over T is above that of all others named. */
  private static boolean best(String learner, Learning learning, String... others) {
    return Arrays.stream(others)
        .allMatch(other -> meanValue(learner, learning) > meanValue(other, learning));
  }

  private static String episodes(int reached) {
    return reached < 0 ? "no T tried" : text("T = %,d", reached);
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
