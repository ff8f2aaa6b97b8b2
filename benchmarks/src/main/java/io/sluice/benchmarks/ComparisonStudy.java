package io.sluice.benchmarks;

import io.sluice.features.FeatureComparison;
import io.sluice.features.FeatureComparison.Group;
import io.sluice.features.FeatureComparison.Policies;
import io.sluice.features.FeatureSettings;
import io.sluice.features.FeatureSource;
import io.sluice.fit.Comparison;
import io.sluice.fit.ComparisonResult;
import io.sluice.fit.ComparisonResult.Effects;
import io.sluice.fit.ComparisonResult.Entry;
import io.sluice.fit.ComparisonResult.Pair;
import io.sluice.fit.Fit;
import io.sluice.fit.Judgment;
import io.sluice.interval.IntervalKind;
import io.sluice.interval.Verdict;
import io.sluice.mdp.Policy;
import io.sluice.mdp.RewardRange;
import io.sluice.simulation.ContinuousSession;
import io.sluice.simulation.ContinuousSession.Chances;
import io.sluice.simulation.Environment;
import io.sluice.simulation.ModelTable;
import io.sluice.simulation.RandomMdp;
import io.sluice.simulation.SimulatedLog;
import io.sluice.simulation.Truth;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Five policies compared at four steps and in total, on a random problem (6 states, 3 actions), and
 * on one where no action does anything; 2,000 episodes, δ = 5%. Arguments: the number of logs
 * (1,000), the first seed (2,270,000), {@code tables} or {@code features} for {@link
 * ContinuousSession} at strength 1 in place of tables, with the default settings of {@code
 * --features}, and one of {@code random} and {@code idle} (both). After every hundred logs the
 * shares so far go to the error stream.
 *
 * <p>What should hold, for {@code efficient} and for {@code robust}: all intervals at once, against
 * the logged policy and against each other, hold the truth in 93% to 97% of logs; the set that may
 * be the best holds the best in at least 95% of logs, in total and at each step; a wrong verdict is
 * in at most 5% of logs, on both problems. For comparison, single intervals (±1.96 standard errors)
 * are looked at all at once too: they should fail far more often. A share of 1,000 logs has a
 * standard error of 0.007, so the sides of these limits are allowed 0.014 more; with n logs,
 * √(1,000/n) times as much.
 *
 * <p>Written down before the judging run on tables: 1,000 logs of each problem and seeds from
 * 2,270,000, run once. Those from 2,200,000 and 2,260,000 are used up: they judged intervals
 * without the degrees of freedom of their own variance and with a tenth of the draws, and 0.051 and
 * 0.060 of verdicts by {@code robust} were wrong where actions do nothing. What to change was found
 * on 3,000 logs of that problem with seeds from 3,910,000: 0.065 missed without those degrees of
 * freedom, 0.055 with them, and the critical value from so few draws was too small in all logs, as
 * they have the same draws.
 *
 * <p>Written down before the judging run on features, which has the same limits: the seeds from
 * 2,220,000; 1,000 logs of each problem if they take at most 10 minutes of a core each, else as
 * many as do, by the time of 8 logs with other seeds (from 3,900,000, used for timing only). Of
 * that run only the first problem came to an end, with 300 logs.
 *
 * <p>Written down before the next judging run on features: a log takes about 1.6 s of a core (16
 * logs, seeds from 3,900,000), so 1,000 logs of each problem, seeds from 2,280,000, run once,
 * {@code idle} first, with the same limits. A run may be stopped for lack of time, not for what it
 * shows; then the shares after its last full hundred of logs count, with limits for as many logs.
 *
 * <p>Of that run, {@code idle} was stopped after 200 logs, and {@code random} was not begun.
 * Written down before the third judging run on features: the same with seeds from 2,290,000, {@code
 * random} first.
 */
public final class ComparisonStudy {
  private static final int POLICIES = 5;
  private static final int EPISODES = 2_000;
  private static final int ROLLOUTS = 1_000_000;
  private static final double SLACK = 0.014;
  private static final List<IntervalKind> KINDS =
      List.of(IntervalKind.EFFICIENT, IntervalKind.ROBUST);

  private ComparisonStudy() {}

  private record Answer(boolean covered, boolean alone, List<Boolean> best, boolean wrong) {}

  public static void main(String[] args) {
    int logs = args.length > 0 ? Integer.parseInt(args[0]) : 1_000;
    long seed = args.length > 1 ? Long.parseLong(args[1]) : 2_270_000;
    boolean onFeatures = args.length > 2 && args[2].equals("features");
    System.out.println(
        "| problem | interval | all hold at once | single intervals, at once | best in the set: worst step | total | wrong verdicts |");
    System.out.println("|---|---|---|---|---|---|---|");
    boolean holds = true;
    for (boolean idle : new boolean[] {false, true}) {
      if (args.length > 3 && !args[3].equals(idle ? "idle" : "random")) {
        continue;
      }
      holds &= onFeatures ? onFeatures(idle, logs, seed) : onTables(idle, logs, seed);
    }
    System.out.println(holds ? "all of this holds" : "NOT all of this holds");
    System.exit(holds ? 0 : 1);
  }

