package io.sluice.simulation.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.interval.EffectProfile;
import io.sluice.interval.Failure;
import io.sluice.interval.Interval;
import io.sluice.interval.ModelInterval;
import io.sluice.interval.Part;
import io.sluice.interval.TheoremInterval.Reading;
import io.sluice.mdp.Policy;
import io.sluice.model.Bonus;
import io.sluice.model.Model.Pooling;
import io.sluice.simulation.ChainBandit;
import io.sluice.simulation.Environment;
import io.sluice.simulation.Truth;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

class CoverageStudyTest {
  private static final Environment CHAIN = ChainBandit.of(2);
  private static final Policy UNIFORM = Policy.uniform(CHAIN.shape());

  private static CoverageStudy study() {
    Policy behavior = CHAIN.behavior();
    Bonus bonus = Bonus.paper(CHAIN.shape(), 0.1);
    return new CoverageStudy(
        CHAIN,
        UNIFORM,
        List.of(
            Makers.model(ModelInterval.SELECTIVE, Pooling.POOLED, bonus, behavior, UNIFORM),
            Makers.efficient(Pooling.POOLED, behavior, UNIFORM, 0.05),
            Makers.theorem(Reading.MEAN, behavior, UNIFORM, 5, 0.2)),
        200,
        30,
        7);
  }

  @Test
  void theNumberOfThreadsChangesNothing() throws Exception {
    ForkJoinPool one = new ForkJoinPool(1);
    ForkJoinPool four = new ForkJoinPool(4);
    try {
      List<CoverageStudy.Point> alone = one.submit(() -> study().run(Progress.SILENT)).get();
      assertThat(four.submit(() -> study().run(Progress.SILENT)).get()).isEqualTo(alone);
    } finally {
      one.shutdown();
      four.shutdown();
    }
  }

  @Test
  void theLevelIsWhatTheIntervalSaysOfItself() {
    List<CoverageStudy.Point> points = study().run(Progress.SILENT);
    assertThat(points.get(0).method()).isEqualTo("selective");
    assertThat(points.get(0).level()).isCloseTo(0.9, within(1e-12));
    assertThat(points.get(2).method()).isEqualTo("efficient");
    assertThat(points.get(2).level()).isCloseTo(0.95, within(1e-12));
    // A quarter of δ each to three inputs and the sampling of states.
    assertThat(points.get(4).method()).isEqualTo("theorem");
    assertThat(points.get(4).level()).isCloseTo(0.8, within(1e-12));
  }

  /** An interval without width around the truth, off by what sums in another order may be off. */
  @Test
  void roundingIsNoMissAndMoreThanRoundingIs() {
    Truth truth = Truth.of(CHAIN, UNIFORM);
    for (double off : new double[] {1e-14, -1e-14, 1e-10, -1e-10}) {
      CoverageStudy.Method certain =
          new CoverageStudy.Method(
              "certain",
              (first, second) ->
                  new EffectProfile(
                      truth.effects().stream().map(effect -> exactly(effect + off)).toList(),
                      new Failure(0, 0.05)));
      CoverageStudy.Point point =
          new CoverageStudy(CHAIN, UNIFORM, List.of(certain), 10, 4, 1).run(Progress.SILENT).get(0);
      assertThat(point.covered()).isEqualTo(Math.abs(off) < 1e-12 ? 4 : 0);
      assertThat(point.meanWidth()).isZero();
    }
  }

  private static Interval exactly(double effect) {
    return Interval.of(
        "certain", effect, new Failure(0, 0.05), List.of(Part.of(Part.Source.EPISODES, "0", 0)));
  }
}
