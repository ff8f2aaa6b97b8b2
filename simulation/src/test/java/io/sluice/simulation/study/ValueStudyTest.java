package io.sluice.simulation.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.mdp.Policy;
import io.sluice.model.Model.Pooling;
import io.sluice.simulation.ChainBandit;
import io.sluice.simulation.Environment;
import io.sluice.simulation.SearchSession;
import io.sluice.simulation.Truth;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Other people's intervals on problems whose truth is known: 300 logs of 2,000 episodes. They are
 * asymptotically valid; where weights are moderate 2,000 episodes are enough, and where they are
 * not some of them fail by far. The numbers stand in {@code docs/baselines.md}.
 */
class ValueStudyTest {
  private static final int RUNS = 300;
  private static final double DELTA = 0.05;

  /** An interval that misses in 5% of logs misses more of 300 with probability 0.001. */
  private static final int MISSES = Misses.allowed(RUNS, DELTA, 0.001);

  private static final Environment CHAIN = ChainBandit.of(3);
  private static final Environment SEARCH = SearchSession.mixed().environment();

  private static Map<String, ValueStudy.Point> study(
      Environment environment, Policy evaluated, Pooling pooling, double delta) {
    Map<String, ValueStudy.Point> points = new HashMap<>();
    new ValueStudy(environment, evaluated, pooling, delta, 2_000, RUNS, 700)
        .run(Progress.SILENT)
        .forEach(point -> points.put(point.method(), point));
    assertThat(points).hasSize(7);
    return points;
  }

  private static void covers(ValueStudy.Point point) {
    assertThat(RUNS - point.covered()).as("%s", point).isLessThanOrEqualTo(MISSES);
    assertThat(point.coverage()).as("%s", point).isLessThan(0.99); // nor is it too wide
  }

  @Test
  void withModerateWeightsAllOfThemCoverAndTheUnbiasedOnesAreRightOnAverage() {
    Policy evaluated = ChainBandit.evaluated(CHAIN, 0.6);
    Map<String, ValueStudy.Point> chain = study(CHAIN, evaluated, Pooling.POOLED, DELTA);
    chain.values().forEach(ValueStudyTest::covers);
    double truth = Truth.value(CHAIN, evaluated);
    for (String name : List.of("ips", "pdis", "dr")) {
      ValueStudy.Point point = chain.get(name);
      // 4 standard errors of a mean of 300 runs, from the width of 2·1.96 of one
      double allowed = 4 * point.meanWidth() / (2 * 1.96) / Math.sqrt(RUNS);
      assertThat(Math.abs(point.meanEstimate() - truth)).as(name).isLessThan(allowed);
    }
    study(SEARCH, Policy.uniform(SEARCH.shape()), Pooling.PER_STEP, DELTA)
        .values()
        .forEach(ValueStudyTest::covers);
  }

  /** Six steps at weights of up to 3.2 each: products of them are too rare to be met. */
  @Test
  void whereProductsOfWeightsFailMarginalsAndModelsStillCover() {
    Policy relevant = Policy.everywhere(SEARCH.shape(), 0.1, 0.8, 0.1);
    Map<String, ValueStudy.Point> points = study(SEARCH, relevant, Pooling.POOLED, DELTA);
    for (String name : List.of("dr", "mis", "model")) {
      covers(points.get(name));
    }
    for (String name : List.of("ips", "snips", "pdis", "wpdis")) {
      assertThat(points.get(name).coverage()).as(name).isLessThan(0.88);
    }
    assertThat(points.get("model").meanWidth()).isLessThan(points.get("mis").meanWidth());
    assertThat(points.get("mis").meanWidth()).isLessThan(points.get("dr").meanWidth());
    assertThat(points.get("dr").meanWidth()).isLessThan(points.get("pdis").meanWidth());
    assertThat(points.get("pdis").meanWidth()).isLessThan(points.get("ips").meanWidth());
  }

  @Test
  void weightsFarFromTheLogLeaveNothingOfImportanceSampling() {
    Policy diverse = Policy.everywhere(SEARCH.shape(), 0, 0, 1);
    Map<String, ValueStudy.Point> points = study(SEARCH, diverse, Pooling.POOLED, DELTA);
    assertThat(points.get("ips").coverage()).isLessThan(0.3);
    assertThat(points.get("snips").coverage()).isLessThan(0.3);
    assertThat(points.get("pdis").coverage()).isLessThan(0.6);
    covers(points.get("model"));
  }

  /** Rare rewards that did not come: an interval without variance. {@code efficient} raises it. */
  @Test
  void rareRewardsAreTooMuchForThePlainModel() {
    Map<String, ValueStudy.Point> points =
        study(CHAIN, ChainBandit.evaluated(CHAIN, 0), Pooling.POOLED, DELTA);
    assertThat(points.get("model").coverage()).isBetween(0.75, 0.9);
    assertThat(points.get("snips").coverage()).isLessThan(0.6);
  }

  /** The mean return is of the same episodes, so that what both share cancels. */
  @Test
  void gainsCoverTooAndAreNarrowerThanValuesWherePoliciesAreAlike() {
    Policy alike = Policy.everywhere(SEARCH.shape(), 0.55, 0.3, 0.15);
    ValueStudy study = new ValueStudy(SEARCH, alike, Pooling.POOLED, DELTA, 500, RUNS, 900);
    List<ValueStudy.Point> values = study.run(Progress.SILENT);
    List<ValueStudy.Point> gains = study.runGains(Progress.SILENT);
    for (int i = 0; i < gains.size(); i++) {
      covers(gains.get(i));
      assertThat(gains.get(i).meanWidth())
          .as("%s", gains.get(i))
          .isLessThan(0.8 * values.get(i).meanWidth());
    }
  }

  /** The control: a third of the width, z = 0.653, covers about half of the time. */
  @Test
  void aThirdOfTheWidthDoesNotCover() {
    study(CHAIN, ChainBandit.evaluated(CHAIN, 0.6), Pooling.POOLED, 0.5137)
        .values()
        .forEach(
            p -> {
              assertThat(p.coverage()).as("%s", p).isBetween(0.4, 0.6);
              assertThat(RUNS - p.covered()).isGreaterThan(MISSES);
            });
  }
}