  private static boolean onTables(boolean idle, int logs, long seed) {
    Environment environment = environment(idle);
    List<Policy> policies = policies(environment);
    List<double[]> effects = effects(environment, policies);
    boolean holds = true;
    for (IntervalKind kind : KINDS) {
      String problem = idle ? "actions do nothing" : "random";
      List<Answer> answers =
          Batches.of(
              logs,
              i -> answer(compared(environment, policies, kind, seed + i), effects),
              some -> System.err.print(some.size() + " logs: " + row(problem, kind, some)));
      holds &= print(problem, kind, answers);
    }
    return holds;
  }

  /** Both kinds of scores come from the same evaluations. */
  private static boolean onFeatures(boolean idle, int logs, long seed) {
    ContinuousSession session = new ContinuousSession(1, false, idle);
    List<Chances> policies = policies();
    List<double[]> effects = effects(session, policies);
    String problem = idle ? "features, actions do nothing" : "features";
    List<List<Answer>> answers =
        Batches.of(
            logs,
            i -> {
              Policies judged = judged(session, policies, seed + i);
              return KINDS.stream()
                  .map(k -> answer(FeatureComparison.of(judged, List.of(k)), effects))
                  .toList();
            },
            some -> {
              for (int k = 0; k < KINDS.size(); k++) {
                System.err.print(some.size() + " logs: " + row(problem, KINDS.get(k), of(some, k)));
              }
            });
    boolean holds = true;
    for (int k = 0; k < KINDS.size(); k++) {
      holds &= print(problem, KINDS.get(k), of(answers, k));
    }
    return holds;
  }

  private static List<Answer> of(List<List<Answer>> answers, int kind) {
    return answers.stream().map(of -> of.get(kind)).toList();
  }

  /** Whether limits hold. */
  private static boolean print(String problem, IntervalKind kind, List<Answer> answers) {
    System.out.print(row(problem, kind, answers));
    int logs = answers.size();
    double covered = share(answers.stream().filter(Answer::covered).count(), logs);
    double wrong = share(answers.stream().filter(Answer::wrong).count(), logs);
    int horizon = answers.get(0).best().size() - 1;
    double least =
        IntStream.rangeClosed(0, horizon).mapToDouble(i -> best(answers, i)).min().orElseThrow();
    double slack = SLACK * Math.sqrt(1_000.0 / logs);
    return covered >= 0.93 - slack
        && covered <= 0.97 + slack
        && least >= 0.95 - slack
        && wrong <= 0.05 + slack;
  }

  private static String row(String problem, IntervalKind kind, List<Answer> answers) {
    int logs = answers.size();
    double covered = share(answers.stream().filter(Answer::covered).count(), logs);
    double wrong = share(answers.stream().filter(Answer::wrong).count(), logs);
    int horizon = answers.get(0).best().size() - 1;
    double total = best(answers, horizon);
    double worst =
        IntStream.range(0, horizon).mapToDouble(i -> best(answers, i)).min().orElseThrow();
    return String.format(
        Locale.ROOT,
        "| %s | %s | %.3f | %.3f | %.3f | %.3f | %.3f |%n",
        problem,
        kind,
        covered,
        share(answers.stream().filter(Answer::alone).count(), logs),
        worst,
        total,
        wrong);
  }

  private static double share(long some, int all) {
    return some / (double) all;
  }

  private static double best(List<Answer> answers, int place) {
    return share(answers.stream().filter(a -> a.best().get(place)).count(), answers.size());
  }

  private static Environment environment(boolean idle) {
    RandomMdp random = RandomMdp.of(6, 3, 4, 0.5);
    Environment environment = random.environment(5);
    return idle
        ? new Environment(
            "idle",
            environment.states(),
            environment.actions(),
            ModelTable.stationary(
                environment.shape(),
                (h, x, a, to) -> {
                  to.add((x + 1) % 6, 0.5);
                  to.add((x + 4) % 6, 0.5);
                  return 0.2 + 0.1 * x;
                }),
            environment.rewards(),
            environment.start(),
            environment.behavior())
        : environment;
  }

