package io.sluice.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.fit.Behavior;
import io.sluice.fit.EvaluationResult;
import io.sluice.fit.Fit;
import io.sluice.fit.GuaranteeKind;
import io.sluice.fit.Judgment;
import io.sluice.fit.Log;
import io.sluice.fit.Settings;
import io.sluice.interval.Interval;
import io.sluice.interval.IntervalKind;
import io.sluice.mdp.Policy;
import io.sluice.mdp.RewardRange;
import io.sluice.mdp.SettingException;
import io.sluice.mdp.Shape;
import io.sluice.mdp.StateVector;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code sharp} where it is declared how small a propensity can be. */
class BettingSharpTest {
  private static final Environment SEARCH = new SearchSession(0.5, 3).environment();
  private static final Policy NEARER = Policy.everywhere(SEARCH.shape(), 0.3, 0.5, 0.2);
  private static final Settings DECLARED = Settings.defaults().withSmallestPropensity(0.15);

  private static Log search(int episodes, long seed) {
    return new SimulatedLog(SEARCH).draw(RewardRange.UNIT, episodes, seed);
  }

  private static Judgment judged(Fit fit, Environment environment, Policy policy) {
    return fit.judge(new SimulatedLog(environment).policy(fit.data(), policy));
  }

  private static List<String> notes(Fit fit) {
    Judgment judgment = judged(fit, SEARCH, NEARER);
    return EvaluationResult.of(judgment, List.of(IntervalKind.SHARP)).warnings();
  }

  @Test
  void itIsMuchNarrowerForTheTotalAndTheLastStep() {
    Log log = search(2_000, 1);
    Judgment bets = judged(Fit.of(log, DECLARED), SEARCH, NEARER);
    Judgment counts = judged(Fit.of(log), SEARCH, NEARER);
    IntervalKind sharp = IntervalKind.SHARP;
    assertThat(bets.total(sharp).width()).isLessThan(0.6 * counts.total(sharp).width());
    assertThat(bets.value(sharp).width()).isLessThan(0.6 * counts.value(sharp).width());
    assertThat(bets.step(3, sharp).width()).isLessThan(0.6 * counts.step(3, sharp).width());
    assertThat(bets.step(1, sharp).width()).isLessThan(1.1 * counts.step(1, sharp).width());
  }

  @Test
  void withoutADeclarationItSaysWhyItDoesNotBet() {
    Log log = search(300, 2);
    assertThat(notes(Fit.of(log)))
        .anyMatch(note -> note.contains("the smallest possible propensity is not known"));
    assertThat(notes(Fit.of(log, DECLARED))).noneMatch(note -> note.contains("betting"));
  }

  @Test
  void aGivenPolicySaysHowSmallPropensitiesAre() {
    Log log = search(300, 3);
    Policy behavior = new SimulatedLog(SEARCH).policy(log.data(), SEARCH.behavior());
    Fit fit = Fit.of(log, Settings.defaults(), Behavior.given(log.data(), behavior, List.of()));
    assertThat(notes(fit)).noneMatch(note -> note.contains("betting"));
  }

  @Test
  void aSmallerPropensityInTheLogIsAnError() {
    Log log = search(300, 4);
    assertThatThrownBy(() -> Fit.of(log, Settings.defaults().withSmallestPropensity(0.2)))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("must be at most the smallest logged propensity 0.15, got 0.2");
  }

  @Test
  void theLoggedPolicyItselfHasExactlyNoEffect() {
    Judgment same = judged(Fit.of(search(300, 5), DECLARED), SEARCH, SEARCH.behavior());
    for (int h = 1; h <= 3; h++) {
      assertThat(same.step(h, IntervalKind.SHARP).width()).isZero();
    }
    assertThat(same.total(IntervalKind.SHARP).width()).isZero();
  }

  /** One decision with two actions, worth 0.2 and 0.8, each taken half of the time. */
  private static Environment coin() {
    Shape shape = new Shape(1, 2, 1);
    return new Environment(
        "coin",
        List.of("s"),
        List.of("a0", "a1"),
        ModelTable.stationary(
            shape,
            (h, x, a, to) -> {
              to.add(shape.end(), 1);
              return 0.2 + 0.6 * a;
            }),
        RewardLaw.BERNOULLI,
        StateVector.of(1),
        Policy.uniform(shape));
  }

  /**
   * Of 100 logs, those in which V_π = 0.1·0.2 + 0.9·0.8 is further off than a share of the
   * interval.
   */
  private static int misses(double share) {
    Environment coin = coin();
    Policy evaluated = Policy.everywhere(coin.shape(), 0.1, 0.9);
    int misses = 0;
    for (int run = 0; run < 100; run++) {
      Log log = new SimulatedLog(coin).draw(RewardRange.UNIT, 400, 40_000 + run);
      Policy given = new SimulatedLog(coin).policy(log.data(), coin.behavior());
      Fit fit = Fit.of(log, Settings.defaults(), Behavior.given(log.data(), given, List.of()));
      Interval value = judged(fit, coin, evaluated).value(IntervalKind.SHARP);
      double off = 0.74 - value.estimate();
      double reach = off < 0 ? value.estimate() - value.lower() : value.upper() - value.estimate();
      misses += Math.abs(off) <= share * reach ? 0 : 1;
    }
    return misses;
  }

  private static boolean contains(Interval interval, double truth) {
    return interval.lower() <= truth && truth <= interval.upper();
  }

  /**
   * 100 logs. If it missed with probability 5%, more than 13 misses would have probability 0.0005.
   * The control is a third of the interval.
   */
  @Test
  void itHoldsAndAThirdOfItDoesNot() {
    assertThat(misses(1)).isLessThanOrEqualTo(13);
    assertThat(misses(1.0 / 3)).isGreaterThan(25);
  }

  /** As above, for every step, the total and the value of the search session. */
  @Test
  void itHoldsOnTheSearchSession() {
    Truth truth = Truth.of(SEARCH, NEARER);
    int[] misses = new int[5];
    for (int run = 0; run < 100; run++) {
      Judgment judged = judged(Fit.of(search(300, 60_000 + run), DECLARED), SEARCH, NEARER);
      for (int h = 1; h <= 3; h++) {
        misses[h - 1] += contains(judged.step(h, IntervalKind.SHARP), truth.effect(h)) ? 0 : 1;
      }
      double gain = truth.value() - truth.behaviorValue();
      misses[3] += contains(judged.total(IntervalKind.SHARP), gain) ? 0 : 1;
      misses[4] += contains(judged.value(IntervalKind.SHARP), truth.value()) ? 0 : 1;
    }
    for (int count : misses) {
      assertThat(count).isLessThanOrEqualTo(13);
    }
  }

  @Test
  void betsAreAJudgeOfFiniteSampleCertificates() {
    var certificate =
        Fit.of(search(4_000, 7), DECLARED)
            .certify(GuaranteeKind.FINITE_SAMPLE)
            .certificate()
            .orElseThrow();
    assertThat(certificate.judges().stream().map(judge -> judge.name()))
        .containsExactly("sharp and whole", "betting");
    assertThat(certificate.judges()).allMatch(judge -> judge.delta() == 0.025);
    assertThat(certificate.judge()).contains("betting");
  }
}
