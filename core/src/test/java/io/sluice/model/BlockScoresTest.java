package io.sluice.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.fixtures.RandomMdps;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Model.Pooling;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Scores of many states at once are those of one state at a time, as {@link Score} defines them.
 */
class BlockScoresTest {
  private static final Shape SHAPE = new Shape(401, 3, 4); // more pairs than a block has

  private record Case(String name, Backups backups) {
    static Stream<Case> all() {
      return Stream.of(Pooling.values())
          .flatMap(pooling -> Stream.of(60, 2_000).flatMap(episodes -> of(pooling, episodes)));
    }

    /** With 60 episodes many pairs are unseen. */
    private static Stream<Case> of(Pooling pooling, int episodes) {
      RandomMdps random = new RandomMdps(episodes);
      Policy behavior = random.policy(SHAPE);
      Model truth = random.model(SHAPE, Pooling.PER_STEP, 0.1);
      var counts = random.log(truth, random.start(SHAPE), behavior, episodes);
      Model model = Model.estimate(counts, pooling);
      ValueRange range = ValueRange.of(SHAPE);
      InducedShift shift = InducedShift.of(model, behavior);
      Bonus paper = Bonus.paper(SHAPE, 0.1).scaled(0.3);
      Bonus bernstein = Bonus.bernstein(counts, model, SHAPE, range, 0.1).scaled(0.3);
      Backups backups = Backups.of(model, paper, range).withShift(shift);
      String name = pooling + ", " + episodes + " episodes, ";
      return Stream.of(
          new Case(name + "plug-in shift", backups),
          new Case(name + "bernstein", backups.withBonus(bernstein)),
          new Case(name + "no clipping of V̂", backups.withoutClippingThePoint()),
          new Case(name + "shrunk", backups.withShift(shift.shrunk())),
          new Case(name + "exogenous", backups.withShift(shift.exogenous(h -> h == 2))),
          new Case(
              name + "known", Backups.exact(truth).withShift(InducedShift.of(truth, behavior))));
    }
  }

  private record Found(int[] actions, ValueTable values) {}

  private static Found inBlocks(Backups backups, Score score, Reach reach) {
    int[] actions = new int[SHAPE.horizon() * SHAPE.states()];
    ValueLayout layout = new ValueLayout(backups.model(), reach);
    return new Found(actions, backups.on(new Threads(2, 0)).best(score, actions, layout));
  }

  /** The highest score of a state, by its definition. */
  private static Found stateByState(Backups backups, Score score) {
    int[] actions = new int[SHAPE.horizon() * SHAPE.states()];
    ValueTable values =
        backups.run(
            (step, state, q, probabilities) -> {
              double top = backups.range().top(step);
              int best = 0;
              for (int a = 0; a < q.actions(); a++) {
                probabilities[a] = 0;
                boolean better =
                    q.isVisited(a) == q.isVisited(best)
                        ? score.of(q, a, top) > score.of(q, best, top)
                        : q.isVisited(a);
                best = better ? a : best;
              }
              probabilities[best] = 1;
              actions[(step - 1) * SHAPE.states() + state] = best;
            });
    return new Found(actions, values);
  }

  @ParameterizedTest
  @EnumSource(Score.class)
  void choicesAndValuesAreThoseOfOneStateAtATime(Score score) {
    Case.all()
        .forEach(
            c -> {
              Found plain = stateByState(c.backups, score);
              for (Reach reach : Reach.values()) {
                Found found = inBlocks(c.backups, score, reach);
                assertThat(found.actions).as(c.name + ", " + reach).isEqualTo(plain.actions);
                for (int h = 1; h <= SHAPE.horizon() + 1; h++) {
                  assertThat(found.values.at(h)).as(c.name).isEqualTo(plain.values.at(h));
                }
              }
            });
  }

  /** To the last bit; of a selective score up to a number that all actions of a state share. */
  @ParameterizedTest
  @EnumSource(Score.class)
  void scoresAreThoseOfOneStateAtATime(Score score) {
    Case.all()
        .forEach(
            c -> {
              for (Reach reach : Reach.values()) {
                for (int h : List.of(1, 2, SHAPE.horizon())) {
                  same(c, score, h, reach);
                }
              }
            });
  }

  private static void same(Case c, Score score, int h, Reach reach) {
    Backups backups = c.backups;
    Model model = backups.model();
    double top = backups.range().top(h);
    StepValues after = backups.evaluate(Policy.uniform(SHAPE)).at(h + 1);
    ActionValues q = backups.actionValues(h, after);
    ValueLayout layout = new ValueLayout(model, reach);
    OneStep step =
        new OneStep(
            model,
            backups.shift(),
            h,
            StepBonus.of(model, backups.bonus().at(h, after)),
            laidOut(model, layout, after));
    try (Threads.Team team = new Threads(1).team(1)) {
      step.next().pointAndGap.prepare(team, h);
    }
    BlockScores scores = new BlockScores(step, score, top, layout.reader());
    boolean exact = score != Score.SELECTIVE || step.removesShift();
    Block.each(
        model,
        h,
        0,
        SHAPE.states(),
        block -> {
          double[] all = scores.of(block);
          for (int x = block.from(), i = 0; x < block.to(); x++, i += SHAPE.actions()) {
            q.at(x);
            double shared = exact ? 0 : all[i] - score.of(q, 0, top);
            for (int a = 0; a < SHAPE.actions(); a++) {
              double wanted = score.of(q, a, top) + shared;
              if (exact) {
                assertThat(all[i + a]).as(c.name).isEqualTo(wanted);
              } else {
                assertThat(all[i + a]).as(c.name).isCloseTo(wanted, within(1e-12));
              }
            }
          }
        });
  }

  private static ValueArrays laidOut(Model model, ValueLayout layout, StepValues values) {
    ValueArrays all =
        ValueArrays.zero(model, layout, true, true)
            .replacedBy(true, values.point().at(SHAPE.end()), SHAPE.horizon(), false);
    for (int x = 0; x < SHAPE.states(); x++) {
      all.put(x, values.pessimistic().at(x), values.point().at(x), values.optimistic().at(x));
    }
    return all;
  }

  /** Negative control: the scores differ in what they choose. */
  @ParameterizedTest
  @EnumSource(Score.class)
  void anotherScoreChoosesOtherActions(Score score) {
    Backups backups = Case.of(Pooling.POOLED, 60).findFirst().orElseThrow().backups;
    Score other = score == Score.POINT ? Score.IMMEDIATE : Score.POINT;
    assertThat(inBlocks(backups, score, Reach.NEAR).actions)
        .isNotEqualTo(inBlocks(backups, other, Reach.NEAR).actions);
  }
}
