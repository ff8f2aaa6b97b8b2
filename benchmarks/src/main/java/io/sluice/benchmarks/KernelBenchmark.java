package io.sluice.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * How fast plans and intervals are, as ratios to plain C loops and to reading the same bytes: three
 * sizes, next states anywhere and near. Ends with what must hold, and with exit code 1 if it does
 * not.
 *
 * <p>Arguments, all optional: numbers of states, with commas; rounds; {@code store} or {@code
 * check} and a file of ratios to the probe. Checked, a kernel that has become {@value #SLOWER}
 * times slower relative to the probe is an error. Stored, others in the file stay as they are.
 */
public final class KernelBenchmark {
  /** So many states are worth a second thread. */
  static final int LARGE = 100_000;

  private static final double SLOWER = 1.5;
  private static final int[][] SIZES = {{1_000, 4, 5}, {100_000, 8, 10}, {1_000_000, 8, 10}};
  private static final int HORIZON = 20;

  private final List<String> broken = new ArrayList<>();
  private final Map<String, Double> ratios = new TreeMap<>();

  private KernelBenchmark() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    List<String> wanted = List.of((args.length > 0 ? args[0] : "1000,100000,1000000").split(","));
    List<String> known = Stream.of(SIZES).map(size -> String.valueOf(size[0])).toList();
    if (!known.containsAll(wanted)) { // nothing measured would be nothing missed
      System.err.println("states: needs some of %s, got %s".formatted(known, wanted));
      System.exit(2);
    }
    int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 5;
    Map<String, Double> stored = // read at once: a missing file need not wait for the measurements
        args.length > 3 && args[2].equals("check")
            ? StoredRatios.read(Files.readAllLines(Path.of(args[3])))
            : Map.of();
    KernelBenchmark benchmark = new KernelBenchmark();
    for (int[] size : SIZES) {
      for (boolean local : new boolean[] {false, true}) {
        if (wanted.contains(String.valueOf(size[0]))) {
          KernelProblem problem = KernelProblem.of(size[0], size[1], size[2], HORIZON, local);
          if (problem.transitions() < 10_000_000) {
            benchmark.report(KernelRun.of(problem, rounds));
          } else {
            benchmark.report(KernelRun.ofPlans(problem, rounds));
            benchmark.report(KernelRun.ofIntervals(problem, rounds));
          }
        }
      }
    }
    if (args.length > 3 && args[2].equals("store")) {
      StoredRatios.store(Path.of(args[3]), benchmark.ratios);
    }
    benchmark.broken.addAll(StoredRatios.slower(stored, benchmark.ratios, SLOWER));
    benchmark.broken.forEach(line -> System.out.println("MISSED  " + line));
    System.out.println(benchmark.broken.isEmpty() ? "all bounds hold" : "some bounds do not hold");
    System.exit(benchmark.broken.isEmpty() ? 0 : 1);
  }

  private void report(KernelRun run) {
    KernelProblem problem = run.problem();
    System.out.printf(
        "%n%s: %d actions, %d successors, %d steps%n",
        problem.name(), problem.shape().actions(), problem.successors(), HORIZON);
    if (!run.missing().isEmpty()) {
      System.out.println(
          "  without "
              + String.join(", ", run.missing())
              + ": not available here, or not at the root");
    }
    for (Kernel kernel : run.kernels()) {
      double ratio = run.ratio(kernel.name(), "probe").orElseThrow();
      if (!ReferencePrograms.NAMES.contains(kernel.name()) && !kernel.name().equals("probe")) {
        ratios.put(problem.name() + ", " + kernel.name(), ratio);
      }
      System.out.printf(
          "  %-22s %8.2f ns per transition and step   %6.2f × probe%n",
          kernel.name(), run.perTransition(kernel), ratio);
    }
    same(run, "vi", "vi in C");
    same(run, "spvi", "spvi in C");
    same(run, "vi", "vi, 2 threads");
    same(run, "spvi", "spvi, 2 threads");
    atMost(run, "vi", "vi in C", 1.5);
    atMost(run, "spvi", "spvi in C", 1.6);
    atMost(run, "spvi", "vi", 3.5);
    atMost(run, "efficient, the whole", "vi", 6);
    if (problem.shape().states() >= LARGE) {
      atMost(run, "vi, 2 threads", "vi, 1 thread", 1 / 1.6);
    }
    for (String peer : ReferencePrograms.PEERS) {
      close(run, "vi", peer);
      atMost(run, "vi, 2 threads", peer, 1);
    }
    run.ratio("vi, 2 threads", "vi in C")
        .ifPresent(
            ratio -> System.out.printf("  seen    vi, 2 threads is %.2f × vi in C%n", ratio));
  }

  private void atMost(KernelRun run, String kernel, String other, double most) {
    run.ratio(kernel, other)
        .ifPresent(
            ratio -> {
              String line = "%s: %s is %.2f × %s, at most %.3g wanted";
              say(ratio <= most, line.formatted(run.problem().name(), kernel, ratio, other, most));
            });
  }

  private void same(KernelRun run, String kernel, String other) {
    agree(run, kernel, other, 0);
  }

  /** Peers add up in another order. */
  private void close(KernelRun run, String kernel, String other) {
    agree(run, kernel, other, 1e-10);
  }

  private void agree(KernelRun run, String kernel, String other, double difference) {
    if (run.kernel(kernel).isPresent() && run.kernel(other).isPresent()) {
      double sum = run.kernel(kernel).get().sum();
      double otherSum = run.kernel(other).get().sum();
      if (!(Math.abs(sum - otherSum) <= difference * Math.abs(sum))) {
        say(
            false,
            "%s: %s and %s must give the same values, got sums %s and %s"
                .formatted(run.problem().name(), kernel, other, sum, otherSum));
      }
    }
  }

  private void say(boolean holds, String line) {
    System.out.println((holds ? "  holds   " : "  MISSED  ") + line);
    if (!holds) {
      broken.add(line);
    }
  }
}
