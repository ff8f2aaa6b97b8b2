package io.sluice.assumptions;

import io.sluice.counts.EpisodeAccumulator;
import io.sluice.counts.TransitionCounts;
import io.sluice.distributions.NormalQuantile;
import io.sluice.mdp.Episode;
import io.sluice.mdp.Shape;
import java.io.Serializable;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Do rewards depend on earlier actions, or on the last reward, in the same way everywhere? {@link
 * MarkovTables} looks for any dependence, in every table by itself, and needs many rows of each.
 * What wears off, or pays later, is small in every table and alike in all of them: a treatment that
 * was given three times before works less well, whatever the step. So numbers of the past are held
 * against rewards within every (step, state, action), and the products are summed over all of them.
 *
 * <p>The numbers are, for every action, whether it was the last one, and how often it was taken
 * before (with more than {@value #MOST_ACTIONS} actions for none of them), the same of the action
 * that is taken now, and the last reward. Of a cluster only the first visit to a (step, state,
 * action) counts.
 *
 * <p>If the past does not matter, rewards of a (step, state, action) are a random permutation given
 * everything up to the action, so S = Σ(r − r̄)(c − c̄) has mean 0 and variance Σ(r − r̄)²Σ(c −
 * c̄)²/(n − 1), and the sum over steps is a martingale. With z = ΣS/√ΣVar and J the number of
 * products that z rests on, in effect, at least, |z| has to exceed q·(1 + q/(3√J)), q the normal
 * quantile of {@value Exceedance#LEVEL}, divided among the numbers. The factor is that of
 * Bernstein's inequality; where both outcomes and pasts are rare, J is small and nothing is found.
 */
public final class PastActions implements EpisodeAccumulator<PastActions> {
  private static final int MOST_ACTIONS = 6;

  /** The most cells that are kept. */
  private static final int MOST_CELLS = 1 << 16;

  private static final double ROUNDING = 1e-9;

  private final Shape shape;
  private final int named; // actions with numbers of their own
  private final int first; // of them; with two actions, the other one's numbers are the same
  private final Map<Long, Cell> cells = new HashMap<>();
  private final Set<Long> visited = new HashSet<>();
  private final double[] past;
  private final int[] counts;
  private long cluster = -1;
  private int bits; // how many zero bits a kept cell's hash ends in

  public PastActions(Shape shape) {
    this(shape, 0);
  }

  /** Of the episodes that were counted: keeps no cell that it would have to drop. */
  public static PastActions of(TransitionCounts counts) {
    TableSample[] pairs = MarkovTables.pairs(counts);
    TableSample later = new TableSample();
    for (int h = 2; h < pairs.length; h++) {
      later.add(pairs[h]);
    }
    return new PastActions(counts.shape(), later.bits(MOST_CELLS));
  }

  private PastActions(Shape shape, int bits) {
    this.shape = shape;
    this.bits = bits;
    first = shape.actions() == 2 ? 1 : 0;
    named = shape.actions() <= MOST_ACTIONS ? shape.actions() - first : 0;
    past = new double[2 * named + 3];
    counts = new int[shape.actions()];
  }

  /** Sums over rows of a (step, state, action): of rewards, and of every number of the past. */
  private static final class Cell implements Serializable {
    private long rows;
    private double reward;
    private double square;
    private double least = Double.POSITIVE_INFINITY;
    private double most = Double.NEGATIVE_INFINITY;
    private final double[] number;
    private final double[] numberSquare;
    private final double[] product;
    private final double[] leastNumber;
    private final double[] mostNumber;

    Cell(int numbers) {
      number = new double[numbers];
      numberSquare = new double[numbers];
      product = new double[numbers];
      leastNumber = new double[numbers];
      mostNumber = new double[numbers];
      Arrays.fill(leastNumber, Double.POSITIVE_INFINITY);
      Arrays.fill(mostNumber, Double.NEGATIVE_INFINITY);
    }

    void add(double r, double[] past) {
      rows++;
      reward += r;
      square += r * r;
      least = Math.min(least, r);
      most = Math.max(most, r);
      for (int d = 0; d < past.length; d++) {
        number[d] += past[d];
        numberSquare[d] += past[d] * past[d];
        product[d] += past[d] * r;
        leastNumber[d] = Math.min(leastNumber[d], past[d]);
        mostNumber[d] = Math.max(mostNumber[d], past[d]);
      }
    }

    void add(Cell other) {
      rows += other.rows;
      reward += other.reward;
      square += other.square;
      least = Math.min(least, other.least);
      most = Math.max(most, other.most);
      for (int d = 0; d < number.length; d++) {
        number[d] += other.number[d];
        numberSquare[d] += other.numberSquare[d];
        product[d] += other.product[d];
        leastNumber[d] = Math.min(leastNumber[d], other.leastNumber[d]);
        mostNumber[d] = Math.max(mostNumber[d], other.mostNumber[d]);
      }
    }

    /** Adds S, its variance, and the largest that the variance of its square may be. */
    void addTo(double[] sums, int d) {
      double ofReward = square - reward * reward / rows;
      double ofNumber = numberSquare[d] - number[d] * number[d] / rows;
      if (rows < 2 || ofReward <= ROUNDING * square || ofNumber <= ROUNDING * numberSquare[d]) {
        return;
      }
      double farReward = Math.max(most - reward / rows, reward / rows - least);
      double farNumber =
          Math.max(mostNumber[d] - number[d] / rows, number[d] / rows - leastNumber[d]);
      sums[0] += product[d] - reward * number[d] / rows;
      sums[1] += ofReward * ofNumber / (rows - 1);
      sums[2] += ofReward * ofNumber / rows * Math.pow(farReward * farNumber, 2);
      sums[3] += rows;
    }
  }

  @Override
  public PastActions empty() {
    return new PastActions(shape, bits);
  }

  @Override
  public void add(Episode episode) {
    if (episode.cluster() != cluster) {
      visited.clear();
      cluster = episode.cluster();
    }
    Arrays.fill(counts, 0);
    for (int h = 2; h <= episode.length(); h++) {
      counts[episode.action(h - 1)]++;
      long pair = (long) episode.state(h) * shape.actions() + episode.action(h);
      long key = (h - 1L) * shape.states() * shape.actions() + pair;
      if (isKept(key) && visited.add(key)) {
        write(episode, h);
        cells.computeIfAbsent(key, k -> new Cell(past.length)).add(episode.reward(h), past);
        thin();
      }
    }
  }

  private void write(Episode episode, int h) {
    int last = episode.action(h - 1);
    int now = episode.action(h);
    for (int a = 0; a < named; a++) {
      past[a] = last == first + a ? 1 : 0;
      past[named + a] = counts[first + a];
    }
    past[2 * named] = last == now ? 1 : 0;
    past[2 * named + 1] = counts[now];
    past[2 * named + 2] = episode.reward(h - 1);
  }

  private boolean isKept(long key) {
    return TableSample.keeps(key, bits);
  }

  private void thin() {
    while (cells.size() > MOST_CELLS) {
      bits++;
      cells.keySet().removeIf(key -> !isKept(key));
    }
  }

  @Override
  public PastActions plus(PastActions later) {
    if (later.bits > bits) {
      bits = later.bits;
      cells.keySet().removeIf(key -> !isKept(key));
    }
    later.cells.forEach(
        (key, cell) -> {
          if (isKept(key)) {
            Cell own = cells.putIfAbsent(key, cell);
            if (own != null) {
              own.add(cell);
            }
          }
        });
    thin();
    return this;
  }

  /**
   * The clearest dependence.
   *
   * @param rows that could show it
   */
  public record Dependence(double z, boolean alarm, Kind kind, long rows) {
    /** What it adds to what was found of {@code markov}. */
    public Finding added(Finding markov) {
      if (!alarm || markov.isContradicted()) {
        return markov;
      }
      return Finding.tested(
          markov.assumption(),
          true,
          z,
          String.format(Locale.ROOT, "z of rewards and %s, over %,d rows", kind.words, rows),
          markov.level().orElse(0) + Exceedance.LEVEL,
          kind.advice);
    }
  }

  /** What of the past a number is. */
  public enum Kind {
    ACTION(
        "which action was taken last",
        "Make what matters of the past part of the state, such as the previous action."),
    COUNT(
        "how often an action was taken before",
        "Make what matters of the past part of the state, such as how often the action was taken before."),
    REWARD("the reward before", LogFindings.LAST_REWARD_MATTERS);

    private final String words;
    private final String advice;

    Kind(String words, String advice) {
      this.words = words;
      this.advice = advice;
    }
  }

  private Kind kind(int number) {
    return number == past.length - 1
        ? Kind.REWARD
        : number == 2 * named || number < named ? Kind.ACTION : Kind.COUNT;
  }

  /** What is clearest among all numbers of the past. */
  public Dependence clearest() {
    List<Cell> ordered = List.copyOf(new TreeMap<>(cells).values()); // the same sums everywhere
    double q = NormalQuantile.twoSided(Exceedance.LEVEL / past.length);
    Dependence clearest = new Dependence(0, false, Kind.ACTION, 0);
    double most = 0;
    double[][] sumsOf = new double[past.length][4];
    for (Cell cell : ordered) {
      for (int d = 0; d < past.length; d++) {
        cell.addTo(sumsOf[d], d);
      }
    }
    for (int d = 0; d < past.length; d++) {
      double[] sums = sumsOf[d];
      if (sums[1] > 0) {
        double z = sums[0] / Math.sqrt(sums[1]);
        double products = sums[1] * sums[1] / sums[2];
        double limit = q * (1 + q / (3 * Math.sqrt(products)));
        if (Math.abs(z) / limit > most) {
          most = Math.abs(z) / limit;
          clearest = new Dependence(z, most > 1, kind(d), (long) sums[3]);
        }
      }
    }
    return clearest;
  }

  /** z of the clearest dependence. */
  public double statistic() {
    return clearest().z();
  }

  /** What it adds to what was found of {@code markov}: nothing, unless rewards depend on it. */
  public Finding added(Finding markov) {
    return clearest().added(markov);
  }
}
