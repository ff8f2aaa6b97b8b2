package io.sluice.features;

import io.sluice.features.FeatureColumn.Kind;
import java.io.Serializable;
import java.util.Arrays;

/** What the rows of a log say of one column: its mean and spread, a sample, and what is missing. */
final class ColumnSummary implements Serializable {
  /** Episodes come in the order of a hash, so that the first values are a random sample. */
  private static final int SAMPLE = 10_000;

  private final double levels; // of a category, of which those from here on are pooled; else ∞
  private double mean;
  private double squares;
  private long seen;
  private long missing;
  private long pooled;
  private long pattern; // a hash of the rows in which it is missing
  private double[] sample = new double[16];
  private double least = Double.POSITIVE_INFINITY;
  private double most = Double.NEGATIVE_INFINITY;

  private ColumnSummary(double levels) {
    this.levels = levels;
  }

  static ColumnSummary of(FeatureColumn column) {
    return new ColumnSummary(
        column.kind() == Kind.CATEGORY ? column.levels().size() : Double.POSITIVE_INFINITY);
  }

  ColumnSummary empty() {
    return new ColumnSummary(levels);
  }

  /**
   * Adds the value of a row.
   *
   * @param row a number that no other row has
   */
  void add(double value, long row) {
    if (Double.isNaN(value)) {
      missing++;
      pattern += RowHashes.mixed(row);
      return;
    }
    if (seen < SAMPLE) {
      if (seen == sample.length) {
        sample = Arrays.copyOf(sample, 2 * sample.length);
      }
      sample[(int) seen] = value;
    }
    seen++;
    pooled += value >= levels ? 1 : 0;
    double off = value - mean;
    mean += off / seen;
    squares += off * (value - mean);
    least = Math.min(least, value);
    most = Math.max(most, value);
  }

  /** Means and squares of two parts, as Chan, Golub and LeVeque add them up. */
  void plus(ColumnSummary later) {
    int kept = kept();
    int more = (int) Math.min(later.seen, SAMPLE - kept);
    sample = Arrays.copyOf(sample, Math.max(sample.length, kept + more));
    System.arraycopy(later.sample, 0, sample, kept, more);
    long all = seen + later.seen;
    if (later.seen > 0) {
      double off = later.mean - mean;
      mean = seen == 0 ? later.mean : mean + off * later.seen / all;
      squares += later.squares + off * off * ((double) seen * later.seen / all);
    }
    seen = all;
    missing += later.missing;
    pooled += later.pooled;
    pattern += later.pattern;
    least = Math.min(least, later.least);
    most = Math.max(most, later.most);
  }

  /** How many values the sample has. */
  private int kept() {
    return (int) Math.min(seen, SAMPLE);
  }

  /** Puts the sample in order, for {@link #quantiles}, when everything was added. */
  void sort() {
    Arrays.sort(sample, 0, kept());
  }

  /** How many rows lack it. */
  long missing() {
    return missing;
  }

  /** How many rows have one of the levels that are pooled. */
  long pooled() {
    return pooled;
  }

  double mean() {
    return mean;
  }

  /** The standard deviation; 0 if it does not vary. */
  double spread() {
    return seen < 2 || least == most ? 0 : Math.sqrt(squares / seen);
  }

  /** The smallest value; 0 if there is none. */
  double least() {
    return seen == 0 ? 0 : least;
  }

  /** The largest value; 0 if there is none. */
  double most() {
    return seen == 0 ? 0 : most;
  }

  boolean isAllMissing() {
    return seen == 0;
  }

  /** Whether it is missing in the same rows as another one. */
  boolean isMissingWith(ColumnSummary other) {
    return missing == other.missing && pattern == other.pattern;
  }

  /** Whether rows have a level from this one on. */
  boolean reaches(int level) {
    return most >= level;
  }

  /** Quantiles, those at these shares of the sample, without repetitions. */
  double[] quantiles(double... shares) {
    int last = kept() - 1;
    return Arrays.stream(shares)
        .map(share -> sample[(int) Math.floor(share * last)])
        .filter(q -> q < sample[last])
        .distinct()
        .toArray();
  }
}
