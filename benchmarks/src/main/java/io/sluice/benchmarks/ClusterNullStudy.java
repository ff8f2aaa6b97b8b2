package io.sluice.benchmarks;

import io.sluice.assumptions.Assumption;
import io.sluice.assumptions.Assumptions;
import io.sluice.assumptions.Finding;
import io.sluice.distributions.Binomial;
import io.sluice.fit.Fit;
import io.sluice.fit.Log;
import io.sluice.mdp.Policy;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * The tests of assumptions on logs with clusters, whose rows depend on each other as much as they
 * can: users who keep one action, levels of rewards by user, propensities by user. The generator
 * was written to break the tests, not with them.
 *
 * <p>What should hold, over 200 logs of each problem and a seed that no choice was made with: where
 * all assumptions hold, none of {@code propensities}, {@code unconfounded}, {@code markov} and
 * {@code stationary} is contradicted in more logs than a rate of 1% exceeds with probability 0.01.
 * Problems with wrong propensities show what the tests still find; there is no limit on that.
 * Problems whose propensities depend on the user are not {@code unconfounded}, and should be found
 * out. Ends with whether all holds, and with exit code 1 if not.
 *
 * <p>Seed 940,000,000,000 was set down with this rule before it was run. In that run one problem
 * was counted among those where all holds although it is not one of them: users who keep one action
 * over the four steps of an episode, where a propensity of one half is wrong given the step before,
 * which {@code propensities} says in every log. It is marked so now.
 */
public final class ClusterNullStudy {
  private static final List<Assumption> JUDGED =
      List.of(
          Assumption.PROPENSITIES,
          Assumption.UNCONFOUNDED,
          Assumption.MARKOV,
          Assumption.STATIONARY);

  private ClusterNullStudy() {}

  private record Row(int state, int action, double reward, double propensity) {}

  private record Session(int user, List<Row> rows) {}

  /**
   * @param sizes episodes of a user, by the user's number
   * @param logged the logged probability of each action
   * @param sticky the share of decisions at which a user's own action is repeated
   * @param level of a user's rewards, added or subtracted
   * @param byUser whether propensities are 0.25 and 0.75, by user
   * @param wrong how much more likely the second action is than logged
   */
  private record Problem(
      String name,
      List<Integer> sizes,
      int steps,
      int states,
      List<Double> logged,
      double sticky,
      double level,
      boolean byUser,
      double wrong) {
    /** Whether no assumption is broken. */
    boolean holds() {
      boolean repeats = steps > 1 && sticky > 0; // actions depend on the step before
      return wrong == 0 && !byUser && !repeats;
    }

    /**
     * Whether this one is; a level shows in the reward before, which markov looks at since then.
     */
    boolean holds(Assumption assumption) {
      return holds() && !(assumption == Assumption.MARKOV && steps > 1 && level > 0);
    }
  }

  public static void main(String[] args) {
    int logs = args.length > 0 ? Integer.parseInt(args[0]) : 200;
    long seed = args.length > 1 ? Long.parseLong(args[1]) : 940_000_000_000L;
    System.out.println(
        "| problem | propensities contradicted | cannot tell | unconfounded | markov | stationary | planning |");
    System.out.println("|---|---|---|---|---|---|---|");
    boolean holds = true;
    for (Problem problem : problems()) {
      List<Answer> answers =
          IntStream.range(0, logs)
              .parallel()
              .mapToObj(i -> answer(problem, new SplittableRandom(seed + i)))
              .toList();
      List<Long> alarms =
          JUDGED.stream()
              .map(a -> answers.stream().filter(one -> one.found().of(a).isContradicted()).count())
              .toList();
      for (int i = 0; i < JUDGED.size(); i++) {
        holds &=
            !problem.holds(JUDGED.get(i)) || Binomial.atLeast(logs, 0.01, alarms.get(i)) > 0.01;
      }
      System.out.printf(
          Locale.ROOT,
          "| %s | %.3f | %.3f | %.3f | %.3f | %.3f | %.3f |%n",
          problem.name(),
          alarms.get(0) / (double) logs,
          answers.stream().filter(Answer::propensitiesCannotTell).count() / (double) logs,
          alarms.get(1) / (double) logs,
          alarms.get(2) / (double) logs,
          alarms.get(3) / (double) logs,
          answers.stream().filter(Answer::planning).count() / (double) logs);
    }
    System.out.println(holds ? "all of this holds" : "NOT all of this holds");
    System.exit(holds ? 0 : 1);
  }

