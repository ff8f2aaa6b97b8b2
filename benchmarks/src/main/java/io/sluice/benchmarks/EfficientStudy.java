package io.sluice.benchmarks;

import static java.util.Comparator.comparingDouble;

import io.sluice.counts.CountsAccumulator;
import io.sluice.counts.TransitionCounts;
import io.sluice.influence.EfficientInterval;
import io.sluice.influence.EfficientInterval.Variance;
import io.sluice.influence.InfluenceSums;
import io.sluice.influence.Influences;
import io.sluice.influence.LogSums;
import io.sluice.interval.EffectProfile;
import io.sluice.interval.Interval;
import io.sluice.interval.Part;
import io.sluice.mdp.Episode;
import io.sluice.mdp.Policy;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Model;
import io.sluice.model.Model.Pooling;
import io.sluice.model.Threads;
import io.sluice.simulation.ChainBandit;
import io.sluice.simulation.EfficientLimit;
import io.sluice.simulation.Environment;
import io.sluice.simulation.GridWorld;
import io.sluice.simulation.RandomMdp;
import io.sluice.simulation.Rollouts;
import io.sluice.simulation.SearchSession;
import io.sluice.simulation.Truth;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The {@code efficient} interval (nominal 95%), with its variance by episode, at every step of
 * every problem: how often it holds the truth, in how many logs its verdict is withheld because too
 * few outcomes carry its variance, and how wide it is at 10,000 episodes, over the width that it
 * has in the limit. 1,000 logs of each problem, and a seed that no choice was made with, unless
 * told otherwise on the command line.
 *
 * <p>What should hold: covered or withheld in at least 91% of logs of 200 episodes and 93% of
 * longer ones; covered in at most 97% of logs of 500 episodes or more, by the interval without its
 * charge for pairs that were never seen; at 10,000 episodes at most 1.05 times as wide as in the
 * limit. Ends with whether it does, and with exit code 1 if not.
 *
 * <p>Why without that charge: a pair without rows has to be charged with all that is possible, so
 * that a log that lacks it is covered nearly always, and at a step where many logs lack one, so is
 * the truth. That is demanded of the interval, and no sign that its standard error is too large.
 * The share among logs with a row of every pair would not do instead: they are the lucky ones of
 * all logs, so an interval whose standard error is right covers more than 95% of them. Without the
 * charge the same interval is what its standard error makes of it. Both are printed, with how
 * coverage splits between logs with and without a charge, for every step above 97%.
 *
 * <p>Seeds: 910,000,000,000 was judged, with 1,000 logs, before the last change to hidden variance,
 * and 911,000,000,000 with 100 logs after it; coverage was split on 5,000. The default,
 * 912,000,000,000, had never been used when the rules were fixed.
 */
public final class EfficientStudy {
  private static final double DELTA = 0.05;
  private static final int LONG = 10_000;
  private static final int FEW = 200;
  private static final double MOST = 0.97;

  /** Effects and bounds are sums in different orders: they agree no better than this. */
  private static final double ROUNDING = 1e-12;

  private EfficientStudy() {}

  record Case(String name, Environment environment, Policy evaluated, int episodes) {
    @Override
    public String toString() {
      return String.format(Locale.ROOT, "%-15s T = %,6d", name, episodes);
    }
  }

  /**
   * What was seen at one step.
   *
   * @param withheld the share of logs without a verdict
   * @param safe the share of logs where the truth is covered or the verdict withheld
   * @param charged the share of logs that are charged for pairs never seen
   * @param coveredCharged the share of all logs that are charged and covered
   * @param uncharged how often the interval without that charge covers
   * @param ratio the mean width over its limit
   */
  private record Seen(
      Case c,
      Pooling pooling,
      int step,
      double coverage,
      double withheld,
      double safe,
      double charged,
      double coveredCharged,
      double uncharged,
      double ratio,
      boolean certain) {
    @Override
    public String toString() {
      return "%s, %s, step %d".formatted(c.toString().replaceAll(" +", " "), pooling, step);
    }
  }

