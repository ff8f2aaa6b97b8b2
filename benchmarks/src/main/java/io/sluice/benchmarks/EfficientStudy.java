package io.sluice.benchmarks;

import static java.util.Comparator.comparingDouble;

import io.sluice.mdp.Policy;
import io.sluice.model.Model.Pooling;
import io.sluice.simulation.ChainBandit;
import io.sluice.simulation.EfficientLimit;
import io.sluice.simulation.Environment;
import io.sluice.simulation.GridWorld;
import io.sluice.simulation.RandomMdp;
import io.sluice.simulation.SearchSession;
import io.sluice.simulation.study.CoverageStudy;
import io.sluice.simulation.study.Makers;
import io.sluice.simulation.study.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The {@code efficient} interval (nominal 95%) at every step of every problem: how often it holds
 * the truth, and how wide it is at 10,000 episodes, over the width that it has in the limit. 10,000
 * logs of each problem, and a seed that no choice was made with, unless told otherwise on the
 * command line.
 *
 * <p>Ends with whether both are as they should be, and with exit code 1 if not.
 */
public final class EfficientStudy {
  private static final double DELTA = 0.05;
  private static final int LONG = 10_000;

  private EfficientStudy() {}

  private record Case(String name, Environment environment, Policy evaluated, int episodes) {
    @Override
    public String toString() {
      return String.format(Locale.ROOT, "%-15s T = %,6d", name, episodes);
    }
  }

  /** What was seen at one step; {@code ratio} is the mean width over its limit. */
  private record Seen(
      Case c, Pooling pooling, int step, double coverage, double ratio, boolean certain) {
    @Override
    public String toString() {
      return "%s, %s, step %d".formatted(c.toString().replaceAll(" +", " "), pooling, step);
    }
  }

  public static void main(String[] args) {
    int runs = args.length > 0 ? Integer.parseInt(args[0]) : 10_000;
    long seed = args.length > 1 ? Long.parseLong(args[1]) : 900_000_000_000L;
    System.out.printf(
        Locale.ROOT, "coverage at each step over %,d logs, and mean width / limit%n", runs);
    List<Seen> all = new ArrayList<>();
    for (Case c : cases()) {
      List<Seen> both = measure(c, runs, seed);
      for (Pooling pooling : Pooling.values()) {
        List<Seen> steps = both.stream().filter(s -> s.pooling() == pooling).toList();
        String widths = c.episodes() == LONG ? "   width " + line(steps, Seen::ratio) : "";
        System.out.printf("%s  %-8s  %s%s%n", c, pooling, line(steps, Seen::coverage), widths);
      }
      all.addAll(both);
    }
    System.out.println("* no variance in the limit: left out of what follows");
    all.removeIf(Seen::certain);
    List<Seen> atLength = all.stream().filter(s -> s.c().episodes() == LONG).toList();
    boolean covers = judge("coverage", all, Seen::coverage, 0.93, 0.98);
    boolean narrow = judge("width / limit", atLength, Seen::ratio, 0, 1.1);
    System.out.println(covers && narrow ? "all of this holds" : "NOT all of this holds");
    System.exit(covers && narrow ? 0 : 1);
  }

  private static String line(List<Seen> steps, Function<Seen, Double> figure) {
    return steps.stream()
        .map(s -> s.certain() ? "    *" : String.format(Locale.ROOT, "%.3f", figure.apply(s)))
        .collect(Collectors.joining(" "));
  }

  private static boolean judge(
      String what, List<Seen> seen, ToDoubleFunction<Seen> figure, double least, double most) {
    Seen low = seen.stream().min(comparingDouble(figure)).orElseThrow();
    Seen high = seen.stream().max(comparingDouble(figure)).orElseThrow();
    System.out.printf(
        Locale.ROOT,
        "%s: least %.4f (%s), most %.4f (%s), wanted between %s and %s%n",
        what,
        figure.applyAsDouble(low),
        low,
        figure.applyAsDouble(high),
        high,
        least,
        most);
    return figure.applyAsDouble(low) >= least && figure.applyAsDouble(high) <= most;
  }

  private static List<Seen> measure(Case c, int runs, long seed) {
    Environment environment = c.environment();
    List<CoverageStudy.Method> methods = new ArrayList<>();
    for (Pooling pooling : Pooling.values()) {
      CoverageStudy.Method efficient =
          Makers.efficient(pooling, environment.behavior(), c.evaluated(), DELTA);
      methods.add(new CoverageStudy.Method(pooling.name(), efficient.maker()));
    }
    List<Seen> seen = new ArrayList<>();
    for (CoverageStudy.Point point :
        new CoverageStudy(environment, c.evaluated(), methods, c.episodes(), runs, seed)
            .run(Progress.SILENT)) {
      Pooling pooling = Pooling.valueOf(point.method());
      EfficientLimit limit = EfficientLimit.of(environment, c.evaluated(), point.step(), pooling);
      double ratio = point.meanWidth() / limit.width(c.episodes(), DELTA);
      boolean certain = limit.variance() == 0;
      seen.add(new Seen(c, pooling, point.step(), point.coverage(), ratio, certain));
    }
    return seen;
  }

  private static List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    Environment chain = ChainBandit.of(3);
    for (double lambda : new double[] {0, 0.2, 0.4, 0.6, 0.9, 1}) {
      Policy evaluated = ChainBandit.evaluated(chain, lambda);
      Stream.of(1_000, 2_000, LONG)
          .forEach(t -> cases.add(new Case("chain λ=" + lambda, chain, evaluated, t)));
    }
    Environment grid = GridWorld.paper().environment();
    for (double lambda : new double[] {0.1, 0.5}) {
      Policy evaluated = GridWorld.evaluated(grid, lambda);
      Stream.of(2_000, LONG)
          .forEach(t -> cases.add(new Case("grid λ=" + lambda, grid, evaluated, t)));
    }
    Environment search = SearchSession.mixed().environment();
    Stream.of(1_000, 2_000, LONG)
        .forEach(t -> cases.add(new Case("search", search, Policy.uniform(search.shape()), t)));
    for (double dial : new double[] {0, 0.5, 1}) {
      Environment random = RandomMdp.of(8, 3, 4, dial).environment(2);
      Policy uniform = Policy.uniform(random.shape());
      Stream.of(1_000, LONG)
          .forEach(t -> cases.add(new Case("random --dial " + dial, random, uniform, t)));
    }
    return cases;
  }
}
