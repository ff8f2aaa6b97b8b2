package io.sluice.features;

import java.util.Arrays;

/**
 * What the rows of a log look like, whatever was done in them: means and spreads of columns, what
 * is missing, and how many rows there are.
 */
final class FeatureSummary {
  /** Episodes come in the order of a hash, so that the first values are a random sample. */
  private static final int SAMPLE = 10_000;

  private final int columns;
  private final double[] mean;
  private final double[] squares;
  private final long[] seen;
  private final long[] missing;
  private final double[][] sample;
  private final double[] least;
  private final double[] most;
  private final long[] hash = {0x9E3779B97F4A7C15L, 0xC2B2AE3D27D4EB4FL};
  private long rows;
  private long episodes;
  private double returns;

  private FeatureSummary(FeatureSource source) {
    columns = source.columns().size();
    mean = new double[columns];
    squares = new double[columns];
    seen = new long[columns];
    missing = new long[columns];
    sample = new double[columns][16];
    least = new double[columns];
    most = new double[columns];
    Arrays.fill(least, Double.POSITIVE_INFINITY);
    Arrays.fill(most, Double.NEGATIVE_INFINITY);
  }

  static FeatureSummary of(FeatureSource source) {
    FeatureSummary summary = new FeatureSummary(source);
    source.forEach(summary::add);
    return summary;
  }

  private void add(FeatureEpisode episode) {
    episodes++;
    for (int k = 1; k <= episode.length(); k++) {
      rows++;
      returns += episode.reward(k);
      double[] x = episode.features(k);
      for (int j = 0; j < columns; j++) {
        add(j, x[j]);
        note(x[j]);
      }
      note(episode.action(k));
      note(episode.reward(k));
      note(episode.propensity(k));
    }
    note(episode.length());
  }

  private void add(int j, double value) {
    if (Double.isNaN(value)) {
      missing[j]++;
      return;
    }
    if (seen[j] < SAMPLE) {
      if (seen[j] == sample[j].length) {
        sample[j] = Arrays.copyOf(sample[j], 2 * sample[j].length);
      }
      sample[j][(int) seen[j]] = value;
    }
    seen[j]++;
    double off = value - mean[j];
    mean[j] += off / seen[j];
    squares[j] += off * (value - mean[j]);
    least[j] = Math.min(least[j], value);
    most[j] = Math.max(most[j], value);
  }

  private void note(double value) {
    long bits = Double.doubleToLongBits(value);
    hash[0] = Long.rotateLeft((hash[0] ^ bits) * 0xFF51AFD7ED558CCDL, 29);
    hash[1] = Long.rotateLeft((hash[1] + bits) * 0xC4CEB9FE1A85EC53L, 31);
  }

  long rows() {
    return rows;
  }

  long episodes() {
    return episodes;
  }

  double meanReturn() {
    return returns / episodes;
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

  boolean isAllMissing(int column) {
    return seen[column] == 0;
  }

  /** Whether a category has rows of levels that are pooled. */
  boolean hasRareLevels(int column, int levels) {
    return most[column] >= levels;
  }

  /** Quantiles of a column, those at these shares of a random sample, without repetitions. */
  double[] quantiles(int column, double... shares) {
    double[] sorted = Arrays.copyOf(sample[column], (int) Math.min(seen[column], SAMPLE));
    Arrays.sort(sorted);
    return Arrays.stream(shares)
        .map(share -> sorted[(int) Math.floor(share * (sorted.length - 1))])
        .filter(q -> q < sorted[sorted.length - 1])
        .distinct()
        .toArray();
  }
}