  private static List<Problem> problems() {
    List<Double> half = List.of(0.5, 0.5);
    List<Double> tenth = List.of(0.9, 0.1);
    List<Double> five = List.of(0.2, 0.2, 0.2, 0.2, 0.2);
    List<Integer> unequal =
        IntStream.rangeClosed(1, 100)
            .mapToObj(rank -> (int) Math.max(1, Math.round(80 / Math.pow(rank, 0.8))))
            .toList();
    return List.of(
        new Problem("random rows, 37 × 40", equal(37, 40), 1, 3, half, 0, 0.2, false, 0),
        new Problem("one action a user, 14 × 20", equal(14, 20), 1, 3, half, 1, 0.2, false, 0),
        new Problem("one action a user, 37 × 40", equal(37, 40), 1, 3, half, 1, 0.2, false, 0),
        new Problem("one action a user, 200 × 10", equal(200, 10), 1, 3, half, 1, 0.2, false, 0),
        new Problem(
            "one action a user, 0.1, 60 × 20", equal(60, 20), 1, 3, tenth, 1, 0.2, false, 0),
        new Problem("half sticky, 0.1, 60 × 20", equal(60, 20), 1, 3, tenth, 0.5, 0.2, false, 0),
        new Problem("one action a user, unequal 100", unequal, 1, 3, half, 1, 0.2, false, 0),
        new Problem("one of 5 a user, 100 × 10", equal(100, 10), 1, 3, five, 1, 0.2, false, 0),
        new Problem("one action a user, 4 steps", equal(100, 10), 4, 3, half, 1, 0, false, 0),
        new Problem("levels, 4 steps, 100 × 10", equal(100, 10), 4, 3, half, 0, 0.3, false, 0),
        new Problem("levels, 4 steps, 400 × 3", equal(400, 3), 4, 3, half, 0, 0.3, false, 0),
        new Problem("propensity by user, sticky", equal(100, 10), 1, 3, half, 1, 0.2, true, 0),
        new Problem("propensity by user, 4 steps", equal(100, 10), 4, 3, half, 0, 0, true, 0),
        new Problem("wrong: 0.65, 37 × 40", equal(37, 40), 1, 3, half, 0, 0.2, false, 0.15),
        new Problem("wrong: 0.65, 100 × 20", equal(100, 20), 1, 3, half, 0, 0.2, false, 0.15),
        new Problem("wrong: 0.65, sticky, 400 × 5", equal(400, 5), 1, 3, half, 1, 0.2, false, 0.15),
        new Problem(
            "wrong: 0.2 for 0.1, 100 × 20", equal(100, 20), 1, 3, tenth, 0, 0.2, false, 0.1),
        new Problem("wrong: 0.6, 4 steps", equal(100, 10), 4, 3, half, 0, 0.2, false, 0.1));
  }

  private static List<Integer> equal(int users, int episodes) {
    return IntStream.range(0, users).mapToObj(g -> episodes).toList();
  }

  private record Answer(Assumptions found, boolean planning) {
    boolean propensitiesCannotTell() {
      return found.of(Assumption.PROPENSITIES).verdict() == Finding.Verdict.CANNOT_TELL;
    }
  }

  private static Answer answer(Problem problem, SplittableRandom random) {
    Fit fit =
        Fit.of(
            Log.of(draw(problem, random), Session::rows, Row::state, Row::action, Row::reward)
                .withPropensity(Row::propensity)
                .withRewardRange(0, 1)
                .withCluster(Session::user));
    return new Answer(
        fit.judge(Policy.uniform(fit.data().shape())).assumptions(),
        fit.stepShifts().stream().anyMatch(shift -> shift.isPlanning()));
  }

  private static List<Session> draw(Problem problem, SplittableRandom random) {
    List<Session> log = new ArrayList<>();
    for (int user = 0; user < problem.sizes().size(); user++) {
      double second = random.nextBoolean() ? 0.25 : 0.75;
      List<Double> logged = problem.byUser() ? List.of(1 - second, second) : problem.logged();
      int own = index(logged, problem.wrong(), random);
      double level = random.nextBoolean() ? problem.level() : -problem.level();
      for (int e = 0; e < problem.sizes().get(user); e++) {
        List<Row> rows = new ArrayList<>();
        for (int h = 1; h <= problem.steps(); h++) {
          int x = random.nextInt(problem.states());
          boolean kept = random.nextDouble() < problem.sticky();
          int a = kept ? own : index(logged, problem.wrong(), random);
          double mean = 0.4 + 0.1 * (x % 2) + level;
          rows.add(new Row(x, a, random.nextDouble() < mean ? 1 : 0, logged.get(a)));
        }
        log.add(new Session(user, rows));
      }
    }
    return log;
  }

  /**
   * @param more how much more likely the second is, and the first less
   */
  private static int index(List<Double> probabilities, double more, SplittableRandom random) {
    double left = random.nextDouble() - (probabilities.get(0) - more);
    int i = 0;
    while (left >= 0 && i < probabilities.size() - 1) {
      i++;
      left -= probabilities.get(i) + (i == 1 ? more : 0);
    }
    return i;
  }
}
