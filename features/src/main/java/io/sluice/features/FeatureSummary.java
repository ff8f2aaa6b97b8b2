package io.sluice.features;

import io.sluice.assumptions.RepeatedEpisodes;
import io.sluice.counts.EpisodeBlocks;
import io.sluice.features.FeatureColumn.Kind;
import java.util.Arrays;
import java.util.List;

/**
 * What the rows of a log look like, whatever was done in them: means and spreads of columns, what
 * is missing, and how many rows there are.
 */
final class FeatureSummary implements FeatureAccumulator<FeatureSummary> {
  private static final int DROPPED = 32; // of the 52 binary digits of a mean reward

  /** Episodes come in the order of a hash, so that the first values are a random sample. */
  private static final int SAMPLE = 10_000;

  private static final long FIRST = 0x9E3779B97F4A7C15L;
  private static final long SECOND = 0xC2B2AE3D27D4EB4FL;

  private final int columns;
  private final double[] mean;
  private final double[] squares;
  private final long[] seen;
  private final long[] missing;
  private final double[] levels; // of categories, of which those from here on are pooled; else ∞
  private final long[] pooled;
  private final long[] pattern; // a hash of the rows in which a column is missing
  private final boolean[][] measured; // [step][column]
  private final double[][] sample;
  private final double[] least;
  private final double[] most;
  private final long[] hash = new long[2]; // Σ of the hashes of episodes, so in any order
  private final long[] decisions = new long[2];
  private final long[] inBlock = new long[EpisodeBlocks.COUNT]; // episodes
  private long rows;
  private long episodes;
  private double returns;
  private double leastReward = Double.POSITIVE_INFINITY;
  private double mostReward = Double.NEGATIVE_INFINITY;
  private double weights; // Σ1/π_b
  private double squaredWeights;
  private long early; // episodes shorter than the horizon
  private final int horizon;
  private RepeatedEpisodes repeated = new RepeatedEpisodes();

  FeatureSummary(FeatureSource source) {
    this(
        source.columns().stream()
            .mapToDouble(
                c -> c.kind() == Kind.CATEGORY ? c.levels().size() : Double.POSITIVE_INFINITY)
            .toArray(),
        source.horizon());
  }

  private FeatureSummary(double[] levels, int horizon) {
    this.levels = levels;
    this.columns = levels.length;
    this.horizon = horizon;
    mean = new double[columns];
    squares = new double[columns];
    seen = new long[columns];
    missing = new long[columns];
    pooled = new long[columns];
    pattern = new long[columns];
    measured = new boolean[horizon][columns];
    sample = new double[columns][16];
    least = new double[columns];
    most = new double[columns];
    Arrays.fill(least, Double.POSITIVE_INFINITY);
    Arrays.fill(most, Double.NEGATIVE_INFINITY);
  }

  static FeatureSummary of(FeatureSource source) {
    FeatureSummary summary = source.collect(new FeatureSummary(source));
    for (int j = 0; j < summary.columns; j++) {
      Arrays.sort(summary.sample[j], 0, summary.kept(j));
    }
    return summary;
  }

  /** How many values of a column the sample has. */
  private int kept(int column) {
    return (int) Math.min(seen[column], SAMPLE);
  }

  @Override
  public FeatureSummary empty() {
    return new FeatureSummary(levels, horizon);
  }

  @Override
  public void add(FeatureEpisode episode) {
    inBlock[episode.block()]++;
    episodes++;
    noteRows(episode);
    early += episode.length() < horizon ? 1 : 0;
    for (int k = 1; k <= episode.length(); k++) {
      rows++;
      returns += episode.reward(k);
      leastReward = Math.min(leastReward, episode.reward(k));
      mostReward = Math.max(mostReward, episode.reward(k));
      weights += 1 / episode.propensity(k);
      squaredWeights += 1 / (episode.propensity(k) * episode.propensity(k));
      double[] x = episode.features(k);
      for (int j = 0; j < columns; j++) {
        add(j, x[j], episode.block());
        measured[k - 1][j] |= !Double.isNaN(x[j]);
      }
    }
  }

