package io.sluice.benchmarks;

import io.sluice.interval.TheoremInterval.Reading;
import io.sluice.mdp.Policy;
import io.sluice.simulation.ChainBandit;
import io.sluice.simulation.Environment;
import io.sluice.simulation.RandomMdp;
import io.sluice.simulation.SearchSession;
import io.sluice.simulation.study.CoverageStudy;
import io.sluice.simulation.study.Makers;
import io.sluice.simulation.study.Progress;
import java.util.List;
import java.util.Locale;

/**
 * What fusing the theorem's inputs saves: mean widths of {@code theorem} and {@code fused} (95%) at
 * every step, over 20 logs unless told otherwise on the command line.
 */
public final class FusedStudy {
  private static final double DELTA = 0.05;

  private FusedStudy() {}

  private record Case(String name, Environment environment, Policy evaluated) {}

  public static void main(String[] args) {
    int runs = args.length > 0 ? Integer.parseInt(args[0]) : 20;
    System.out.printf("mean width over %d logs, steps 1 … H; misses of all%n", runs);
    for (int episodes : new int[] {10_000, 100_000}) {
      for (Case c : cases()) {
        List<CoverageStudy.Point> points = study(c, episodes, runs).run(Progress.SILENT);
        int horizon = c.environment().shape().horizon();
        String title = String.format(Locale.ROOT, "%s, T = %,d", c.name(), episodes);
        print(title + ": theorem", points.subList(0, horizon));
        print(title + ": fused", points.subList(horizon, 2 * horizon));
      }
    }
  }

  private static void print(String title, List<CoverageStudy.Point> points) {
    StringBuilder line = new StringBuilder("  %-42s".formatted(title));
    int misses = 0;
    for (CoverageStudy.Point point : points) {
      line.append(String.format(Locale.ROOT, " %.3f", point.meanWidth()));
      misses += point.runs() - point.covered();
    }
    System.out.println(line + "   " + misses);
  }

  private static List<Case> cases() {
    Environment chain = ChainBandit.of(3);
    Environment search = SearchSession.mixed().environment();
    return List.of(
        new Case("chain, λ = 0.6", chain, ChainBandit.evaluated(chain, 0.6)),
        new Case("search session", search, Policy.uniform(search.shape())),
        random(0),
        random(1));
  }

  private static Case random(double strength) {
    Environment random = RandomMdp.of(8, 3, 4, strength).environment(2);
    String name = String.format(Locale.ROOT, "random, --dial %.0f", strength);
    return new Case(name, random, Policy.uniform(random.shape()));
  }

  private static CoverageStudy study(Case c, int episodes, int runs) {
    Policy behavior = c.environment().behavior();
    int successors = c.environment().shape().states() + 1;
    return new CoverageStudy(
        c.environment(),
        c.evaluated(),
        List.of(
            Makers.theorem(Reading.MEAN, behavior, c.evaluated(), successors, DELTA),
            Makers.fused(behavior, c.evaluated(), DELTA)),
        episodes,
        runs,
        777);
  }
}
