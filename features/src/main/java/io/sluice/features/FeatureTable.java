package io.sluice.features;

import io.sluice.assumptions.Assumption;
import io.sluice.assumptions.Finding;
import io.sluice.mdp.Segments;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A log with feature columns in memory, without a file. */
public final class FeatureTable implements FeatureSource {
  private final List<FeatureColumn> columns;
  private final List<String> actions;
  private final int horizon;
  private final int folds;
  private final boolean clustered;
  private int policies = 1;
  private final List<Row> rows = new ArrayList<>();

  private record Row(
      boolean first,
      long cluster,
      int fold,
      int action,
      double reward,
      String segment,
      Numbers numbers) {}

  /** Arrays of a row, which nobody changes. */
  private static final class Numbers {
    private final double[] features;
    private final double[] behavior;
    private final double[][] evaluated; // by policy

    Numbers(double[] features, double[] behavior, double[][] evaluated) {
      this.features = features.clone();
      this.behavior = behavior.clone();
      this.evaluated = Arrays.stream(evaluated).map(double[]::clone).toArray(double[][]::new);
    }
  }

  private boolean first;
  private long cluster;
  private int fold;
  private @Nullable Segments segments;
  private String segment = "";

  /**
   * @param folds how many parts for cross-fitting
   * @param clustered whether clusters have several episodes
   */
  public FeatureTable(
      List<FeatureColumn> columns,
      List<String> actions,
      int horizon,
      int folds,
      boolean clustered) {
    this.columns = List.copyOf(columns);
    this.actions = List.copyOf(actions);
    this.horizon = horizon;
    this.folds = folds;
    this.clustered = clustered;
  }

  /** Declares what rows are told apart by, before any row is added. */
  public void by(Segments segments) {
    this.segments = segments;
  }

  /** The segment of the rows that follow. */
  public void segment(String value) {
    segment = value;
  }

  /** Begins an episode. Those of a cluster come one after the other, and are of one fold. */
  public void begin(long cluster, int fold) {
    if (fold < 0 || fold >= folds) {
      throw new IllegalArgumentException(
          "fold: needs a number from 0 to %s, got %s".formatted(folds - 1, fold));
    }
    this.first = true;
    this.cluster = cluster;
    this.fold = fold;
  }

  /**
   * Adds the episode's next row.
   *
   * @param behavior the logged policy's probabilities of all actions
   * @param evaluated those of the judged policy, or of several
   */
  public void row(
      double[] features, int action, double reward, double[] behavior, double[]... evaluated) {
    if (!rows.isEmpty() && evaluated.length != policies) {
      throw new IllegalArgumentException(
          "row: needs %s policies, as the rows before, got %s"
              .formatted(policies, evaluated.length));
    }
    policies = evaluated.length;
    Numbers numbers = new Numbers(features, behavior, evaluated);
    rows.add(new Row(first, cluster, fold, action, reward, segment, numbers));
    first = false;
  }

  @Override
  public List<FeatureColumn> columns() {
    return columns;
  }

  @Override
  public List<String> actions() {
    return actions;
  }

  @Override
  public int horizon() {
    return horizon;
  }

  @Override
  public int folds() {
    return folds;
  }

  @Override
  public int policies() {
    return policies;
  }

  @Override
  public boolean hasClusters() {
    return clustered;
  }

  @Override
  public boolean knowsBehavior() {
    return true;
  }

  @Override
  public String behaviorSource() {
    return "given";
  }

  @Override
  public Finding completeEpisodes() {
    return Finding.unknown(
        Assumption.COMPLETE_EPISODES, "rows do not say how episodes stop", "Log whole episodes.");
  }

  @Override
  public Optional<Segments> segments() {
    return Optional.ofNullable(segments);
  }

  @Override
  public List<String> notes() {
    return List.of();
  }

  @Override
  public void forEach(Consumer<FeatureEpisode> visitor) {
    FeatureEpisode.Writer writer =
        new FeatureEpisode.Writer(horizon, columns.size(), actions.size(), policies);
    for (Row row : rows) {
      if (row.first) {
        if (writer.length() > 0) {
          visitor.accept(writer.episode());
        }
        writer.begin(row.cluster, row.fold);
      }
      Numbers n = row.numbers;
      writer.row(
          n.features, row.action, row.reward, n.behavior[row.action], n.behavior, n.evaluated[0]);
      for (int p = 1; p < policies; p++) {
        writer.evaluated(p, n.evaluated[p]);
      }
      if (segments != null) {
        writer.segment(segments, row.segment);
      }
    }
    if (writer.length() > 0) {
      visitor.accept(writer.episode());
    }
  }
}
