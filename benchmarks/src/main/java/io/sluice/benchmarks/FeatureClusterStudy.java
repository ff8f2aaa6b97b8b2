package io.sluice.benchmarks;

import io.sluice.assumptions.Assumption;
import io.sluice.assumptions.StepShift;
import io.sluice.distributions.Binomial;
import io.sluice.features.FeatureColumn;
import io.sluice.features.FeatureEvaluation;
import io.sluice.features.FeatureResult;
import io.sluice.features.FeatureSettings;
import io.sluice.features.FeatureTable;
import io.sluice.features.StateShift;
import io.sluice.fit.EvaluationResult;
import io.sluice.interval.IntervalKind;
import io.sluice.interval.Verdict;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Tests of assumptions on feature columns where users come back: how often they raise an alarm
 * though nothing is wrong. Every user has, for each step, one draw that decides the action in all
 * of his episodes, one level of the reward and one shock to the next state. Propensities are right
 * given the rows of an episode, actions do nothing, and nothing but the columns matters.
 *
 * <p>Written down before the judging run (seeds 950,000,000,001 on; seeds 1 to 300 were looked at
 * while tests were made): 12, 15, 24 and 40 users of 20 episodes with even actions, with actions by
 * columns, and of 5 to 44 episodes with one action in five; one step and three; 100 logs each. Over
 * all problems each kind of alarm in no more logs than its level (0.001; 0.01 per step for planning
 * and for columns that move; 0.05 for a printed verdict about any step, which is wrong here)
 * exceeds with probability 0.01. The control, a test of propensities that takes rows as
 * independent, must disagree in at least half of the logs. With 60 users and an estimated logged
 * policy only the verdicts are held to this limit.
 *
 * <p>What is wrong is to be found in at least 18 of 20 logs with 200 users: propensities that are
 * off by a column, a past that matters, actions that move the next state.
 */
public final class FeatureClusterStudy {
  private static final List<IntervalKind> KINDS =
      List.of(IntervalKind.EFFICIENT, IntervalKind.ROBUST, IntervalKind.BANDIT);
  private static final List<FeatureColumn> COLUMNS =
      List.of(
          FeatureColumn.number("age"), FeatureColumn.number("hour"), FeatureColumn.number("mood"));

  private FeatureClusterStudy() {}

  /** What is wrong with a log. */
  private enum Fault {
    NONE,
    PROPENSITIES,
    PAST,
    MOVED
  }

  private enum Alarm {
    PROPENSITIES,
    MARKOV,
    OVERLAP,
    POOR_BASIS,
    ROBUST_CONTRADICTS,
    NOT_A_BANDIT,
    PLANNING,
    MOVES,
    VERDICT,
    ROWS_DISAGREE
  }

  /**
   * @param odds of the first action against the second
   * @param slope how far they depend on columns
   */
  private record Problem(
      int users,
      boolean unequal,
      int horizon,
      double odds,
      double slope,
      boolean estimated,
      Fault fault) {
    @Override
    public String toString() {
      return "%d users%s, %d steps, odds %.0f%s%s%s"
          .formatted(
              users,
              unequal ? " of unequal sizes" : "",
              horizon,
              odds,
              slope == 0 ? "" : " by columns",
              estimated ? ", estimated" : "",
              fault == Fault.NONE ? "" : ", wrong: " + fault);
    }
  }

  /**
   * @param args logs of each problem, and the first seed
   */
  public static void main(String[] args) {
    int logs = args.length > 0 ? Integer.parseInt(args[0]) : 100;
    long seed = args.length > 1 ? Long.parseLong(args[1]) : 950_000_000_001L;
    Map<Alarm, Integer> alarms = new EnumMap<>(Alarm.class);
    int all = 0;
    int steps = 0;
    boolean holds = true;
    for (Problem problem : problems()) {
      int n = problem.fault == Fault.NONE ? logs : Math.min(20, logs);
      Map<Alarm, Integer> own = count(problem, n, seed);
      System.out.printf("%s, %d logs: %s%n", problem, n, own);
      if (problem.estimated) {
        holds &= isRare(own.getOrDefault(Alarm.VERDICT, 0), n, 0.05);
      } else if (problem.fault == Fault.NONE) {
        own.forEach((alarm, times) -> alarms.merge(alarm, times, Integer::sum));
        all += n;
        steps += n * (problem.horizon - 1);
      } else {
        holds &= own.getOrDefault(sought(problem.fault), 0) >= 0.9 * n;
      }
    }
    for (Alarm alarm : Alarm.values()) {
      int times = alarms.getOrDefault(alarm, 0);
      boolean ok =
          switch (alarm) {
            case ROWS_DISAGREE -> times >= all / 2;
            case VERDICT -> isRare(times, all, 0.05);
            case PLANNING, MOVES -> isRare(times, steps, StateShift.LEVEL);
            case POOR_BASIS -> isRare(times, all, 0.002);
            default -> isRare(times, all, 0.001);
          };
      System.out.printf("%s: %d of %d logs%s%n", alarm, times, all, ok ? "" : ", beyond its limit");
      holds &= ok;
    }
    System.out.println(holds ? "all limits hold" : "a limit does not hold");
    System.exit(holds ? 0 : 1);
  }

  private static boolean isRare(int times, int logs, double level) {
    return Binomial.atLeast(logs, level, times) > 0.01;
  }

