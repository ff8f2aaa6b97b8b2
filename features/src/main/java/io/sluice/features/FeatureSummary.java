package io.sluice.features;

import io.sluice.assumptions.RepeatedEpisodes;
import io.sluice.counts.EpisodeBlocks;
import java.util.List;

/**
 * What the rows of a log look like, whatever was done in them: means and spreads of columns, what
 * is missing, and how many rows there are.
 */
final class FeatureSummary implements FeatureAccumulator<FeatureSummary> {
  private final List<ColumnSummary> columns;
  private final boolean[][] measured; // [step][column]
  private final RowHashes hashes = new RowHashes();
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

  FeatureSummary(FeatureSource source) {
    this(source.columns().stream().map(ColumnSummary::of).toList(), source.horizon());
  }

  private FeatureSummary(List<ColumnSummary> columns, int horizon) {
    this.columns = columns;
    this.horizon = horizon;
    measured = new boolean[horizon][columns.size()];
  }

  static FeatureSummary of(FeatureSource source) {
    FeatureSummary summary = source.collect(new FeatureSummary(source));
    summary.columns.forEach(ColumnSummary::sort);
    return summary;
  }

  @Override
  public FeatureSummary empty() {
    return new FeatureSummary(columns.stream().map(ColumnSummary::empty).toList(), horizon);
  }

  @Override
  public void add(FeatureEpisode episode) {
    inBlock[episode.block()]++;
    episodes++;
    hashes.add(episode);
    early += episode.length() < horizon ? 1 : 0;
    for (int k = 1; k <= episode.length(); k++) {
      rows++;
      returns += episode.reward(k);
      leastReward = Math.min(leastReward, episode.reward(k));
      mostReward = Math.max(mostReward, episode.reward(k));
      weights += 1 / episode.propensity(k);
      squaredWeights += 1 / (episode.propensity(k) * episode.propensity(k));
      double[] x = episode.features(k);
      long row = ((long) episode.block() << 40) + rows;
      for (int j = 0; j < columns.size(); j++) {
        columns.get(j).add(x[j], row);
        measured[k - 1][j] |= !Double.isNaN(x[j]);
      }
    }
  }

  @Override
  public FeatureSummary plus(FeatureSummary later) {
    for (int j = 0; j < columns.size(); j++) {
      columns.get(j).plus(later.columns.get(j));
    }
    for (int k = 0; k < horizon; k++) {
      for (int j = 0; j < columns.size(); j++) {
        measured[k][j] |= later.measured[k][j];
      }
    }
    hashes.plus(later.hashes);
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
    return this;
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
    return hashes.repetitions();
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
    return columns.get(column).missing() / (double) rows;
  }

  /** The share of rows in which a category has one of the levels that are pooled. */
  double pooledShare(int column) {
    return columns.get(column).pooled() / (double) rows;
  }

  double meanReturn() {
    return returns / episodes;
  }

  /** A hash of actions and rewards alone, which is the same whatever columns are features. */
  String decisions() {
    return hashes.decisions();
  }

  /** A hash of the rows, as far as a result depends on them. */
  String fingerprint() {
    return hashes.all();
  }

  double mean(int column) {
    return columns.get(column).mean();
  }

  /** The standard deviation; 0 of a column that does not vary. */
  double spread(int column) {
    return columns.get(column).spread();
  }

  /** The smallest value; 0 of a column without any. */
  double least(int column) {
    return columns.get(column).least();
  }

  /** The largest value; 0 of a column without any. */
  double most(int column) {
    return columns.get(column).most();
  }

  boolean hasMissing(int column) {
    return columns.get(column).missing() > 0;
  }

  /** Whether it is missing in some rows, and no column before it in the same ones. */
  boolean hasOwnMissing(int column) {
    return hasMissing(column)
        && columns.subList(0, column).stream().noneMatch(columns.get(column)::isMissingWith);
  }

  int horizon() {
    return measured.length;
  }

  int columns() {
    return columns.size();
  }

  /** Whether some row of a step has the column. */
  boolean isMeasured(int column, int step) {
    return measured[step - 1][column];
  }

  boolean isAllMissing(int column) {
    return columns.get(column).isAllMissing();
  }

  /** Whether a category has rows of levels that are pooled. */
  boolean hasRareLevels(int column, int levels) {
    return columns.get(column).reaches(levels);
  }

  /** Quantiles of a column, those at these shares of a random sample, without repetitions. */
  double[] quantiles(int column, double... shares) {
    return columns.get(column).quantiles(shares);
  }
}
