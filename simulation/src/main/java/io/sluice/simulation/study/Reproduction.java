package io.sluice.simulation.study;

import io.sluice.learning.Learner;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Backups;
import io.sluice.model.Bonus;
import io.sluice.model.Model;
import io.sluice.selection.Guarantee;
import io.sluice.simulation.ChainBandit;
import io.sluice.simulation.Environment;
import io.sluice.simulation.GridWorld;
import io.sluice.simulation.ReleasedProgram;
import io.sluice.simulation.Truth;
import io.sluice.simulation.study.LearningStudy.Contender;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The paper's four figures as numbers, with what it leaves out: VI, the optimum, the behavior's own
 * value, and on ChainBandit, by the text's formulas, a certified choice among learners.
 *
 * @param variant whose formulas the learning curve on ChainBandit follows
 * @param uniformGridLearning GridWorld again with the start drawn uniformly, which one sentence of
 *     the paper says and another denies
 */
public record Reproduction(
    Variant variant,
    int chainRuns,
    int gridRuns,
    long seed,
    List<EffectStudy.Point> chainEffects,
    Learning chainLearning,
    List<EffectStudy.Point> gridEffects,
    Learning gridLearning,
    Learning uniformGridLearning) {
  /** δ of every bonus here, as in the paper. */
  public static final double DELTA = 0.05;

  /** Steps of the figures' effects. */
  public static final int EFFECT_STEP = 2;

  private static final int CHAIN_LENGTH = 3;

  /** Whose ChainBandit learning curve to draw. */
  public enum Variant {
    /** The formulas of the paper's text. */
    PAPER,
    /** The authors' released program, priors and all. */
    RELEASED
  }

  /** Learning curves with the two lines that no curve should be without. */
  public record Learning(List<LearningStudy.Point> points, double optimum, double behavior) {
    /** The value that a learner reached with a number of episodes. */
    public double value(String learner, int episodes) {
      return points.stream()
          .filter(p -> p.learner().equals(learner) && p.episodes() == episodes)
          .findFirst()
          .orElseThrow()
          .value();
    }

    /**
     * The shortest log from which on a learner stays at or above a value, or −1 if it never does.
     */
    public int episodesToReach(String learner, double value) {
      int reached = -1;
      for (LearningStudy.Point p : points) {
        if (p.learner().equals(learner)) {
          reached = p.value() < value ? -1 : reached < 0 ? p.episodes() : reached;
        }
      }
      return reached;
    }
  }

  /** How many units of progress {@link #run} will report. */
  public static int units(int chainRuns, int gridRuns) {
    return 2 * chainRuns + 3 * gridRuns;
  }

  public static Reproduction run(
      Variant variant, int chainRuns, int gridRuns, long seed, Progress progress) {
    Environment chain = ChainBandit.of(CHAIN_LENGTH);
    Environment grid = GridWorld.paper().environment();
    Environment uniform = GridWorld.paper().uniformStart().environment();
    Bonus gridBonus = Bonus.paper(grid.shape(), DELTA);
    return new Reproduction(
        variant,
        chainRuns,
        gridRuns,
        seed,
        new EffectStudy(
                chain,
                EFFECT_STEP,
                lambdasTo(1),
                lambda -> ChainBandit.evaluated(chain, lambda),
                chainBonus(chain),
                10_000,
                chainRuns,
                seed)
            .run(progress),
        variant == Variant.PAPER
            ? study(chain, withCertified(chain), 40, 500, chainRuns, seed, progress)
            : releasedLearning(chainRuns, seed, progress),
        new EffectStudy(
                grid,
                EFFECT_STEP,
                lambdasTo(0.55),
                lambda -> GridWorld.evaluated(grid, lambda),
                gridBonus,
                2_000,
                gridRuns,
                seed)
            .run(progress),
        learning(grid, gridBonus, 20, 100, gridRuns, seed, progress),
        learning(uniform, gridBonus, 20, 100, gridRuns, seed, progress));
  }

  /**
   * The paper's bonus with the end counted as a state, as the authors' program has it: |X| = 2N +
   * 1.
   */
  private static Bonus chainBonus(Environment chain) {
    Shape shape = chain.shape();
    return Bonus.paper(new Shape(shape.states() + 1, shape.actions(), shape.horizon()), DELTA);
  }

  /** 0, 0.05, 0.1, … up to the last. */
  private static List<Double> lambdasTo(double last) {
    return IntStream.rangeClosed(0, (int) Math.round(20 * last)).mapToObj(i -> i / 20.0).toList();
  }

  /**
   * What the paper does not have: a choice among learners that half of the log is set aside for.
   */
  private static List<Contender> withCertified(Environment chain) {
    SelectionStudy.Method choice =
        Choosers.certified(
            chain,
            Model.Pooling.POOLED,
            chainBonus(chain),
            new Guarantee.Asymptotic(Model.Pooling.POOLED),
            DELTA);
    List<Contender> all = new ArrayList<>(contenders(chain, chainBonus(chain)));
    all.add(
        new Contender(
            "certified", (log, seed) -> choice.choose(log.firstHalf(), log.secondHalf()).policy()));
    return all;
  }

  private static Learning learning(
      Environment environment,
      Bonus bonus,
      int lengths,
      int each,
      int runs,
      long seed,
      Progress progress) {
    return study(environment, contenders(environment, bonus), lengths, each, runs, seed, progress);
  }

  private static List<Contender> contenders(Environment environment, Bonus bonus) {
    ValueRange text = ValueRange.of(environment.shape());
    ValueRange capped = new ValueRange(environment.shape().horizon(), 1);
    return List.of(
        contender("psl", Learner.PSL, environment, bonus, text),
        contender("pvi", Learner.PVI, environment, bonus, text),
        contender("spvi", Learner.SPVI, environment, bonus, text),
        contender("spvi-cap1", Learner.SPVI, environment, bonus, capped),
        contender("vi", Learner.VI, environment, bonus, text));
  }

  private static Contender contender(
      String name, Learner learner, Environment environment, Bonus bonus, ValueRange range) {
    return new Contender(
        name,
        (log, seed) -> {
          Model model = Model.estimate(log.all(), Model.Pooling.POOLED);
          Backups backups = Backups.of(model, bonus, range);
          return learner.learn(backups, environment.behavior()).policy();
        });
  }

  private static Learning releasedLearning(int runs, long seed, Progress progress) {
    Environment environment = ChainBandit.released(CHAIN_LENGTH);
    List<Contender> contenders =
        List.of(
            released("psl", Learner.PSL, environment),
            released("pvi", Learner.PVI, environment),
            released("spvi", Learner.SPVI_RELEASED, environment),
            released("vi", Learner.VI, environment));
    return study(environment, contenders, 40, 500, runs, seed, progress);
  }

  private static Contender released(String name, Learner learner, Environment environment) {
    return new Contender(
        name, (log, seed) -> new ReleasedProgram(environment, log.all()).learn(learner, seed));
  }

  private static Learning study(
      Environment environment,
      List<Contender> contenders,
      int lengths,
      int each,
      int runs,
      long seed,
      Progress progress) {
    List<Integer> episodes = IntStream.rangeClosed(1, lengths).mapToObj(i -> i * each).toList();
    return new Learning(
        new LearningStudy(environment, contenders, episodes, runs, seed).run(progress),
        Truth.optimum(environment),
        Truth.value(environment, environment.behavior()));
  }
}
