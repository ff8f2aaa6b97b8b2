package io.sluice.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import io.sluice.features.FeatureLearning;
import io.sluice.features.FeatureSettings;
import io.sluice.features.FeatureSettings.NuisanceChoice;
import io.sluice.features.FeatureTable;
import io.sluice.policy.SavedPolicy;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Are policy trees better if the targets they are fitted to take Q̂ from boosted trees?
 *
 * <p><b>Rule, written before the judging run.</b> Four problems ({@link LearningProblem}): {@code
 * smooth} and {@code thresholds}, which is {@code ContinuousSession} at strength 1; and {@code
 * jumps} of 2 and 6, made for boosted trees to be of use. Logs of 1,000 and of 4,000 episodes, 40
 * for each of these eight cells. {@code tree-2} learns from all of a log with {@code ridge}, {@code
 * boosted} and {@code auto}; {@code vi}, which never uses trees, is there for comparison. Values
 * are from 20,000 rollouts with the same random numbers for all policies. What is compared is the
 * difference from {@code ridge} on the same log, with its standard error over logs. Then {@code
 * certified} with {@code ridge} and {@code auto}, on the first 15 logs of 1,000 episodes of {@code
 * thresholds} and of {@code jumps} of 6; its judges use the same regressions, so this is of both
 * together, and where nothing is certified the logged policy stays.
 *
 * <p><b>Limits.</b> Boosted targets are kept if {@code tree-2} with {@code auto} is better than
 * with {@code ridge} by more than two standard errors in at least two of the eight cells, and worse
 * by more than two in none. The default becomes {@code auto} only if it is better by more than two
 * in {@code thresholds} at both sizes; otherwise it stays {@code ridge}, which takes a tenth of the
 * time and keeps no rows. For {@code certified} there is no limit: 15 logs are too few.
 *
 * <p><b>Seeds.</b> 900,001 to 900,012, and 1,000 to 13,000 more, were used to choose the form: at
 * first V̂(x′) was that of boosted trees too, for {@code tree-2} and {@code vi}. Then {@code vi}
 * lost 0.004 ± 0.001 and 0.007 ± 0.001 in {@code thresholds}, 0.021 ± 0.008 and 0.013 ± 0.004 in
 * {@code jumps} of 6, and {@code tree-2} with {@code boosted} 0.030 ± 0.010 and 0.005 ± 0.003 in
 * {@code thresholds} (1,000 and 4,000 episodes; 6, 10 and 12 logs). The judging run has seeds from
 * 950,001, once: 1,000 more for every further problem, 10,000 more for 4,000 episodes.
 *
 * <p>Arguments: logs of a cell (40), logs for {@code certified} (15), first seed (950,001).
 */
public final class BoostedLearningStudy {
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private static final List<NuisanceChoice> ALL =
      List.of(NuisanceChoice.RIDGE, NuisanceChoice.BOOSTED, NuisanceChoice.AUTO);
  private static final List<NuisanceChoice> USABLE =
      List.of(NuisanceChoice.RIDGE, NuisanceChoice.AUTO);
  private static final List<LearningProblem> PROBLEMS =
      List.of(
          LearningProblem.Session.of(false),
          LearningProblem.Session.of(true),
          new LearningProblem.Jumps(2),
          new LearningProblem.Jumps(6));

  private BoostedLearningStudy() {}

  public static void main(String[] args) {
    int logs = args.length > 0 ? Integer.parseInt(args[0]) : 40;
    int certified = args.length > 1 ? Integer.parseInt(args[1]) : 15;
    long first = args.length > 2 ? Long.parseLong(args[2]) : 950_001;
    for (int p = 0; p < PROBLEMS.size(); p++) {
      LearningProblem problem = PROBLEMS.get(p);
      for (int episodes : new int[] {1_000, 4_000}) {
        long seed = first + 1_000L * p + (episodes == 1_000 ? 0 : 10_000L);
        System.out.printf(
            Locale.ROOT,
            "%s, %d episodes: logged %.4f%n",
            problem,
            episodes,
            problem.value(Optional.empty()));
        print(problem, "vi", List.of(NuisanceChoice.RIDGE), logs, seed, episodes);
        print(problem, "tree-2", ALL, logs, seed, episodes);
        if (episodes == 1_000 && p % 2 == 1) {
          print(problem, FeatureLearning.CERTIFIED, USABLE, certified, seed, episodes);
        }
      }
    }
  }

  private static void print(
      LearningProblem problem,
      String learner,
      List<NuisanceChoice> choices,
      int logs,
      long first,
      int episodes) {
    double[][] values = new double[choices.size()][logs];
    int[] certified = new int[choices.size()];
    double[] seconds = new double[choices.size()];
    for (int i = 0; i < logs; i++) {
      FeatureTable log = problem.draw(first + i, episodes);
      for (int n = 0; n < values.length; n++) {
        long begun = SYSTEM.getProcessCpuTime();
        Optional<SavedPolicy> policy =
            learned(log, FeatureSettings.defaults().with(choices.get(n)), learner);
        seconds[n] += (SYSTEM.getProcessCpuTime() - begun) / 1e9;
        certified[n] += policy.isPresent() ? 1 : 0;
        values[n][i] = problem.value(policy);
      }
    }
    List<String> parts = new ArrayList<>();
    for (int n = 0; n < values.length; n++) {
      double sum = 0;
      double less = 0;
      double squares = 0;
      for (int i = 0; i < logs; i++) {
        double difference = values[n][i] - values[0][i];
        sum += values[n][i];
        less += difference / logs;
        squares += difference * difference / logs;
      }
      parts.add(
          String.format(
              Locale.ROOT,
              "%s %.4f (%+.4f ± %.4f; %d policies, %.1f s)",
              choices.get(n),
              sum / logs,
              less,
              Math.sqrt(Math.max(0, squares - less * less) / Math.max(1, logs - 1)),
              certified[n],
              seconds[n]));
    }
    System.out.printf(
        Locale.ROOT, "  %-10s %d logs: %s%n", learner, logs, String.join("; ", parts));
  }

  private static Optional<SavedPolicy> learned(
      FeatureTable log, FeatureSettings settings, String learner) {
    return learner.equals(FeatureLearning.CERTIFIED)
        ? FeatureLearning.choice(log, settings)
        : Optional.ofNullable(
            FeatureLearning.learned(log, settings, List.of(learner)).get(learner));
  }
}
