package io.sluice.benchmarks;

import io.sluice.features.FeatureAnytime;
import io.sluice.features.FeatureSettings;
import io.sluice.features.FeatureTable;
import io.sluice.fit.AnytimeResult.Look;
import io.sluice.fit.AnytimeTotal;
import io.sluice.fit.Fit;
import io.sluice.fit.Log;
import io.sluice.fit.ObjectLog;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Segments;
import io.sluice.simulation.ContinuousSession;
import io.sluice.simulation.Environment;
import io.sluice.simulation.ModelTable;
import io.sluice.simulation.RandomMdp;
import io.sluice.simulation.Rollouts;
import io.sluice.simulation.SimulatedLog;
import io.sluice.simulation.Truth;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Logs that are looked at every morning: 120 days of 20 episodes of four steps, on a random problem
 * (8 states, 3 actions), and on one where no action does anything; 120 days of 50 episodes where
 * one decision in a hundred earns anything. The total is looked at after each of the last 100 days
 * or more. δ = 5%. Arguments: the number of logs (1,000), the first seed (2,510,000; those from
 * 2,500,000 are used up: they judged intervals from the variance of scores alone), {@code tables}
 * or {@code features} for {@link ContinuousSession} at strength 1 in place of tables, with the
 * default settings of {@code --features}, where one click in twenty is kept if rewards are rare;
 * and one of {@code random}, {@code idle} and {@code rare} (all). After every hundred logs the
 * shares so far go to the error stream.
 *
 * <p>What should hold on each problem: every log has 100 looks or more; the interval that should
 * hold at all looks misses the truth at any look in at most 5% of logs; one that holds at a single
 * look, looked at as often, misses in at least three times as many, and in more than 15%. Its share
 * at the last look alone is printed for comparison, and so is how much wider the first is there. A
 * share of 1,000 logs has a standard error of 0.007; the limit of 5% is allowed 0.014 more; with n
 * logs, √(1,000/n) times as much.
 *
 * <p>Written down before the judging run on features, which has the same limits: 1,000 logs of each
 * problem, seeds from 2,520,000, run once, a problem at a time: {@code idle}, {@code rare}, {@code
 * random}. Four logs of each had been looked at (seeds from 3,900,000). A run may be stopped for
 * lack of time, not for what it shows; then the shares after its last full hundred of logs count,
 * with limits for as many logs. {@code random} was run before {@code rare}.
 */
public final class AnytimeStudy {
  private static final int DAYS = 120;
  private static final double SLACK = 0.014;
  private static final double KEPT = 0.05;
  private static final int ROLLOUTS = 1_000_000;

  private AnytimeStudy() {}

  private enum Problem {
    RANDOM(20),
    IDLE(20),
    RARE(50);

    private final int perDay;

    Problem(int perDay) {
      this.perDay = perDay;
    }

    private String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private record Row(String state, String action, double reward, double propensity, int day) {}

  private record Answer(int looks, boolean missed, boolean once, boolean last, double wider) {}

  public static void main(String[] args) {
    int logs = args.length > 0 ? Integer.parseInt(args[0]) : 1_000;
    long seed = args.length > 1 ? Long.parseLong(args[1]) : 2_510_000;
    boolean onFeatures = args.length > 2 && args[2].equals("features");
    System.out.println(
        "| problem | looks | misses at any look | one-look interval: misses at any look | at the last look | times as wide |");
    System.out.println("|---|---|---|---|---|---|");
    boolean holds = true;
    for (Problem problem : Problem.values()) {
      if (args.length > 3 && !args[3].equals(problem.word())) {
        continue;
      }
      LongFunction<Answer> answer = onFeatures ? onFeatures(problem) : onTables(problem);
      List<Answer> answers =
          Batches.of(
              logs,
              i -> answer.apply(seed + i),
              some -> System.err.print(some.size() + " logs: " + row(problem, some)));
      System.out.print(row(problem, answers));
      double missed = share(answers, Answer::missed);
      double once = share(answers, Answer::once);
      holds &= missed <= 0.05 + SLACK * Math.sqrt(1_000.0 / logs);
      holds &= once >= 3 * missed && once > 0.15;
      holds &= answers.stream().allMatch(a -> a.looks() >= 100);
    }
    System.out.println(holds ? "all of this holds" : "NOT all of this holds");
    System.exit(holds ? 0 : 1);
  }

  private static double share(List<Answer> answers, Predicate<Answer> which) {
    return answers.stream().filter(which).count() / (double) answers.size();
  }

