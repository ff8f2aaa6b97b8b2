package io.sluice.learning;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.counts.TransitionCounts;
import io.sluice.fixtures.Log;
import io.sluice.fixtures.RandomMdps;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Backups;
import io.sluice.model.Bonus;
import io.sluice.model.Model;
import io.sluice.model.Model.Pooling;
import io.sluice.model.StepValues;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What holds for every learner; a new one is tested by existing. */
@ParameterizedClass
@EnumSource(Learner.class)
record EveryLearnerTest(Learner learner) {
  private static final Shape SHAPE = new Shape(5, 3, 4);

  private record Case(Backups backups, Policy behavior) {
    static Case of(int seed, int episodes) {
      RandomMdps random = new RandomMdps(seed);
      Model truth = random.model(SHAPE, Pooling.PER_STEP, seed % 2 * 0.1);
      Policy behavior = random.policy(SHAPE);
      TransitionCounts counts = random.log(truth, random.start(SHAPE), behavior, episodes);
      Model model = Model.estimate(counts, seed % 3 == 0 ? Pooling.PER_STEP : Pooling.POOLED);
      ValueRange range = ValueRange.of(SHAPE);
      Bonus bonus =
          seed % 4 == 3
              ? Bonus.bernstein(counts, model, SHAPE, range, 0.05)
              : Bonus.paper(SHAPE, 0.05);
      return new Case(Backups.of(model, bonus.scaled(0.3), range), behavior);
    }
  }

  /** The highest score among the actions that were seen, or among all where none was. */
  private static int best(Learned learned, Model model, int step, int state) {
    boolean anySeen =
        IntStream.range(0, SHAPE.actions())
            .anyMatch(a -> model.isVisited(model.pair(step, state, a)));
    int best = -1;
    for (int a = 0; a < SHAPE.actions(); a++) {
      boolean counts = !anySeen || model.isVisited(model.pair(step, state, a));
      if (counts
          && (best < 0 || learned.score(step, state, a) > learned.score(step, state, best))) {
        best = a;
      }
    }
    return best;
  }

  @Test
  void itsPolicyTakesTheActionOfTheHighestScore() {
    for (int seed = 0; seed < 20; seed++) {
      Case c = Case.of(seed, 20 + 100 * seed);
      Learned learned = learner.learn(c.backups, c.behavior);
      assertThat(learned.learner()).isEqualTo(learner);
      for (int h = 1; h <= SHAPE.horizon(); h++) {
        for (int x = 0; x < SHAPE.states(); x++) {
          if (learner == Learner.BC) {
            assertThat(learned.policy()).isSameAs(c.behavior);
          } else {
            assertThat(learned.policy().probability(h, x, best(learned, c.backups.model(), h, x)))
                .isEqualTo(1);
          }
        }
      }
    }
  }

  @Test
  void itsScoresAreThoseOfItsOwnValues() {
    for (int seed = 0; seed < 6; seed++) {
      Case c = Case.of(seed, 200);
      Learned learned = learner.learn(c.backups, c.behavior);
      Backups prepared = learner.prepare(c.backups, c.behavior);
      for (int h = 1; h <= SHAPE.horizon(); h++) {
        var q = prepared.actionValues(h, learned.values().at(h + 1));
        for (int x = 0; x < SHAPE.states(); x++) {
          q.at(x);
          for (int a = 0; a < SHAPE.actions(); a++) {
            double top = c.backups.range().top(h);
            assertThat(learned.score(h, x, a)).isEqualTo(learner.score(q, a, top));
          }
        }
      }
    }
  }

  /** Three actions that did the same: nothing speaks for any but the first. */
  @Test
  void tiesGoToTheLowestIndex() {
    Log log = new Log(SHAPE);
    for (int a = 0; a < SHAPE.actions(); a++) {
      log.episodes(7, 0, a, 0.5, 1, a, 0.5, 2, a, 0.5, 3, a, 0.5);
    }
    Model model = Model.estimate(log.counts(), Pooling.POOLED);
    Backups backups = Backups.of(model, Bonus.paper(SHAPE, 0.05), ValueRange.of(SHAPE));
    // exactly representable, so that equal scores are equal to the last bit
    Policy behavior = Policy.everywhere(SHAPE, 0.5, 0.25, 0.25);
    Learned learned = learner.learn(backups, behavior);
    for (int h = 1; h <= SHAPE.horizon(); h++) {
      for (int x = 0; x < SHAPE.states(); x++) {
        assertThat(learned.score(h, x, 2)).isEqualTo(learned.score(h, x, 0));
        // behavior cloning has no choice
        assertThat(learned.policy().probability(h, x, 0))
            .isEqualTo(learner == Learner.BC ? 0.5 : 1);
      }
    }
  }

  @Test
  void itsValueBoundsAreOrdered() {
    for (int seed = 0; seed < 20; seed++) {
      Case c = Case.of(seed, 10 + 100 * seed);
      Learned learned = learner.learn(c.backups, c.behavior);
      for (int h = 1; h <= SHAPE.horizon() + 1; h++) {
        StepValues v = learned.values().at(h);
        for (int x = 0; x < SHAPE.states(); x++) {
          double top = SHAPE.horizon() - h + 1;
          assertThat(v.pessimistic().at(x)).isBetween(0.0, v.optimistic().at(x));
          assertThat(v.optimistic().at(x)).isLessThanOrEqualTo(top);
          if (learner != Learner.SPVI_RELEASED) { // which does not clip the point
            assertThat(v.point().at(x)).isBetween(v.pessimistic().at(x), v.optimistic().at(x));
          }
        }
      }
    }
  }

  @Test
  void itsValuesAreThoseOfItsPolicy() {
    for (int seed = 0; seed < 6; seed++) {
      Case c = Case.of(seed, 300);
      Learned learned = learner.learn(c.backups, c.behavior);
      var values = learner.prepare(c.backups, c.behavior).evaluate(learned.policy());
      for (int h = 1; h <= SHAPE.horizon(); h++) {
        assertThat(values.at(h)).isEqualTo(learned.values().at(h));
      }
    }
  }

  @Test
  void theSameLogTeachesTheSamePolicy() {
    Learned once = learn(3);
    Learned again = learn(3);
    for (int h = 1; h <= SHAPE.horizon(); h++) {
      assertThat(again.values().at(h)).isEqualTo(once.values().at(h));
      for (int x = 0; x < SHAPE.states(); x++) {
        for (int a = 0; a < SHAPE.actions(); a++) {
          assertThat(again.score(h, x, a)).isEqualTo(once.score(h, x, a));
          assertThat(again.policy().probability(h, x, a))
              .isEqualTo(once.policy().probability(h, x, a));
        }
      }
    }
    assertThat(learn(4).score(1, 0, 0)).isNotEqualTo(once.score(1, 0, 0));
  }

  private Learned learn(int seed) {
    Case c = Case.of(seed, 500);
    return learner.learn(c.backups, c.behavior);
  }
}
