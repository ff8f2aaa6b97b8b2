package io.sluice.benchmarks;

import io.sluice.mdp.Policy;
import io.sluice.model.Model.Pooling;
import io.sluice.simulation.ChainBandit;
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

/**
 * Coverage of the {@code efficient} interval (nominal 95%) at every step of every problem, over
 * many logs: 2,000 unless told otherwise on the command line.
 */
public final class EfficientStudy {
  private EfficientStudy() {}

  private record Case(String name, Environment environment, Policy evaluated, int episodes) {}

  public static void main(String[] args) {
    int runs = args.length > 0 ? Integer.parseInt(args[0]) : 2_000;
    for (Pooling pooling : Pooling.values()) {
      System.out.printf("%s model, coverage at each step over %d logs%n", pooling, runs);
      double least = 1;
      double most = 0;
      for (Case c : cases()) {
        StringBuilder line = new StringBuilder("  %-24s".formatted(c.name()));
        for (CoverageStudy.Point point : study(c, pooling, runs).run(Progress.SILENT)) {
          boolean certain = c.name().startsWith("grid") && point.step() == 1; // has no variance
          line.append(String.format(Locale.ROOT, " %.3f%s", point.coverage(), certain ? "*" : ""));
          least = certain ? least : Math.min(least, point.coverage());
          most = certain ? most : Math.max(most, point.coverage());
        }
        System.out.println(line);
      }
      System.out.printf(Locale.ROOT, "  least %.3f, most %.3f (without *)%n", least, most);
    }
  }

  private static List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    Environment chain = ChainBandit.of(3);
    for (int episodes : new int[] {1_000, 2_000, 10_000}) {
      for (double lambda : new double[] {0, 0.2, 0.4, 0.6, 0.9, 1}) {
        Policy evaluated = ChainBandit.evaluated(chain, lambda);
        cases.add(
            new Case("chain λ=%s T=%d".formatted(lambda, episodes), chain, evaluated, episodes));
      }
    }
    Environment grid = GridWorld.paper().environment();
    for (double lambda : new double[] {0.1, 0.5}) {
      cases.add(new Case("grid λ=" + lambda, grid, GridWorld.evaluated(grid, lambda), 2_000));
    }
    Environment search = SearchSession.mixed().environment();
    cases.add(new Case("search", search, Policy.uniform(search.shape()), 2_000));
    for (double dial : new double[] {0, 0.5, 1}) {
      Environment random = RandomMdp.of(8, 3, 4, dial).environment(2);
      cases.add(new Case("random dial=" + dial, random, Policy.uniform(random.shape()), 1_000));
    }
    return cases;
  }

  private static CoverageStudy study(Case c, Pooling pooling, int runs) {
    CoverageStudy.Method efficient =
        Makers.efficient(pooling, c.environment().behavior(), c.evaluated(), 0.05);
    return new CoverageStudy(
        c.environment(), c.evaluated(), List.of(efficient), c.episodes(), runs, 777);
  }
}