  public static void main(String[] args) {
    int runs = args.length > 0 ? Integer.parseInt(args[0]) : 1_000;
    long seed = args.length > 1 ? Long.parseLong(args[1]) : 912_000_000_000L;
    System.out.printf(
        Locale.ROOT,
        "coverage at each step over %,d logs, share withheld, coverage without the charge for pairs never seen, and mean width / limit%n",
        runs);
    List<Seen> all = new ArrayList<>();
    for (Case c : cases(FEW, 500, 1_000, 2_000, LONG)) {
      List<Seen> both = measure(c, runs, seed);
      for (Pooling pooling : Pooling.values()) {
        List<Seen> steps = both.stream().filter(s -> s.pooling() == pooling).toList();
        String widths = c.episodes() == LONG ? "   width " + line(steps, Seen::ratio) : "";
        System.out.printf(
            "%s  %-8s  %s   withheld %s   without charge %s%s%n",
            c,
            pooling,
            line(steps, Seen::coverage),
            line(steps, Seen::withheld),
            line(steps, Seen::uncharged),
            widths);
      }
      all.addAll(both);
    }
    System.out.println("* no variance in the limit: left out of what follows");
    all.removeIf(Seen::certain);
    List<Seen> atLength = all.stream().filter(s -> s.c().episodes() == LONG).toList();
    List<Seen> few = all.stream().filter(s -> s.c().episodes() == FEW).toList();
    List<Seen> more = all.stream().filter(s -> s.c().episodes() > FEW).toList();
    boolean holds = judge("covered or withheld, 200 episodes", few, Seen::safe, 0.91, 1);
    holds &= judge("covered or withheld, 500 episodes or more", more, Seen::safe, 0.93, 1);
    holds &= judge("covered without the charge, 500 or more", more, Seen::uncharged, 0, MOST);
    holds &= judge("width / limit", atLength, Seen::ratio, 0, 1.05);
    split(more);
    System.out.println(holds ? "all of this holds" : "NOT all of this holds");
    System.exit(holds ? 0 : 1);
  }

  /** How coverage splits where it is high: not judged. */
  private static void split(List<Seen> seen) {
    List<Seen> high = seen.stream().filter(s -> s.coverage() > MOST).toList();
    System.out.printf(
        "covered with the charge in more than %s: %,d of %,d steps; there%n",
        MOST, high.size(), seen.size());
    for (Seen s : high) {
      System.out.printf(
          Locale.ROOT,
          "  %s: covered %.3f; charged %.3f, of these covered %s, of the others %s; withheld %.3f; without charge %.3f%n",
          s,
          s.coverage(),
          s.charged(),
          share(s.coveredCharged(), s.charged()),
          share(s.coverage() - s.coveredCharged(), 1 - s.charged()),
          s.withheld(),
          s.uncharged());
    }
  }

  private static String share(double some, double all) {
    return all == 0 ? "-" : String.format(Locale.ROOT, "%.3f", some / all);
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
    long beyond =
        seen.stream()
            .filter(s -> figure.applyAsDouble(s) < least || figure.applyAsDouble(s) > most)
            .count();
    System.out.printf(Locale.ROOT, "  outside at %,d of %,d steps%n", beyond, seen.size());
    return beyond == 0;
  }