  private static Alarm sought(Fault fault) {
    return switch (fault) {
      case PROPENSITIES -> Alarm.PROPENSITIES;
      case PAST -> Alarm.MARKOV;
      default -> Alarm.PLANNING;
    };
  }

  private static Map<Alarm, Integer> count(Problem problem, int logs, long seed) {
    Map<Alarm, Integer> counts = new TreeMap<>();
    IntStream.range(0, logs)
        .mapToObj(i -> alarms(problem, seed + i))
        .forEach(found -> found.forEach(alarm -> counts.merge(alarm, 1, Integer::sum)));
    return counts;
  }

  private static List<Problem> problems() {
    List<Problem> all = new ArrayList<>();
    for (int horizon : new int[] {1, 3}) {
      for (int users : new int[] {12, 15, 24, 40}) {
        all.add(new Problem(users, false, horizon, 1, 0, false, Fault.NONE));
        all.add(new Problem(users, false, horizon, 1, 0.7, false, Fault.NONE));
        all.add(new Problem(users, true, horizon, 4, 0, false, Fault.NONE));
      }
      all.add(new Problem(60, false, horizon, 1, 0.7, true, Fault.NONE));
    }
    all.add(new Problem(200, false, 1, 1, 1.5, false, Fault.PROPENSITIES));
    all.add(new Problem(200, false, 3, 1, 0, false, Fault.PAST));
    all.add(new Problem(200, false, 3, 1, 0, false, Fault.MOVED));
    return all;
  }

  private static FeatureTable draw(Problem p, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    FeatureTable log = new FeatureTable(COLUMNS, List.of("a", "b"), p.horizon, 5, true);
    for (int user = 0; user < p.users; user++) {
      double age = random.nextGaussian();
      double[] draw = random.doubles(p.horizon).toArray();
      double[] level = new double[p.horizon];
      double[] shock = new double[p.horizon];
      for (int k = 0; k < p.horizon; k++) {
        level[k] = random.nextGaussian();
        shock[k] = random.nextGaussian();
      }
      int size = p.unequal ? 5 + random.nextInt(40) : 20;
      for (int i = 0; i < size; i++) {
        log.begin(user, user % 5);
        double mood = random.nextGaussian();
        int before = 0;
        for (int k = 0; k < p.horizon; k++) {
          mood = 0.5 * mood + shock[k] + random.nextGaussian();
          mood += p.fault == Fault.MOVED ? 2 * before : 0;
          double[] x = {age, random.nextDouble(), mood};
          double q = probability(p, x, p.slope);
          int action =
              draw[k] < probability(p, x, p.fault == Fault.PROPENSITIES ? 0 : p.slope) ? 1 : 0;
          double reward = 0.5 * age + 0.3 * mood + level[k] + 0.2 * random.nextGaussian();
          reward += p.fault == Fault.PAST ? 2 * before : 0;
          double judged = Math.min(1, 1.5 * q);
          log.row(x, action, reward, new double[] {1 - q, q}, new double[] {1 - judged, judged});
          before = action;
        }
      }
    }
    return log;
  }

  private static double probability(Problem p, double[] x, double slope) {
    return 1 / (1 + p.odds * Math.exp(slope * (x[0] - x[1])));
  }

  private static Set<Alarm> alarms(Problem problem, long seed) {
    FeatureTable log = draw(problem, seed);
    FeatureResult result =
        FeatureEvaluation.of(
            problem.estimated ? log.estimatingBehavior() : log, FeatureSettings.defaults(), KINDS);
    EvaluationResult answer = result.evaluation();
    Set<Alarm> alarms = EnumSet.noneOf(Alarm.class);
    add(
        alarms,
        Alarm.PROPENSITIES,
        answer.assumptions().of(Assumption.PROPENSITIES).isContradicted());
    add(alarms, Alarm.MARKOV, answer.assumptions().of(Assumption.MARKOV).isContradicted());
    add(alarms, Alarm.OVERLAP, answer.assumptions().of(Assumption.OVERLAP).isContradicted());
    add(
        alarms,
        Alarm.ROWS_DISAGREE,
        answer.assumptions().of(Assumption.PROPENSITIES).figure().startsWith("rows disagree"));
    add(alarms, Alarm.POOR_BASIS, objects(answer, IntervalKind.EFFICIENT, "too poor"));
    add(alarms, Alarm.ROBUST_CONTRADICTS, objects(answer, IntervalKind.EFFICIENT, "robust"));
    add(alarms, Alarm.NOT_A_BANDIT, objects(answer, IntervalKind.BANDIT, "actions move"));
    for (StateShift shift : result.shifts()) {
      add(alarms, Alarm.PLANNING, shift.verdict(StepShift.TOLERANCE) == StepShift.Verdict.PLANNING);
      add(alarms, Alarm.MOVES, shift.moves().stream().anyMatch(StateShift.Move::clear));
    }
    for (var step : answer.steps()) {
      Verdict.Kind kind = step.verdict().kind();
      add(alarms, Alarm.VERDICT, kind == Verdict.Kind.BETTER || kind == Verdict.Kind.WORSE);
    }
    return alarms;
  }

  private static void add(Set<Alarm> alarms, Alarm alarm, boolean raised) {
    if (raised) {
      alarms.add(alarm);
    }
  }

  private static boolean objects(EvaluationResult answer, IntervalKind kind, String words) {
    return answer.objections().getOrDefault(kind, List.of()).stream()
        .anyMatch(objection -> objection.contains(words));
  }
}
