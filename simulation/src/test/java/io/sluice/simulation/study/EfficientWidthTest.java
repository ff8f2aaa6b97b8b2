package io.sluice.simulation.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.distributions.NormalQuantile;
import io.sluice.mdp.Policy;
import io.sluice.model.Model.Pooling;
import io.sluice.simulation.ChainBandit;
import io.sluice.simulation.EfficientLimit;
import io.sluice.simulation.Environment;
import io.sluice.simulation.GridWorld;
import io.sluice.simulation.RandomMdp;
import io.sluice.simulation.SearchSession;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * At {@value #EPISODES} episodes the efficient interval is at most a tenth wider than it is in the
 * limit: its mean width over {@value #RUNS} logs, at every step. The study in the benchmarks asks
 * the same of more problems and logs.
 *
 * <p>The widths of one step vary by at most 12% between logs, so their mean by 0.7%. The largest
 * ratio, at the chain's first step, is 1.085 over 2,000 logs: with a new seed it would be seen
 * above 1.1 with a probability of 2%. The others are below 1.05. The seed is fixed.
 */
class EfficientWidthTest {
  private static final int EPISODES = 10_000;
  private static final int RUNS = 300;
  private static final double DELTA = 0.05;
  private static final double MOST = 1.1;

  record Case(Environment environment, Policy evaluated) {
    @Override
    public String toString() {
      return environment.name();
    }
  }

  static Stream<Case> cases() {
    Environment chain = ChainBandit.of(3);
    Environment grid = GridWorld.paper().environment();
    Environment search = SearchSession.mixed().environment();
    Environment random = RandomMdp.of(6, 3, 3, 0.5).environment(2);
    return Stream.of(
        new Case(chain, ChainBandit.evaluated(chain, 0)),
        new Case(grid, GridWorld.evaluated(grid, 0.5)),
        new Case(search, Policy.uniform(search.shape())),
        new Case(random, Policy.uniform(random.shape())));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void longLogsComeWithinATenthOfTheLimit(Case c) {
    List<Double> ratios = ratios(c, DELTA, RUNS);
    assertThat(ratios).hasSizeGreaterThanOrEqualTo(4).allMatch(r -> r <= MOST && r >= 0.97);
  }

  /**
   * The control: intervals of level 97%, which are 2.17/1.96 = 1.107 times as wide, are noticed.
   */
  @ParameterizedTest
  @MethodSource("cases")
  void intervalsATenthWiderDoNot(Case c) {
    assertThat(NormalQuantile.twoSided(0.03) / NormalQuantile.twoSided(DELTA))
        .isBetween(1.107, 1.108);
    assertThat(ratios(c, 0.03, RUNS / 12)).allMatch(r -> r > MOST);
  }

  /** Mean width over the limit's, of all steps whose effect varies at all, with both poolings. */
  private static List<Double> ratios(Case c, double delta, int runs) {
    Environment environment = c.environment();
    List<CoverageStudy.Method> methods = new ArrayList<>();
    for (Pooling pooling : Pooling.values()) {
      CoverageStudy.Method efficient =
          Makers.efficient(pooling, environment.behavior(), c.evaluated(), delta);
      methods.add(new CoverageStudy.Method(pooling.name(), efficient.maker()));
    }
    CoverageStudy study =
        new CoverageStudy(environment, c.evaluated(), methods, EPISODES, runs, 600_000);
    List<Double> ratios = new ArrayList<>();
    for (CoverageStudy.Point point : study.run(Progress.SILENT)) {
      Pooling pooling = Pooling.valueOf(point.method());
      EfficientLimit limit = EfficientLimit.of(environment, c.evaluated(), point.step(), pooling);
      if (limit.variance() > 0) {
        ratios.add(point.meanWidth() / limit.width(EPISODES, DELTA));
      }
    }
    return ratios;
  }
}
