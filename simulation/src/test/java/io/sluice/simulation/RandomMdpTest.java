package io.sluice.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.sluice.mdp.Shape;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RandomMdpTest {
  private static final Shape SHAPE = new Shape(8, 3, 4);

  private static List<Environment> both(double dial, double endProbability, long seed) {
    RandomMdp random = new RandomMdp(SHAPE, 3, dial, endProbability);
    return List.of(random.environment(seed), random.changingEnvironment(seed));
  }

  @Test
  void atDialZeroNoActionMovesTheNextState() {
    for (long seed = 1; seed <= 20; seed++) {
      for (Environment environment : both(0, 0.1, seed)) {
        for (int h = 1; h <= SHAPE.horizon(); h++) {
          for (int x = 0; x < SHAPE.states(); x++) {
            assertThat(Rows.dependOnTheAction(environment, h, x)).isFalse();
          }
        }
      }
    }
  }

  /** The negative control of the test above. */
  @ParameterizedTest
  @ValueSource(doubles = {0.01, 0.5, 1})
  void atAnyOtherDialActionsDo(double dial) {
    for (Environment environment : both(dial, 0.1, 3)) {
      for (int x = 0; x < SHAPE.states(); x++) {
        assertThat(Rows.dependOnTheAction(environment, 2, x)).isTrue();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.25, 1})
  void rowsPoliciesAndStartAreDistributionsAndRewardsLieInTheUnitInterval(double dial) {
    for (Environment environment : both(dial, 0.2, 5)) {
      double start = 0;
      for (int x = 0; x < SHAPE.states(); x++) {
        start += environment.start().at(x);
        for (int h = 1; h <= SHAPE.horizon(); h++) {
          double policy = 0;
          for (int a = 0; a < SHAPE.actions(); a++) {
            policy += environment.behavior().probability(h, x, a);
            assertThat(environment.behavior().probability(h, x, a)).isGreaterThanOrEqualTo(0.1 / 3);
            var row = Rows.next(environment, h, x, a).values();
            assertThat(row).allMatch(p -> p > 0 && p <= 1);
            assertThat(row.stream().mapToDouble(p -> p).sum()).isCloseTo(1, within(1e-12));
            int pair = environment.model().pair(h, x, a);
            assertThat(environment.model().reward(pair)).isBetween(0.0, 1.0);
          }
          assertThat(policy).isCloseTo(1, within(1e-12));
        }
      }
      assertThat(start).isCloseTo(1, within(1e-12));
    }
  }

  @Test
  void everyPairEndsTheEpisodeWithTheProbabilityAskedFor() {
    for (Environment environment : both(0.5, 0.2, 6)) {
      for (int x = 0; x < SHAPE.states(); x++) {
        for (int a = 0; a < SHAPE.actions(); a++) {
          assertThat(Rows.next(environment, 3, x, a).get("end")).isCloseTo(0.2, within(1e-12));
        }
      }
    }
    for (Environment environment : both(0.5, 0, 6)) {
      assertThat(Rows.next(environment, 3, 1, 1)).doesNotContainKey("end");
    }
  }

  @Test
  void theSeedDecidesEverything() {
    RandomMdp random = new RandomMdp(SHAPE, 3, 0.5, 0.1);
    assertThat(told(random.environment(7))).isEqualTo(told(random.environment(7)));
    assertThat(told(random.changingEnvironment(7))).isEqualTo(told(random.changingEnvironment(7)));
    assertThat(told(random.environment(7))).isNotEqualTo(told(random.environment(8)));
  }

  @Test
  void onlyTheChangingProblemChangesFromStepToStep() {
    RandomMdp random = new RandomMdp(SHAPE, 3, 0.5, 0.1);
    Environment same = random.environment(9);
    Environment changing = random.changingEnvironment(9);
    for (int x = 0; x < SHAPE.states(); x++) {
      assertThat(Rows.next(same, 1, x, 0)).isEqualTo(Rows.next(same, 2, x, 0));
      assertThat(Rows.next(changing, 1, x, 0)).isNotEqualTo(Rows.next(changing, 2, x, 0));
    }
  }

  @Test
  void dialsAndProbabilitiesOutsideTheirRangeAreRefused() {
    for (double dial : new double[] {-0.1, 1.1, Double.NaN}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new RandomMdp(SHAPE, 3, dial, 0))
          .withMessageContaining(String.valueOf(dial));
    }
    for (double end : new double[] {-0.1, 1, Double.NaN}) {
      assertThatIllegalArgumentException().isThrownBy(() -> new RandomMdp(SHAPE, 3, 0.5, end));
    }
    assertThatIllegalArgumentException().isThrownBy(() -> new RandomMdp(SHAPE, 0, 0.5, 0));
  }

  /** All numbers of an environment. */
  private static List<Object> told(Environment environment) {
    List<Object> told = new ArrayList<>();
    told.add(environment.start());
    for (int h = 1; h <= SHAPE.horizon(); h++) {
      for (int x = 0; x < SHAPE.states(); x++) {
        for (int a = 0; a < SHAPE.actions(); a++) {
          told.add(Rows.next(environment, h, x, a));
          told.add(environment.model().reward(environment.model().pair(h, x, a)));
          told.add(environment.behavior().probability(h, x, a));
        }
      }
    }
    return told;
  }
}
