package io.sluice.selection;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.counts.TransitionCounts;
import io.sluice.fixtures.RandomMdps;
import io.sluice.learning.Learner;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Backups;
import io.sluice.model.Bonus;
import io.sluice.model.Model;
import io.sluice.model.Model.Pooling;
import java.util.List;
import org.junit.jupiter.api.Test;

class CandidateTest {
  private static final Shape SHAPE = new Shape(5, 3, 4);

  private final RandomMdps random = new RandomMdps(11);
  private final Policy behavior = random.policy(SHAPE);
  private final TransitionCounts learning =
      random.log(random.model(SHAPE, Pooling.PER_STEP, 0.1), random.start(SHAPE), behavior, 300);
  private final Bonus bonus = Bonus.paper(SHAPE, 0.05);
  private final ValueRange range = ValueRange.of(SHAPE);

  private List<Candidate> learned(Pooling pooling) {
    Backups backups = Backups.of(Model.estimate(learning, pooling), bonus, range);
    return Candidate.learned(backups, behavior);
  }

  @Test
  void thereAreThreeCautiousLearnersAtThreeScalesAndVi() {
    assertThat(learned(Pooling.POOLED))
        .extracting(Candidate::name)
        .containsExactly(
            "psl",
            "psl 0.3",
            "psl 0.1",
            "pvi",
            "pvi 0.3",
            "pvi 0.1",
            "spvi",
            "spvi 0.3",
            "spvi 0.1",
            "vi");
  }

  @Test
  void eachIsWhatItsLearnerFindsAlone() {
    for (Pooling pooling : Pooling.values()) {
      Model model = Model.estimate(learning, pooling);
      List<Candidate> all = learned(pooling);
      for (Candidate c : all) {
        Backups backups = Backups.of(model, bonus.scaled(c.scale()), range);
        Policy alone = c.learner().learn(backups, behavior).policy();
        assertThat(new Candidate(c.learner(), c.scale(), alone).decidesLike(c))
            .as(c.name())
            .isTrue();
      }
      // the control: they are not all one policy
      assertThat(all.get(0).decidesLike(all.get(9))).isFalse();
    }
  }

  @Test
  void policiesThatDifferAtOneStepDecideDifferently() {
    Policy first = Policy.everywhere(SHAPE, 1, 0, 0);
    Policy other = Policy.spliced(first, Policy.everywhere(SHAPE, 0, 0, 1), 4);
    Candidate one = new Candidate(Learner.VI, 1, first);
    assertThat(one.decidesLike(new Candidate(Learner.PVI, 0.3, first))).isTrue();
    assertThat(one.decidesLike(new Candidate(Learner.VI, 1, other))).isFalse();
  }
}