  /** Adds what an episode says as hashes, each a chain of its own, so all are made side by side. */
  private void noteRows(FeatureEpisode episode) {
    long whole = FIRST;
    long second = SECOND;
    long content = 1;
    long rounded = 1; // without propensities, and of rewards only what is left of their mean
    long decided = FIRST;
    long secondDecided = SECOND;
    double sum = 0;
    for (int k = 1; k <= episode.length(); k++) {
      for (double x : episode.features(k)) {
        long bits = Double.doubleToLongBits(x);
        whole = noted(whole, bits);
        second = added(second, bits);
        content = noted(content, bits);
        rounded = noted(rounded, bits);
      }
      long action = Double.doubleToLongBits(episode.action(k));
      long reward = Double.doubleToLongBits(episode.reward(k));
      long propensity = Double.doubleToLongBits(episode.propensity(k));
      whole = noted(noted(noted(whole, action), reward), propensity);
      second = added(added(added(second, action), reward), propensity);
      content = noted(noted(noted(content, action), reward), propensity);
      rounded = noted(rounded, action);
      decided = noted(noted(decided, action), reward);
      secondDecided = added(added(secondDecided, action), reward);
      sum += episode.reward(k);
    }
    long length = Double.doubleToLongBits(episode.length());
    hash[0] += mixed(noted(whole, length));
    hash[1] += mixed(added(second, length));
    decisions[0] += mixed(noted(decided, length));
    decisions[1] += mixed(added(secondDecided, length));
    double mean = Double.doubleToLongBits(sum / episode.length()) >> DROPPED;
    repeated.add(mixed(content), mixed(noted(rounded, Double.doubleToLongBits(mean))));
  }

  private static long noted(long hash, long bits) {
    return Long.rotateLeft((hash ^ bits) * 0xFF51AFD7ED558CCDL, 29);
  }

  private static long added(long hash, long bits) {
    return Long.rotateLeft((hash + bits) * 0xC4CEB9FE1A85EC53L, 31);
  }

  @Override
  public FeatureSummary plus(FeatureSummary later) {
    for (int j = 0; j < columns; j++) {
      plus(j, later);
    }
    for (int k = 0; k < horizon; k++) {
      for (int j = 0; j < columns; j++) {
        measured[k][j] |= later.measured[k][j];
      }
    }
    for (int i = 0; i < 2; i++) {
      hash[i] += later.hash[i];
      decisions[i] += later.decisions[i];
    }
    for (int b = 0; b < inBlock.length; b++) {
      inBlock[b] += later.inBlock[b];
    }
    rows += later.rows;
    episodes += later.episodes;
    returns += later.returns;
    leastReward = Math.min(leastReward, later.leastReward);
    mostReward = Math.max(mostReward, later.mostReward);
    weights += later.weights;
    squaredWeights += later.squaredWeights;
    early += later.early;
    repeated = repeated.plus(later.repeated);
    return this;
  }

  /** Means and squares of two parts, as Chan, Golub and LeVeque add them up. */
  private void plus(int j, FeatureSummary later) {
    int kept = kept(j);
    int more = (int) Math.min(later.seen[j], SAMPLE - kept);
    sample[j] = Arrays.copyOf(sample[j], Math.max(sample[j].length, kept + more));
    System.arraycopy(later.sample[j], 0, sample[j], kept, more);
    long all = seen[j] + later.seen[j];
    if (later.seen[j] > 0) {
      double off = later.mean[j] - mean[j];
      mean[j] = seen[j] == 0 ? later.mean[j] : mean[j] + off * later.seen[j] / all;
      squares[j] += later.squares[j] + off * off * ((double) seen[j] * later.seen[j] / all);
    }
    seen[j] = all;
    missing[j] += later.missing[j];
    pooled[j] += later.pooled[j];
    pattern[j] += later.pattern[j];
    least[j] = Math.min(least[j], later.least[j]);
    most[j] = Math.max(most[j], later.most[j]);
  }