  private static List<Policy> policies(Environment environment) {
    SplittableRandom random = new SplittableRandom(77);
    RandomMdp shape = RandomMdp.of(6, 3, 4, 0.5);
    List<Policy> all = new ArrayList<>();
    all.add(Policy.uniform(environment.shape()));
    all.add(Policy.mixture(0.6, Truth.optimalPolicy(environment), environment.behavior()));
    while (all.size() < POLICIES) {
      all.add(Policy.mixture(0.5, shape.policy(random, 0.3), environment.behavior()));
    }
    return all;
  }

  /** Effects of every step and then of the total, by policy. */
  private static List<double[]> effects(Environment environment, List<Policy> policies) {
    int horizon = environment.shape().horizon();
    return policies.stream()
        .map(p -> Truth.of(environment, p))
        .map(
            truth ->
                IntStream.rangeClosed(1, horizon + 1)
                    .mapToDouble(
                        h -> h <= horizon ? truth.effect(h) : truth.value() - truth.behaviorValue())
                    .toArray())
        .toList();
  }

  private static ComparisonResult compared(
      Environment environment, List<Policy> policies, IntervalKind kind, long seed) {
    SimulatedLog simulated = new SimulatedLog(environment);
    Fit fit =
        Fit.of(simulated.draw(RewardRange.UNIT, EPISODES, new SplittableRandom(seed).nextLong()));
    Map<String, Judgment> judged = new LinkedHashMap<>();
    for (int p = 0; p < policies.size(); p++) {
      judged.put("p" + p, fit.judge(simulated.policy(fit.data(), policies.get(p))));
    }
    return Comparison.of(judged, List.of(kind));
  }

  private static List<double[]> effects(ContinuousSession session, List<Chances> policies) {
    return policies.stream()
        .map(p -> session.truth(p, x -> true, 1, ROLLOUTS))
        .map(
            truth ->
                DoubleStream.concat(
                        truth.effects().stream().mapToDouble(e -> e),
                        DoubleStream.of(truth.total()))
                    .toArray())
        .toList();
  }

  private static Policies judged(ContinuousSession session, List<Chances> policies, long seed) {
    FeatureSource log =
        session.draw(
            new SplittableRandom(seed).nextLong(),
            EPISODES,
            5,
            policies,
            Optional.empty(),
            x -> "");
    List<String> names = IntStream.range(0, policies.size()).mapToObj(p -> "p" + p).toList();
    return Policies.of(names, List.of(new Group(names, () -> log)), FeatureSettings.defaults());
  }

  private static List<Chances> policies() {
    return List.of(
        ContinuousSession.EVALUATED,
        ContinuousSession.EVALUATED.mixed(0.5),
        (x, into) -> Arrays.fill(into, 1.0 / into.length),
        sometimes(0).mixed(0.4),
        sometimes(1).mixed(0.4));
  }

  /** Mostly one action. */
  private static Chances sometimes(int action) {
    return (x, into) -> {
      Arrays.fill(into, 0);
      into[action] = 2;
      ContinuousSession.softmax(into, 0.05);
    };
  }

  private static Answer answer(ComparisonResult result, List<double[]> effectsOf) {
    boolean covered = true;
    boolean alone = true;
    boolean wrong = false;
    List<Boolean> best = new ArrayList<>();
    for (Effects effects : result.effects()) {
      Map<String, Double> truth = new LinkedHashMap<>();
      truth.put(ComparisonResult.LOGGED, 0.0);
      for (int p = 0; p < effectsOf.size(); p++) {
        double[] of = effectsOf.get(p);
        truth.put("p" + p, of[effects.step().orElse(of.length) - 1]);
      }
      for (Entry e : effects.policies()) {
        double t = truth.getOrDefault(e.policy(), 0.0);
        covered &= e.lower() - 1e-9 <= t && t <= e.upper() + 1e-9;
        alone &= Math.abs(t - e.estimate()) <= result.alone() * e.standardError() + 1e-9;
        wrong |= isWrong(e.verdict(), t);
      }
      for (Pair p : effects.pairs()) {
        double t = truth.getOrDefault(p.first(), 0.0) - truth.getOrDefault(p.second(), 0.0);
        covered &= p.lower() - 1e-9 <= t && t <= p.upper() + 1e-9;
        alone &= Math.abs(t - p.estimate()) <= result.alone() * p.standardError() + 1e-9;
        wrong |= isWrong(p.verdict(), t);
      }
      double most = truth.values().stream().mapToDouble(t -> t).max().orElseThrow();
      best.add(
          truth.entrySet().stream()
              .filter(one -> one.getValue() >= most - 1e-9)
              .allMatch(one -> effects.best().contains(one.getKey())));
    }
    return new Answer(covered, alone, best, wrong);
  }

  private static boolean isWrong(Verdict.Kind verdict, double truth) {
    return verdict == Verdict.Kind.BETTER && truth <= 1e-9
        || verdict == Verdict.Kind.WORSE && truth >= -1e-9;
  }
}
