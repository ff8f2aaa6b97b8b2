package io.sluice.fit;

import io.sluice.assumptions.Assumption;
import io.sluice.assumptions.Finding;
import io.sluice.assumptions.OverlapTest;
import io.sluice.baselines.Weights;
import io.sluice.influence.ClusterRows;
import io.sluice.influence.ClusterSizes;
import io.sluice.influence.Influence;
import io.sluice.influence.RobustSums;
import io.sluice.influence.UnseenOutcomes;
import io.sluice.interval.IntervalKind;
import io.sluice.interval.Verdict;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Whether a settled verdict survives what its interval does not know of. Asymptotic intervals take
 * their width from the variance that the log shows. It says nothing of outcomes that were never
 * seen, and little where few episodes have nearly all of the weight. So such a verdict
 *
 * <ul>
 *   <li>must survive ⌈−ln δ⌉ further outcomes, the worst that the declared ranges allow, where they
 *       cost most; with clusters, as many further clusters of such outcomes: {@link
 *       UnseenOutcomes};
 *   <li>needs {@value ClusterSizes#LEAST} episodes;
 *   <li>needs an effective sample size of {@value OverlapTest#LEAST}, if it rests on weights.
 * </ul>
 *
 * Intervals that hold for a finite sample take their width from the declared ranges, and need
 * neither.
 */
final class SettledCheck {
  /**
   * How many times half the width of an interval outcomes never seen may move an effect that is
   * open. With 1, {@code efficient} leads in few logs of 500 episodes of clean problems (0.2 at the
   * worst step of the search session, instead of 0.7); where rare harm was not seen, it is passed
   * over with either: {@code RareStudy} in the benchmarks, other seeds.
   */
  static final double FAR = 1.5;

  private SettledCheck() {}

  /**
   * Why a verdict cannot stand; empty if it can, or if nothing is settled.
   *
   * @param step none for the total
   */
  static Optional<String> against(
      Judgment judgment, IntervalKind kind, OptionalInt step, Verdict verdict) {
    boolean better = verdict.kind() == Verdict.Kind.BETTER;
    if (!better && verdict.kind() != Verdict.Kind.WORSE || !isAsymptotic(kind)) {
      return Optional.empty();
    }
    long episodes = judgment.fit().data().episodes();
    if (episodes < ClusterSizes.LEAST) {
      return Optional.of(
          "%s episodes, and fewer than %s do not show how much episodes vary"
              .formatted(episodes, ClusterSizes.LEAST));
    }
    Optional<String> few =
        kind.needsWeights() ? fewWeights(judgment, kind, step) : Optional.empty();
    return few.isPresent() ? few : overturned(judgment, kind, step, better);
  }

  /** Whether it is an interval of steps whose width is from the variance that the log shows. */
  static boolean isFromVariance(IntervalKind kind) {
    return kind == IntervalKind.EFFICIENT || kind == IntervalKind.ROBUST;
  }

  private static boolean isAsymptotic(IntervalKind kind) {
    return kind == IntervalKind.EFFICIENT || kind.needsEpisodes();
  }

  /** Whether the weights of an interval are too few in effect to conclude anything from. */
  static Optional<String> fewWeights(Judgment judgment, IntervalKind kind, OptionalInt step) {
    if (kind == IntervalKind.ROBUST && step.isPresent()) {
      double size = judgment.robustSums().effectiveSampleSize(step.getAsInt());
      return size < OverlapTest.LEAST ? Optional.of(tooSmall(size)) : Optional.empty();
    }
    Finding overlap = judgment.assumptions().of(Assumption.OVERLAP);
    if (overlap.verdict() != Finding.Verdict.CANNOT_TELL) {
      return Optional.empty();
    }
    return Optional.of(
        judgment
            .weights(kind)
            .map(Weights::effectiveSampleSize)
            .filter(size -> size < OverlapTest.LEAST)
            .map(SettledCheck::tooSmall)
            .orElse("the log may not cover what the policy does: " + overlap.figure()));
  }

  private static String tooSmall(double size) {
    return String.format(
        Locale.ROOT,
        "the effective sample size of the weights is %.1f, and a conclusion from weights needs %d",
        size,
        OverlapTest.LEAST);
  }

  private static Optional<String> overturned(
      Judgment judgment, IntervalKind kind, OptionalInt step, boolean better) {
    return switch (kind) {
      case ROBUST -> ofRobust(judgment, step, better);
      case IPS, SNIPS, PDIS, WPDIS, DR -> ofWeights(judgment, kind, better);
      default -> ofModel(judgment, kind, step, better);
    };
  }

  /** The estimate, with outcomes added to the pair where they cost most. */
  private static Optional<String> ofModel(
      Judgment judgment, IntervalKind kind, OptionalInt step, boolean better) {
    Fit fit = judgment.fit();
    UnseenOutcomes unseen = unseen(judgment, step, better);
    double cost = unseen.cost() * fit.data().range().width();
    if (cost < Math.abs(estimate(judgment, kind, step))) {
      return Optional.empty();
    }
    int actions = fit.data().shape().actions();
    if (unseen.ofClusters()) {
      int state = unseen.pair() / actions;
      boolean any = state == fit.data().shape().states();
      return Optional.of(
          String.format(
              Locale.ROOT,
              "%d clusters with %s outcomes among the %,d, in effect, that show %saction \"%s\" would overturn it",
              unseen.outcomes(),
              unseen.low() ? "bad" : "good",
              unseen.rows(),
              any ? "" : "state \"%s\", ".formatted(fit.data().state(state)),
              fit.data().action(unseen.pair() % actions)));
    }
    return Optional.of(
        String.format(
            Locale.ROOT,
            "%d %s outcomes among the %,d rows of state \"%s\", action \"%s\" would overturn it",
            unseen.outcomes(),
            unseen.low() ? "bad" : "good",
            unseen.rows(),
            fit.data().state(unseen.pair() / actions),
            fit.data().action(unseen.pair() % actions)));
  }

  /** With clusters, their outcomes. */
  private static UnseenOutcomes unseen(Judgment judgment, OptionalInt step, boolean lower) {
    double delta = judgment.fit().settings().delta();
    Influence influence = influence(judgment, step);
    Optional<ClusterRows> clusters = judgment.fit().clusterRows();
    return clusters.isPresent()
        ? UnseenOutcomes.ofClusters(influence, delta, lower, clusters.get())
        : lower
            ? UnseenOutcomes.lowering(influence, delta)
            : UnseenOutcomes.raising(influence, delta);
  }

  static Influence influence(Judgment judgment, OptionalInt step) {
    return step.isPresent()
        ? judgment.influences().at(step.getAsInt())
        : judgment.influences().total();
  }

  /**
   * Whether outcomes that the log never showed would move an effect by more than {@value #FAR}
   * times half an interval's width: then the interval, which does not know of them, says less than
   * it seems to. They are those of one pair, also for {@code robust}: in the row of the largest
   * weight, they would move it far in nearly every log.
   *
   * @param half of the width, in the user's units
   */
  static Optional<String> moved(Judgment judgment, OptionalInt step, double half) {
    double most =
        Math.max(unseen(judgment, step, true).cost(), unseen(judgment, step, false).cost())
            * judgment.fit().data().range().width();
    return most <= FAR * half
        ? Optional.empty()
        : Optional.of(
            "%s %s that the log never showed would move the effect by more than %s times half its width"
                .formatted(
                    UnseenOutcomes.number(judgment.fit().settings().delta()),
                    judgment.fit().clusterRows().isPresent() ? "clusters of outcomes" : "outcomes",
                    FAR));
  }

  private static Optional<String> ofRobust(Judgment judgment, OptionalInt step, boolean better) {
    Fit fit = judgment.fit();
    RobustSums sums = judgment.robustSums();
    double delta = fit.settings().delta();
    int which = step.orElse(fit.data().shape().horizon() + 1);
    double cost = sums.unseen(which, delta, better) * fit.data().range().width();
    return cost < Math.abs(estimate(judgment, IntervalKind.ROBUST, step))
        ? Optional.empty()
        : Optional.of(ofEpisodes(fit, delta));
  }

  private static String ofEpisodes(Fit fit, double delta) {
    Optional<ClusterSizes> clusters = fit.clusterSizes();
    return clusters.isPresent()
        ? String.format(
            Locale.ROOT,
            "%d clusters of outcomes that the log never showed, among %,d, would overturn it",
            UnseenOutcomes.number(delta),
            clusters.get().clusters())
        : String.format(
            Locale.ROOT,
            "%d outcomes that the log never showed, in episodes of the largest weight among %,d, would overturn it",
            UnseenOutcomes.number(delta),
            fit.data().episodes());
  }

  /**
   * How far outcomes that the log never showed would move an estimate, in the user's units.
   *
   * @param kind efficient or robust
   * @param lower whether they lower it
   */
  static double cost(Judgment judgment, IntervalKind kind, OptionalInt step, boolean lower) {
    Fit fit = judgment.fit();
    double delta = fit.settings().delta();
    double width = fit.data().range().width();
    if (kind == IntervalKind.ROBUST) {
      int which = step.orElse(fit.data().shape().horizon() + 1);
      return judgment.robustSums().unseen(which, delta, lower) * width;
    }
    Influence influence = influence(judgment, step);
    return width
        * (lower
                ? UnseenOutcomes.lowering(influence, delta)
                : UnseenOutcomes.raising(influence, delta))
            .cost();
  }

  /** Whole returns, at the largest weight. */
  private static Optional<String> ofWeights(Judgment judgment, IntervalKind kind, boolean better) {
    Fit fit = judgment.fit();
    double delta = fit.settings().delta();
    int outcomes = UnseenOutcomes.number(delta);
    double largest = judgment.weights(kind).map(Weights::largest).orElse(1.0);
    double width = fit.data().range().width();
    double low = fit.data().range().value(fit.range().bottom(1), fit.data().shape().horizon());
    double value = judgment.value(kind).estimate();
    double top = low + width * (fit.range().top(1) - fit.range().bottom(1));
    double distance = better ? value - low : top - value;
    double share = largest / (fit.data().episodes() + outcomes);
    double ofClusters =
        fit.clusterSizes().map(sizes -> 1 / (sizes.effective() + outcomes)).orElse(0.0);
    double cost = outcomes * Math.max(share, ofClusters) * Math.max(0, distance);
    return cost < Math.abs(estimate(judgment, kind, OptionalInt.empty()))
        ? Optional.empty()
        : Optional.of(ofEpisodes(fit, delta));
  }

  private static double estimate(Judgment judgment, IntervalKind kind, OptionalInt step) {
    return (step.isPresent() ? judgment.step(step.getAsInt(), kind) : judgment.total(kind))
        .estimate();
  }
}