  /** How many episodes come before each block. */
  long[] before() {
    long[] before = new long[inBlock.length];
    for (int b = 1; b < before.length; b++) {
      before[b] = before[b - 1] + inBlock[b - 1];
    }
    return before;
  }

  /** Whether episodes occur more than once, and more often than chance allows. */
  RepeatedEpisodes.Repetitions repetitions() {
    return repeated.repetitions();
  }

  private void add(int j, double value, long block) {
    if (Double.isNaN(value)) {
      missing[j]++;
      pattern[j] += mixed((block << 40) + rows);
      return;
    }
    if (seen[j] < SAMPLE) {
      if (seen[j] == sample[j].length) {
        sample[j] = Arrays.copyOf(sample[j], 2 * sample[j].length);
      }
      sample[j][(int) seen[j]] = value;
    }
    seen[j]++;
    pooled[j] += value >= levels[j] ? 1 : 0;
    double off = value - mean[j];
    mean[j] += off / seen[j];
    squares[j] += off * (value - mean[j]);
    least[j] = Math.min(least[j], value);
    most[j] = Math.max(most[j], value);
  }

  private static long mixed(long number) {
    long z = (number ^ (number >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  long rows() {
    return rows;
  }

  long episodes() {
    return episodes;
  }

  /** The lowest and the highest reward. */
  List<Double> rewards() {
    return List.of(leastReward, mostReward);
  }

  /** The share of episodes that end before the last step. */
  double ended() {
    return early / (double) episodes;
  }

  /** The effective sample size for a uniform choice at one step, as a share of the rows. */
  double effectiveShare() {
    return weights * weights / squaredWeights / rows;
  }

  /** The share of rows in which a column is missing. */
  double missingShare(int column) {
    return missing[column] / (double) rows;
  }

  /** The share of rows in which a category has one of the levels that are pooled. */
  double pooledShare(int column) {
    return pooled[column] / (double) rows;
  }

  double meanReturn() {
    return returns / episodes;
  }

  /** A hash of actions and rewards alone, which is the same whatever columns are features. */
  String decisions() {
    return "%016x%016x".formatted(decisions[0], decisions[1]);
  }

  /** A hash of the rows, as far as a result depends on them. */
  String fingerprint() {
    return "%016x%016x".formatted(hash[0], hash[1]);
  }

  double mean(int column) {
    return mean[column];
  }

  /** The standard deviation; 0 of a column that does not vary. */
  double spread(int column) {
    return seen[column] < 2 || least[column] == most[column]
        ? 0
        : Math.sqrt(squares[column] / seen[column]);
  }

  /** The smallest value; 0 of a column without any. */
  double least(int column) {
    return seen[column] == 0 ? 0 : least[column];
  }

  /** The largest value; 0 of a column without any. */
  double most(int column) {
    return seen[column] == 0 ? 0 : most[column];
  }

  boolean hasMissing(int column) {
    return missing[column] > 0;
  }

  /** Whether it is missing in some rows, and no column before it in the same ones. */
  boolean hasOwnMissing(int column) {
    for (int j = 0; j < column; j++) {
      if (missing[j] == missing[column] && pattern[j] == pattern[column]) {
        return false;
      }
    }
    return hasMissing(column);
  }

  int horizon() {
    return measured.length;
  }

  int columns() {
    return columns;
  }

  /** Whether some row of a step has the column. */
  boolean isMeasured(int column, int step) {
    return measured[step - 1][column];
  }

  boolean isAllMissing(int column) {
    return seen[column] == 0;
  }

  /** Whether a category has rows of levels that are pooled. */
  boolean hasRareLevels(int column, int levels) {
    return most[column] >= levels;
  }

  /** Quantiles of a column, those at these shares of a random sample, without repetitions. */
  double[] quantiles(int column, double... shares) {
    double[] sorted = sample[column];
    int last = kept(column) - 1;
    return Arrays.stream(shares)
        .map(share -> sorted[(int) Math.floor(share * last)])
        .filter(q -> q < sorted[last])
        .distinct()
        .toArray();
  }
}
