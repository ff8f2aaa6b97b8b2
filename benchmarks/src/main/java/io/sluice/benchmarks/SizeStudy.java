package io.sluice.benchmarks;

import io.sluice.counts.TransitionCounts;
import io.sluice.interval.Interval;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Width and coverage of every interval on a bandit-like step as the number of states goes from 10
 * to 10,000, at 100,000 episodes. Prints a table, draws pictures into {@code docs/images}, and ends
 * with whether the widths that must not depend on the number of states do not; exits with 1 if they
 * do.
 *
 * <p>Arguments, all optional: how many logs of each size, the folder of the pictures, and how many
 * episodes each log has.
 */
public final class SizeStudy {
  private static final int EPISODES = 100_000;
  private static final List<Integer> SIZES = List.of(10, 30, 100, 300, 1_000, 3_000, 10_000);
  private static final int RUNS = 200;

  /** How much wider than at the first size a width may be that must not depend on it. */
  static final double MOST_GROWTH = 1.2;

  private SizeStudy() {}

  /** What was seen of one line at one size. */
  record Point(int states, double width, int covered, int runs) {
    double coverage() {
      return covered / (double) runs;
    }
  }

  /** A line at all sizes. */
  record Seen(SizeLine line, List<Point> points) {
    Seen {
      points = List.copyOf(points);
    }

    /** The widest over the width at the first size. */
    double growth() {
      double most = points.stream().mapToDouble(Point::width).max().orElseThrow();
      return most / points.get(0).width();
    }

    double leastCoverage() {
      return points.stream().mapToDouble(Point::coverage).min().orElseThrow();
    }

    /** Narrow at all sizes, and no rarer over the truth than 95% less four standard errors. */
    boolean holds() {
      double error = Math.sqrt(0.95 * 0.05 / points.get(0).runs());
      return growth() <= MOST_GROWTH && leastCoverage() >= 0.95 - 4 * error;
    }
  }

  public static void main(String[] args) throws IOException {
    int runs = args.length > 0 ? Integer.parseInt(args[0]) : RUNS;
    Path images = Path.of(args.length > 1 ? args[1] : "docs/images");
    int episodes = args.length > 2 ? Integer.parseInt(args[2]) : EPISODES;
    List<Seen> seen = run(SIZES, episodes, runs);
    System.out.print(table(seen));
    SizeCharts.write(seen, episodes, images);
    List<Seen> failing = seen.stream().filter(s -> s.line().mustHold() && !s.holds()).toList();
    for (Seen s : failing) {
      System.out.printf(
          Locale.ROOT,
          "DOES NOT HOLD  %s: grows %.2f times, covers %.3f%n",
          s.line().label(),
          s.growth(),
          s.leastCoverage());
    }
    if (failing.isEmpty()) {
      System.out.printf(
          Locale.ROOT,
          "HOLDS  at most %.1f times as wide as with %d states: all lines marked *%n",
          MOST_GROWTH,
          SIZES.get(0));
    } else {
      System.exit(1);
    }
  }

  /** Runs the study; the same for any number of threads. */
  static List<Seen> run(List<Integer> sizes, int episodes, int runs) {
    Map<SizeLine, List<Point>> points = new EnumMap<>(SizeLine.class);
    for (int states : sizes) {
      SizeProblem problem = new SizeProblem(states);
      List<Map<SizeLine, Interval>> logs =
          IntStream.range(0, runs)
              .parallel()
              .mapToObj(run -> intervals(problem, episodes, new SplittableRandom(run)))
              .toList();
      for (SizeLine line : SizeLine.values()) {
        List<Interval> intervals = logs.stream().map(log -> log.get(line)).toList();
        double width = intervals.stream().mapToDouble(Interval::width).sum() / runs;
        long covered = intervals.stream().filter(i -> i.contains(SizeProblem.effect())).count();
        points
            .computeIfAbsent(line, l -> new ArrayList<>())
            .add(new Point(states, width, (int) covered, runs));
      }
    }
    return points.entrySet().stream().map(e -> new Seen(e.getKey(), e.getValue())).toList();
  }

  private static Map<SizeLine, Interval> intervals(
      SizeProblem problem, int episodes, SplittableRandom random) {
    TransitionCounts first = problem.log(episodes / 2, random);
    TransitionCounts second = problem.log(episodes / 2, random);
    return SizeIntervals.of(problem, first, second);
  }

  /** As Markdown. */
  private static String table(List<Seen> seen) {
    StringBuilder text = new StringBuilder("| mean width at \\|X\\| =");
    StringBuilder rule = new StringBuilder("|---");
    for (Point point : seen.get(0).points()) {
      text.append(String.format(Locale.ROOT, " | %,d", point.states()));
      rule.append("|---");
    }
    text.append(" | grows | covers |\n").append(rule).append("|---|---|\n");
    for (Seen s : seen) {
      text.append("| ").append(s.line().label()).append(s.line().mustHold() ? " *" : "");
      for (Point point : s.points()) {
        text.append(" | ").append(number(point.width()));
      }
      text.append(String.format(Locale.ROOT, " | %.2f | %.3f |%n", s.growth(), s.leastCoverage()));
    }
    return text.toString();
  }

  private static String number(double width) {
    return String.format(Locale.ROOT, width < 0.1 ? "%.4f" : width < 1 ? "%.3f" : "%.2f", width);
  }
}