  private static List<Seen> measure(Case c, int runs, long seed) {
    List<Seen> seen = new ArrayList<>();
    List<List<EffectProfile>> all =
        IntStream.range(0, runs).parallel().mapToObj(run -> profiles(c, seed + run)).toList();
    List<Double> truth = Truth.of(c.environment(), c.evaluated()).effects();
    for (Pooling pooling : Pooling.values()) {
      for (int h = 1; h <= truth.size(); h++) {
        double covered = 0;
        double withheld = 0;
        double safe = 0;
        double charged = 0;
        double coveredCharged = 0;
        double uncharged = 0;
        double width = 0;
        for (List<EffectProfile> run : all) {
          Interval interval = run.get(pooling.ordinal()).at(h);
          double effect = truth.get(h - 1);
          boolean covers = holds(effect, interval.lower(), interval.upper());
          Optional<Part> charge =
              interval.parts().stream()
                  .filter(part -> part.source() == Part.Source.UNSEEN_PAIRS)
                  .findFirst();
          boolean without =
              holds(
                  effect,
                  interval.lower() + charge.map(Part::below).orElse(0.0),
                  interval.upper() - charge.map(Part::above).orElse(0.0));
          boolean silent = withheld(interval);
          covered += covers ? 1 : 0;
          withheld += silent ? 1 : 0;
          safe += covers || silent ? 1 : 0;
          charged += charge.isPresent() ? 1 : 0;
          coveredCharged += charge.isPresent() && covers ? 1 : 0;
          uncharged += without ? 1 : 0;
          width += interval.width();
        }
        EfficientLimit limit = EfficientLimit.of(c.environment(), c.evaluated(), h, pooling);
        double ratio = width / runs / limit.width(c.episodes(), DELTA);
        seen.add(
            new Seen(
                c,
                pooling,
                h,
                covered / runs,
                withheld / runs,
                safe / runs,
                charged / runs,
                coveredCharged / runs,
                uncharged / runs,
                ratio,
                limit.variance() == 0));
      }
    }
    return seen;
  }

  /** Whether too few outcomes carry its variance. */
  static boolean withheld(Interval interval) {
    return interval.error().orElseThrow().carriedBy().orElse(0) < EfficientInterval.LEAST_OUTCOMES;
  }

  private static boolean holds(double truth, double lower, double upper) {
    return lower - ROUNDING <= truth && truth <= upper + ROUNDING;
  }

  /** The intervals of one log, by the way of pooling. */
  private static List<EffectProfile> profiles(Case c, long seed) {
    Environment environment = c.environment();
    CountsAccumulator counts = new CountsAccumulator(environment.shape());
    List<Episode> episodes = new ArrayList<>();
    new Rollouts(environment, seed).forEachEpisode(c.episodes(), episodes::add);
    episodes.forEach(counts::add);
    TransitionCounts counted = counts.toCounts();
    List<EffectProfile> profiles = new ArrayList<>();
    for (Pooling pooling : Pooling.values()) {
      Influences influences =
          Influences.of(
              LogSums.borrowing(counted, Model.estimate(counted, pooling)),
              ValueRange.of(environment.shape()),
              environment.behavior(),
              c.evaluated(),
              step -> false,
              new Threads(1));
      InfluenceSums sums = new InfluenceSums(influences, false);
      episodes.forEach(sums::add);
      profiles.add(EfficientInterval.profile(influences, sums, Variance.SHRUNK, DELTA));
    }
    return profiles;
  }

  /** Every problem and policy, with so many episodes. */
  static List<Case> cases(int... episodes) {
    List<Case> cases = new ArrayList<>();
    Environment chain = ChainBandit.of(3);
    for (double lambda : new double[] {0, 0.2, 0.4, 0.6, 0.9, 1}) {
      Policy evaluated = ChainBandit.evaluated(chain, lambda);
      add(cases, "chain λ=" + lambda, chain, evaluated, episodes);
    }
    Environment grid = GridWorld.paper().environment();
    for (double lambda : new double[] {0.1, 0.5}) {
      add(cases, "grid λ=" + lambda, grid, GridWorld.evaluated(grid, lambda), episodes);
    }
    Environment search = SearchSession.mixed().environment();
    add(cases, "search", search, Policy.uniform(search.shape()), episodes);
    for (double strength : new double[] {0, 0.5, 1}) {
      Environment random = RandomMdp.of(8, 3, 4, strength).environment(2);
      Policy uniform = Policy.uniform(random.shape());
      add(cases, "random --dial " + strength, random, uniform, episodes);
    }
    return cases;
  }

  private static void add(
      List<Case> cases, String name, Environment environment, Policy evaluated, int... episodes) {
    for (int t : episodes) {
      cases.add(new Case(name, environment, evaluated, t));
    }
  }
}
