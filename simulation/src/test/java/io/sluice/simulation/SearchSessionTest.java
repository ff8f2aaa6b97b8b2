package io.sluice.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.StateVector;
import io.sluice.model.Occupancy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SearchSessionTest {
  @Test
  void shoppersWhoKnowWhatTheyWantMakeASequenceOfBandits() {
    List<Boolean> moved = movedByTheAction(new SearchSession(0, 6).environment());
    assertThat(moved).hasSize(6 * 4).containsOnly(false);
  }

  @Test
  void shoppersWhoExploreAreMovedByWhatTheyAreShown() {
    // step 1 only browsing, step 2 also comparing, from step 3 deciding too, which is never left
    Environment exploring = new SearchSession(1, 6).environment();
    List<Boolean> moved = movedByTheAction(exploring);
    assertThat(moved).hasSize(1 + 2 + 4 * 3);
    assertThat(moved.stream().filter(m -> m)).as("all but deciding").hasSize(1 + 2 + 4 * 2);
  }

  @Test
  void inAMixedSessionSomeStatesAreBanditsAndSomeAreNot() {
    assertThat(movedByTheAction(SearchSession.mixed().environment())).contains(true, false);
  }

  /** For every (step, state) that the log can visit: does the action move the next state? */
  private static List<Boolean> movedByTheAction(Environment session) {
    List<StateVector> visited =
        Occupancy.forward(session.model(), session.behavior(), session.start());
    List<Boolean> moved = new ArrayList<>();
    for (int h = 1; h <= session.shape().horizon(); h++) {
      for (int x = 0; x < session.shape().states(); x++) {
        if (visited.get(h - 1).at(x) > 0) {
          moved.add(Rows.dependOnTheAction(session, h, x));
        }
      }
    }
    return moved;
  }

  @Test
  void aDiversePageLeadsOn() {
    Environment session = SearchSession.mixed().environment();
    int browsing = session.states().indexOf("explore:browsing");
    int diverse = session.actions().indexOf("diverse");
    // stays with 0.9: 0.7 of that goes on to comparing
    assertThat(Rows.next(session, 1, browsing, diverse))
        .hasSize(3)
        .hasEntrySatisfying("end", p -> assertThat(p).isCloseTo(0.1, within(1e-12)))
        .hasEntrySatisfying("explore:comparing", p -> assertThat(p).isCloseTo(0.63, within(1e-12)))
        .hasEntrySatisfying("explore:browsing", p -> assertThat(p).isCloseTo(0.27, within(1e-12)));
  }

  @Test
  void oneShopperInTenLeavesAfterEachQuery() {
    TransitionCounts counts = new Rollouts(SearchSession.mixed().environment(), 31).count(20_000);
    int end = counts.shape().end();
    // 0.9 are left at step 2, 0.9⁵ = 0.590 at step 6; 4.5 standard deviations of a share
    for (int h = 2; h <= 6; h++) {
      double left = Math.pow(0.9, h - 1);
      assertThat(1 - counts.distribution(h).at(end))
          .isCloseTo(left, within(4.5 * Math.sqrt(left * (1 - left) / 20_000)));
    }
  }

  @Test
  void sharesOutsideTheUnitIntervalAreRefused() {
    for (double share : new double[] {-0.1, 1.1, Double.NaN}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new SearchSession(share, 6))
          .withMessageContaining(String.valueOf(share));
    }
  }
}