  private static String row(Problem problem, List<Answer> answers) {
    return String.format(
        Locale.ROOT,
        "| %s | %.0f | %.3f | %.3f | %.3f | %.2f |%n",
        problem.word(),
        answers.stream().mapToInt(Answer::looks).average().orElse(0),
        share(answers, Answer::missed),
        share(answers, Answer::once),
        share(answers, Answer::last),
        answers.stream().mapToDouble(Answer::wider).average().orElse(0));
  }

  private static LongFunction<Answer> onTables(Problem problem) {
    Environment environment = environment(problem);
    Policy evaluated =
        Policy.mixture(
            0.6, Truth.optimalPolicy(environment(Problem.RANDOM)), environment.behavior());
    Truth truth = Truth.of(environment, evaluated);
    double total = truth.value() - truth.behaviorValue();
    return seed -> answer(looks(environment, evaluated, problem.perDay, seed), total);
  }

  private static LongFunction<Answer> onFeatures(Problem problem) {
    ContinuousSession session = new ContinuousSession(1, false, problem == Problem.IDLE);
    double kept = problem == Problem.RARE ? KEPT : 1;
    double total = kept * session.truth(1, ROLLOUTS).total();
    return seed -> answer(looks(session, kept, problem.perDay, seed), total);
  }

  /** On feature columns, with each click kept with some probability. */
  private static List<Look> looks(ContinuousSession session, double kept, int perDay, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    FeatureTable clicks = session.draw(random.nextLong(), DAYS * perDay, 5);
    FeatureTable log =
        new FeatureTable(
            clicks.columns(), clicks.actions(), clicks.horizon(), clicks.folds(), false);
    Map<String, Long> days = new HashMap<>();
    IntStream.range(0, DAYS).forEach(day -> days.put("" + day, (long) perDay));
    log.by(Segments.periods("day", days));
    clicks.forEach(
        episode -> {
          log.begin(episode.cluster(), episode.fold());
          log.segment("" + episode.cluster() / perDay);
          for (int step = 1; step <= episode.length(); step++) {
            int k = step;
            log.row(
                IntStream.range(0, clicks.columns().size())
                    .mapToDouble(j -> episode.feature(k, j))
                    .toArray(),
                episode.action(k),
                random.nextDouble() < kept ? episode.reward(k) : 0,
                chances(clicks, a -> episode.behavior(k, a)),
                chances(clicks, a -> episode.evaluated(k, a)));
          }
        });
    return FeatureAnytime.looks(log, FeatureSettings.defaults(), 0.05);
  }

  private static double[] chances(FeatureTable log, IntToDoubleFunction of) {
    return IntStream.range(0, log.actions().size()).mapToDouble(of).toArray();
  }

  private static Environment environment(Problem problem) {
    Environment random = RandomMdp.of(8, 3, 4, 0.5).environment(5);
    if (problem == Problem.RANDOM) {
      return random;
    }
    return new Environment(
        "flat",
        random.states(),
        random.actions(),
        ModelTable.stationary(
            random.shape(),
            (h, x, a, to) -> {
              to.add((x + 1) % 8, 0.5);
              to.add((x + 4) % 8, 0.5);
              return problem == Problem.IDLE ? 0.2 + 0.1 * x : 0.004 + 0.006 * a;
            }),
        random.rewards(),
        random.start(),
        random.behavior());
  }

  private static List<Look> looks(
      Environment environment, Policy evaluated, int perDay, long seed) {
    List<List<Row>> all = new ArrayList<>();
    new Rollouts(environment, new SplittableRandom(seed).nextLong())
        .forEachRow(
            DAYS * perDay,
            (episode, h, x, a, next, reward) -> {
              if (h == 1) {
                all.add(new ArrayList<>());
              }
              all.get(episode)
                  .add(
                      new Row(
                          environment.states().get(x),
                          environment.actions().get(a),
                          reward,
                          environment.behavior().probability(h, x, a),
                          episode / perDay));
            });
    ObjectLog<List<Row>, Row> log = Log.of(all, e -> e, Row::state, Row::action, Row::reward);
    Fit fit = Fit.of(log.withPropensity(Row::propensity).withTimes("day", Row::day));
    Policy policy = new SimulatedLog(environment).policy(fit.data(), evaluated);
    return AnytimeTotal.looks(fit.judge(policy));
  }

  private static Answer answer(List<Look> looks, double total) {
    if (looks.isEmpty()) {
      return new Answer(0, false, false, false, 1);
    }
    Look last = looks.get(looks.size() - 1);
    return new Answer(
        looks.size(),
        looks.stream().anyMatch(l -> total < l.lower() || total > l.upper()),
        looks.stream().anyMatch(l -> total < l.onceLower() || total > l.onceUpper()),
        total < last.onceLower() || total > last.onceUpper(),
        (last.upper() - last.lower()) / (last.onceUpper() - last.onceLower()));
  }
}
