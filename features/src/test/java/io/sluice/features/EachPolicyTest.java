package io.sluice.features;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.features.EpisodeScores.Weighting;
import io.sluice.fit.ComparisonResult;
import io.sluice.interval.IntervalKind;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Policies that are judged together, against the same policies one at a time: the same bits. */
class EachPolicyTest {
  private static final List<IntervalKind> KINDS =
      List.of(IntervalKind.EFFICIENT, IntervalKind.ROBUST, IntervalKind.BANDIT);
  private static final double[] TILTS = {1.5, -2, 0, 0.7};

  private static double[] softmax(double score) {
    double up = 1 / (1 + Math.exp(-score));
    return new double[] {0.6 * (1 - up), 0.6 * up, 0.4};
  }

  /** Three steps, three actions, of which one is taken whatever x is. */
  private static FeatureTable log(boolean clustered, int... which) {
    SplittableRandom random = new SplittableRandom(11);
    FeatureTable log =
        new FeatureTable(
            List.of(FeatureColumn.number("x"), FeatureColumn.category("c", List.of("u", "v"))),
            List.of("a", "b", "c"),
            3,
            5,
            clustered);
    for (int t = 0; t < 400; t++) {
      log.begin(clustered ? t / 4 : t, (clustered ? t / 4 : t) % 5);
      double x = random.nextGaussian();
      for (int k = 1; k <= 3; k++) {
        double[] b = softmax(0.5 * x);
        double u = random.nextDouble();
        int action = u < b[0] ? 0 : u < b[0] + b[1] ? 1 : 2;
        double now = x;
        double[][] policies =
            Arrays.stream(which)
                .mapToObj(p -> softmax(TILTS[p] * now + p))
                .toArray(double[][]::new);
        double[] row = {random.nextInt(9) == 0 ? Double.NaN : x, random.nextInt(2)};
        log.row(row, action, x * x * action + random.nextGaussian(), b, policies);
        if (random.nextInt(8) == 0) {
          break;
        }
        x = 0.5 * x + 0.4 * action + random.nextGaussian();
      }
    }
    return log;
  }

  private static void same(FeatureSource together, List<FeatureSource> single, String basis) {
    FeatureSettings settings =
        new FeatureSettings(
            0.05,
            1,
            FeatureSettings.BasisChoice.parse(basis),
            basis.equals("auto")
                ? new RidgeChoice.CrossValidated()
                : new RidgeChoice.Fixed(0.5, 0.1));
    List<FeatureEvaluation> all = FeatureEvaluation.each(together, settings, true);
    List<KeptScores> kept = FeatureEvaluation.keepScores(all, all.size());
    for (int p = 0; p < all.size(); p++) {
      FeatureEvaluation own = FeatureEvaluation.evaluated(single.get(p), settings);
      assertThat(all.get(p).result(KINDS)).isEqualTo(own.result(KINDS));
      KeptScores ownKept = FeatureEvaluation.keepScores(List.of(own), 1).get(0);
      double[][] scores = new double[2][4];
      for (int t = 0; t < ownKept.episodes(); t++) {
        kept.get(p).copy(t, Weighting.EFFICIENT, scores[0], 0);
        ownKept.copy(t, Weighting.EFFICIENT, scores[1], 0);
        assertThat(scores[0]).isEqualTo(scores[1]);
      }
    }
    // The control: policies differ.
    assertThat(all.get(0).result(KINDS)).isNotEqualTo(all.get(1).result(KINDS));
  }

  private static List<FeatureSource> singly(boolean clustered) {
    return IntStream.range(0, TILTS.length)
        .mapToObj(p -> (FeatureSource) log(clustered, p))
        .toList();
  }

  @Test
  void policiesAreJudgedAsOneAtATime() {
    same(log(false, 0, 1, 2, 3), singly(false), "auto");
    same(log(true, 0, 1, 2, 3), singly(true), "plain");
  }

  @Test
  void withAnEstimatedLoggedPolicyToo() {
    same(
        log(false, 0, 1, 2, 3).estimatingBehavior(),
        singly(false).stream().map(FeatureSource::estimatingBehavior).toList(),
        "auto");
  }

  @Test
  void groupsOfPoliciesMakeOneComparison() {
    FeatureSettings settings = FeatureSettings.defaults();
    List<String> names = List.of("p", "q", "r");
    ComparisonResult together =
        FeatureComparison.of(
            names,
            List.of(new FeatureComparison.Group(names, () -> log(false, 0, 1, 2))),
            settings,
            List.of());
    ComparisonResult apart =
        FeatureComparison.of(
            names,
            List.of(
                new FeatureComparison.Group(List.of("q"), () -> log(false, 1)),
                new FeatureComparison.Group(List.of("p", "r"), () -> log(false, 0, 2))),
            settings,
            List.of());
    assertThat(together).isEqualTo(apart);
  }
}
