package io.sluice.benchmarks;

import io.sluice.fit.Fit;
import io.sluice.fit.Log;
import io.sluice.fit.ObjectLog;
import io.sluice.fit.SegmentResult;
import io.sluice.fit.SegmentResult.Effects;
import io.sluice.fit.SegmentResult.Entry;
import io.sluice.fit.WithinSegments;
import io.sluice.interval.IntervalKind;
import io.sluice.interval.Verdict;
import io.sluice.mdp.Policy;
import io.sluice.mdp.StateVector;
import io.sluice.simulation.Environment;
import io.sluice.simulation.RandomMdp;
import io.sluice.simulation.Rollouts;
import io.sluice.simulation.SimulatedLog;
import io.sluice.simulation.Truth;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Effects of four steps and their total within eight segments of 4,000 episodes: segments by the
 * first state, where effects differ, and segments drawn at random, where they are the same. δ = 5%.
 * Arguments: the number of logs (1,000) and the first seed (2,300,000).
 *
 * <p>What should hold, for {@code robust} and for {@code efficient}: all 40 intervals at once hold
 * the truth in 93% to 97% of logs; a wrong verdict is in at most 5% of logs; where effects are the
 * same, the test of that rejects in 3% to 7% of logs at a level of 5%. Single intervals are looked
 * at all at once too and should fail far more often. A share of 1,000 logs has a standard error of
 * 0.007; limits are allowed 0.014 more.
 */
public final class SegmentStudy {
  private static final int EPISODES = 4_000;
  private static final int SEGMENTS = 8;
  private static final double SLACK = 0.014;

  private SegmentStudy() {}

  private record Row(String state, String action, double reward, double propensity, int segment) {}

  private record Answer(boolean covered, boolean alone, boolean wrong, double same) {}

  public static void main(String[] args) {
    int logs = args.length > 0 ? Integer.parseInt(args[0]) : 1_000;
    long seed = args.length > 1 ? Long.parseLong(args[1]) : 2_300_000;
    RandomMdp random = RandomMdp.of(SEGMENTS, 3, 4, 0.5);
    Environment environment = withStart(random.environment(5), -1);
    Policy evaluated =
        Policy.mixture(0.6, Truth.optimalPolicy(environment), environment.behavior());
    System.out.println(
        "| segments | interval | all hold at once | single intervals, at once | wrong verdicts | \"the same\" rejected |");
    System.out.println("|---|---|---|---|---|---|");
    boolean holds = true;
    for (boolean drawn : new boolean[] {false, true}) {
      List<Truth> truths = new ArrayList<>();
      for (int s = 0; s < SEGMENTS; s++) {
        truths.add(Truth.of(withStart(environment, drawn ? -1 : s), evaluated));
      }
      for (IntervalKind kind : List.of(IntervalKind.ROBUST, IntervalKind.EFFICIENT)) {
        List<Answer> answers =
            IntStream.range(0, logs)
                .parallel()
                .mapToObj(i -> answer(environment, evaluated, truths, drawn, kind, seed + i))
                .toList();
        double covered = share(answers.stream().filter(Answer::covered).count(), logs);
        double wrong = share(answers.stream().filter(Answer::wrong).count(), logs);
        double rejected = share(answers.stream().filter(a -> a.same() < 0.05).count(), logs);
        System.out.printf(
            Locale.ROOT,
            "| %s | %s | %.3f | %.3f | %.3f | %.3f |%n",
            drawn ? "drawn at random" : "by first state",
            kind,
            covered,
            share(answers.stream().filter(Answer::alone).count(), logs),
            wrong,
            rejected);
        holds &= covered >= 0.93 - SLACK && covered <= 0.97 + SLACK && wrong <= 0.05 + SLACK;
        holds &= !drawn || rejected >= 0.03 - SLACK && rejected <= 0.07 + SLACK;
      }
    }
    System.out.println(holds ? "all of this holds" : "NOT all of this holds");
    System.exit(holds ? 0 : 1);
  }

  private static double share(long some, int all) {
    return some / (double) all;
  }

  /**
   * @param state where all episodes begin; −1 for any
   */
  private static Environment withStart(Environment e, int state) {
    double[] start = new double[SEGMENTS];
    for (int x = 0; x < SEGMENTS; x++) {
      start[x] = state < 0 ? 1.0 / SEGMENTS : x == state ? 1 : 0;
    }
    return new Environment(
        e.name(),
        e.states(),
        e.actions(),
        e.model(),
        e.rewards(),
        StateVector.of(start),
        e.behavior());
  }

  private static Log log(Environment environment, boolean drawn, long seed) {
    List<List<Row>> all = new ArrayList<>();
    SplittableRandom random = new SplittableRandom(seed);
    int[] segment = new int[1];
    new Rollouts(environment, random.nextLong())
        .forEachRow(
            EPISODES,
            (episode, h, x, a, next, reward) -> {
              if (h == 1) {
                all.add(new ArrayList<>());
                segment[0] = drawn ? random.nextInt(SEGMENTS) : x;
              }
              all.get(episode)
                  .add(
                      new Row(
                          environment.states().get(x),
                          environment.actions().get(a),
                          reward,
                          environment.behavior().probability(h, x, a),
                          segment[0]));
            });
    ObjectLog<List<Row>, Row> log = Log.of(all, e -> e, Row::state, Row::action, Row::reward);
    return log.withPropensity(Row::propensity).withSegments("segment", Row::segment);
  }

  private static Answer answer(
      Environment environment,
      Policy evaluated,
      List<Truth> truths,
      boolean drawn,
      IntervalKind kind,
      long seed) {
    Fit fit = Fit.of(log(environment, drawn, seed));
    Policy policy = new SimulatedLog(environment).policy(fit.data(), evaluated);
    SegmentResult result = WithinSegments.of(fit.judge(policy), List.of(kind));
    boolean covered = true;
    boolean alone = true;
    boolean wrong = false;
    for (Effects effects : result.effects()) {
      for (Entry e : effects.segments()) {
        Truth of = truths.get(Integer.parseInt(e.segment()));
        double t =
            effects.step().isPresent()
                ? of.effect(effects.step().getAsInt())
                : of.value() - of.behaviorValue();
        covered &= e.lower() <= t && t <= e.upper();
        alone &= Math.abs(t - e.estimate()) <= result.alone() * e.standardError();
        wrong |= e.verdict() == Verdict.Kind.BETTER && t <= 0;
        wrong |= e.verdict() == Verdict.Kind.WORSE && t >= 0;
      }
    }
    Effects total = result.effects().get(result.effects().size() - 1);
    return new Answer(covered, alone, wrong, total.same().pValue());
  }
}
