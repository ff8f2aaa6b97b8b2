package io.sluice.simulation.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.counts.TransitionCounts;
import io.sluice.interval.EffectProfile;
import io.sluice.interval.Failure;
import io.sluice.interval.Interval;
import io.sluice.interval.ModelEvaluation;
import io.sluice.interval.ModelInterval;
import io.sluice.interval.Part;
import io.sluice.interval.SharpInterval;
import io.sluice.mdp.Policy;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Backups;
import io.sluice.model.Bonus;
import io.sluice.model.Model;
import io.sluice.model.Model.Pooling;
import io.sluice.simulation.ChainBandit;
import io.sluice.simulation.Environment;
import io.sluice.simulation.RandomMdp;
import io.sluice.simulation.Rollouts;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** The sharp interval: never wider than standard, exactly 0 at the logged policy, and valid. */
class SharpIntervalTest {
  private static ModelEvaluation evaluation(
      Environment environment, int episodes, Pooling pooling, Bonus bonus, Policy evaluated) {
    TransitionCounts counts = new Rollouts(environment, episodes).count(episodes);
    Model model = Model.estimate(counts, pooling);
    Backups backups = Backups.of(model, bonus, ValueRange.of(environment.shape()));
    return ModelEvaluation.of(counts, backups, environment.behavior(), evaluated);
  }

  @Test
  void itIsNeverWiderThanStandardInTenThousandRandomCases() {
    SplittableRandom random = new SplittableRandom(3);
    int cases = 0;
    int narrowedByStandard = 0;
    for (int i = 0; cases < 10_000; i++) {
      double end = i % 3 == 0 ? 0.2 : 0;
      RandomMdp kind = new RandomMdp(RandomMdp.of(4, 3, 3, 0).shape(), 2, random.nextDouble(), end);
      Environment environment = i % 2 == 0 ? kind.environment(i) : kind.changingEnvironment(i);
      Bonus bonus = Bonus.paper(environment.shape(), 0.05).scaled(random.nextDouble());
      ModelEvaluation evaluation =
          evaluation(
              environment,
              1 + random.nextInt(400),
              i % 2 == 0 ? Pooling.POOLED : Pooling.PER_STEP,
              bonus,
              kind.policy(random, 0));
      for (int h = 1; h <= 3; h++, cases++) {
        Interval sharp = SharpInterval.ofVisitedStates(evaluation, h);
        Interval standard = ModelInterval.STANDARD.at(evaluation, h);
        assertThat(sharp.lower()).isGreaterThanOrEqualTo(standard.lower() - 1e-12);
        assertThat(sharp.upper()).isLessThanOrEqualTo(standard.upper() + 1e-12);
        assertThat(sharp.contains(sharp.estimate())).isTrue();
        withTheSamplingTermInBoth(SharpInterval.at(evaluation, h, 0.05), standard);
        if (SharpInterval.alone(evaluation, h).width() > sharp.width() + 1e-9) {
          narrowedByStandard++;
        }
      }
    }
    // The control: without the intersection it would have been wider somewhere.
    assertThat(narrowedByStandard).isPositive();
  }

  private static void withTheSamplingTermInBoth(Interval sharp, Interval standard) {
    Part sampling = sharp.parts().get(sharp.parts().size() - 1);
    assertThat(sampling.name()).isEqualTo("sampling of states");
    Interval widened = standard.widened(sampling, new Failure(0, 0.05));
    assertThat(sharp.lower()).isGreaterThanOrEqualTo(widened.lower() - 1e-12);
    assertThat(sharp.upper()).isLessThanOrEqualTo(widened.upper() + 1e-12);
  }

  @Test
  void atTheLoggedPolicyItIsExactlyZero() {
    Environment chain = ChainBandit.of(3);
    Bonus bonus = Bonus.paper(chain.shape(), 0.05);
    ModelEvaluation evaluation = evaluation(chain, 500, Pooling.POOLED, bonus, chain.behavior());
    for (int h = 1; h <= 3; h++) {
      Interval sharp = SharpInterval.at(evaluation, h, 0.05);
      assertThat(sharp.lower()).isZero();
      assertThat(sharp.upper()).isZero();
    }
    assertThat(SharpInterval.profile(evaluation, 0.05).total().failure().total())
        .isCloseTo(0.1, within(1e-15));
  }

  @Test
  void onChainBanditItsMedianWidthIsAtMostTwoThirdsOfSelectiveAsPrinted() {
    Environment chain = ChainBandit.of(3);
    Bonus bonus = Bonus.paper(chain.shape(), 0.05);
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i <= 20; i++) {
      Policy evaluated = ChainBandit.evaluated(chain, i / 20.0);
      ModelEvaluation evaluation = evaluation(chain, 10_000, Pooling.POOLED, bonus, evaluated);
      ratios.add(
          SharpInterval.ofVisitedStates(evaluation, 2).width()
              / ModelInterval.SELECTIVE_PRINTED.at(evaluation, 2).width());
    }
    ratios.sort(null);
    assertThat(ratios.get(10)).isLessThanOrEqualTo(0.65);
  }

  /**
   * 300 logs, δ_in = δ = 0.025: at most 5% may miss. More than 36 misses have probability 5·10⁻⁷ if
   * 5% miss.
   */
  @Test
  void itCoversAndAHundredthOfItsBonusWithoutItsSamplingTermDoesNot() {
    int steps = 0;
    int missedByTheBroken = 0;
    for (double dial : new double[] {0, 0.5, 1}) {
      RandomMdp kind = RandomMdp.of(6, 3, 3, dial);
      Environment environment = kind.environment(7);
      Policy evaluated = kind.policy(new SplittableRandom(8), 0);
      ValueRange range = ValueRange.of(environment.shape());
      Bonus bonus = Bonus.hoeffding(environment.shape(), range, 0.025);
      CoverageStudy study =
          new CoverageStudy(
              environment,
              evaluated,
              List.of(
                  method(
                      "sharp", environment, evaluated, bonus, e -> SharpInterval.profile(e, 0.025)),
                  method(
                      "broken",
                      environment,
                      evaluated,
                      bonus.scaled(0.01),
                      SharpIntervalTest::bare)),
              400,
              300,
              11);
      for (CoverageStudy.Point point : study.run(Progress.SILENT)) {
        if (point.method().equals("sharp")) {
          assertThat(point.runs() - point.covered()).as(point.toString()).isLessThanOrEqualTo(36);
          steps++;
        } else {
          missedByTheBroken += point.runs() - point.covered();
        }
      }
    }
    assertThat(steps).isEqualTo(9);
    assertThat(missedByTheBroken).isGreaterThan(9 * 36);
  }

  private static CoverageStudy.Method method(
      String name,
      Environment environment,
      Policy evaluated,
      Bonus bonus,
      Function<ModelEvaluation, EffectProfile> profile) {
    return new CoverageStudy.Method(
        name,
        (first, second) -> {
          TransitionCounts all = first.plus(second);
          Backups backups =
              Backups.of(Model.estimate(all, Pooling.PER_STEP), bonus, ValueRange.of(all.shape()));
          return profile.apply(ModelEvaluation.of(all, backups, environment.behavior(), evaluated));
        });
  }

  /** Without the term for the sampling of states. */
  private static EffectProfile bare(ModelEvaluation evaluation) {
    List<Interval> steps = new ArrayList<>();
    for (int h = 1; h <= evaluation.counts().shape().horizon(); h++) {
      steps.add(SharpInterval.ofVisitedStates(evaluation, h));
    }
    return new EffectProfile(steps, steps.get(0).failure());
  }
}
