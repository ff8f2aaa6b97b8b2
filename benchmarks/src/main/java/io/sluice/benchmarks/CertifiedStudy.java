package io.sluice.benchmarks;

import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Bonus;
import io.sluice.model.Model.Pooling;
import io.sluice.selection.Guarantee;
import io.sluice.simulation.ChainBandit;
import io.sluice.simulation.Decoys;
import io.sluice.simulation.Environment;
import io.sluice.simulation.GridWorld;
import io.sluice.simulation.RandomMdp;
import io.sluice.simulation.SearchSession;
import io.sluice.simulation.Truth;
import io.sluice.simulation.WetChicken;
import io.sluice.simulation.study.Choosers;
import io.sluice.simulation.study.Progress;
import io.sluice.simulation.study.SelectionStudy;
import io.sluice.simulation.study.SelectionStudy.Result;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What the certified choice keeps of its word, and what it gains, over many logs of every problem:
 * 1,000 unless told otherwise on the command line. Ends with what must hold, and with exit code 1
 * if it does not.
 */
public final class CertifiedStudy {
  private static final double DELTA = 0.05;
  private static final long SEED = 2_024;
  private static final int[] EPISODES = {200, 1_000, 5_000};

  private final int runs;
  private final List<String> broken = new ArrayList<>();

  private CertifiedStudy(int runs) {
    this.runs = runs;
  }

  public static void main(String[] args) {
    CertifiedStudy study = new CertifiedStudy(args.length > 0 ? Integer.parseInt(args[0]) : 1_000);
    study.onTheChain();
    study.everywhere();
    study.fooled();
    study.broken.forEach(what -> System.out.println("BROKEN  " + what));
    System.out.println(study.broken.isEmpty() ? "all that must hold holds" : "not all holds");
    System.exit(study.broken.isEmpty() ? 0 : 1);
  }

  private void require(boolean holds, String what) {
    if (!holds) {
      broken.add(what);
    }
  }

  private static void print(String format, Object... values) {
    System.out.printf(Locale.ROOT, format, values);
  }

  /** 95% of the optimum with at most 2,000 episodes, in the mean of 100 runs. */
  private void onTheChain() {
    Environment chain = ChainBandit.of(3);
    double logged = Truth.value(chain, chain.behavior());
    double optimum = Truth.optimum(chain);
    print("ChainBandit, share of the optimum %.4f in the mean of 100 runs%n", optimum);
    for (int episodes : new int[] {500, 1_000, 1_500, 2_000, 5_000}) {
      SelectionStudy.Method method = certified(chain, Pooling.POOLED, false);
      double gain =
          new SelectionStudy(chain, method, episodes, 100, SEED).run(Progress.SILENT).gain();
      double share = (logged + gain) / optimum;
      print("  T = %,6d   %.1f%%%n", episodes, 100 * share);
      require(episodes != 2_000 || share >= 0.95, "95% of the chain's optimum at T = 2,000");
    }
  }

  private void everywhere() {
    print("%nchosen over %,d logs, T episodes in all; worse than π_b must not exceed 5%%%n", runs);
    for (boolean finite : new boolean[] {false, true}) {
      print("%s%n", finite ? "finite-sample" : "asymptotic, pooled model");
      environments()
          .forEach(
              (name, environment) -> {
                for (int episodes : EPISODES) {
                  line(name, environment, Pooling.POOLED, finite, episodes);
                }
              });
    }
    print("asymptotic, a model per step%n");
    Environment changing = RandomMdp.of(8, 3, 3, 0.5).changingEnvironment(5);
    for (int episodes : EPISODES) {
      line("random, changing", changing, Pooling.PER_STEP, false, episodes);
    }
    print("finite-sample, longer logs%n");
    line("chain", ChainBandit.of(3), Pooling.POOLED, true, 20_000);
    line("search", SearchSession.mixed().environment(), Pooling.POOLED, true, 20_000);
  }

  private void line(
      String name, Environment environment, Pooling pooling, boolean finite, int episodes) {
    SelectionStudy.Method method = certified(environment, pooling, finite);
    Result r = new SelectionStudy(environment, method, episodes, runs, SEED).run(Progress.SILENT);
    print(
        "  %-20s T = %,6d   worse %5.1f%%   bound broken %5.1f%%   π_b kept %5.1f%%   gain %.4f of %.4f%n",
        name,
        episodes,
        100 * r.worseShare(),
        100.0 * r.broken() / runs,
        100.0 * r.kept() / runs,
        r.gain(),
        r.best());
    require(r.worseShare() <= 0.05, "worse than π_b in at most 5% of runs: " + name);
    require(r.broken() <= 0.05 * runs, "the bound holds in 95% of runs: " + name);
  }

  private static Map<String, Environment> environments() {
    Map<String, Environment> all = new LinkedHashMap<>();
    all.put("chain", ChainBandit.of(3));
    all.put("grid", GridWorld.paper().environment());
    all.put("grid, uniform start", GridWorld.paper().uniformStart().environment());
    for (double strength : new double[] {0, 0.5, 1}) {
      for (int seed = 1; seed <= 2; seed++) {
        all.put(
            "random %s #%d".formatted(strength, seed),
            RandomMdp.of(12, 3, 4, strength).environment(seed));
      }
    }
    all.put("search", SearchSession.mixed().environment());
    all.put("wet chicken, H = 10", WetChicken.of(10).environment());
    all.putAll(decoys());
    return all;
  }

  private static Map<String, Environment> decoys() {
    Map<String, Environment> all = new LinkedHashMap<>();
    all.put("decoys, 1 state", new Decoys(new Shape(1, 20, 1), 0.55, 0.5, 0.6).environment());
    all.put("decoys, 5 states", new Decoys(new Shape(5, 20, 3), 0.55, 0.5, 0.3).environment());
    all.put("decoys, mostly 1", new Decoys(new Shape(1, 20, 1), 0.95, 0.9, 0.6).environment());
    return all;
  }

  /** The control: without a certificate. */
  private void fooled() {
    print("%nno certificate: the highest estimate on the log itself%n");
    decoys()
        .forEach(
            (name, environment) -> {
              SelectionStudy.Method bold =
                  Choosers.highestEstimate(environment, Pooling.POOLED, bonus(environment));
              Result r =
                  new SelectionStudy(environment, bold, 1_000, runs, SEED).run(Progress.SILENT);
              print(
                  "  %-20s T = %,6d   worse %5.1f%%   gain %.4f%n",
                  name, 1_000, 100 * r.worseShare(), r.gain());
              require(r.worseShare() > 0.5, "the control is fooled: " + name);
            });
  }

  private static SelectionStudy.Method certified(
      Environment environment, Pooling pooling, boolean finite) {
    Guarantee guarantee =
        finite
            ? Guarantee.FiniteSample.hoeffding(
                environment.shape(), ValueRange.of(environment.shape()))
            : new Guarantee.Asymptotic(pooling);
    return Choosers.certified(environment, pooling, bonus(environment), guarantee, DELTA);
  }

  private static Bonus bonus(Environment environment) {
    return Bonus.paper(environment.shape(), DELTA);
  }
}
