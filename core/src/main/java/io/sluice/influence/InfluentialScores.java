package io.sluice.influence;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.PriorityQueue;

/**
 * The episodes, or clusters, that hold up an estimate most: those whose scores are farthest on its
 * side, the {@value #MOST} first of them. Dropping one of size n and score z leaves (T·α̂ −
 * z)/(T−n). Models are not fitted again, so for many dropped episodes this is an approximation
 * (Broderick, Giordano and Meager 2020).
 */
public final class InfluentialScores implements Serializable {
  /** How many are kept. */
  public static final int MOST = 2000;

  /**
   * What holds up an estimate.
   *
   * @param place the step's index, or H for the total
   * @param estimate in [0, 1] units
   */
  public record Target(int place, double estimate) implements Serializable {}

  private record Part(double influence, double score, long size) implements Serializable {}

  private final List<Target> targets;
  private final double[] open;
  private final ArrayList<PriorityQueue<Part>> kept = new ArrayList<>();
  private ClusterMeans means;
  private long openSize;
  private long cluster;

  /**
   * @param size how many scores an episode has
   */
  public InfluentialScores(int size, List<Target> targets) {
    this.targets = List.copyOf(targets);
    open = new double[size];
    means = new ClusterMeans(size);
    targets.forEach(t -> kept.add(new PriorityQueue<>(new ByInfluence())));
  }

  /** The least influential first. */
  private static final class ByInfluence implements Comparator<Part>, Serializable {
    @Override
    public int compare(Part a, Part b) {
      return Double.compare(a.influence(), b.influence());
    }
  }

  public InfluentialScores empty() {
    return new InfluentialScores(open.length, targets);
  }

  /** Adds an episode. Those of a cluster come one after the other. */
  public void add(long cluster, double[] ofEpisode) {
    if (openSize > 0 && cluster != this.cluster) {
      close();
    }
    this.cluster = cluster;
    means.add(cluster, ofEpisode);
    for (int i = 0; i < open.length; i++) {
      open[i] += ofEpisode[i];
    }
    openSize++;
  }

  private void close() {
    for (int i = 0; openSize > 0 && i < targets.size(); i++) {
      Target target = targets.get(i);
      double score = open[target.place()];
      double influence = Math.signum(target.estimate()) * (score - openSize * target.estimate());
      keep(kept.get(i), new Part(influence, score, openSize));
    }
    Arrays.fill(open, 0);
    openSize = 0;
  }

  private static void keep(PriorityQueue<Part> all, Part part) {
    all.add(part);
    if (all.size() > MOST) {
      all.poll();
    }
  }

  public InfluentialScores plus(InfluentialScores later) {
    close();
    later.close();
    for (int i = 0; i < targets.size(); i++) {
      PriorityQueue<Part> all = kept.get(i);
      later.kept.get(i).forEach(part -> keep(all, part));
    }
    means = means.plus(later.means);
    return this;
  }

  /** How many clusters, or episodes, there are. */
  public long clusters() {
    return means.clusters();
  }

  /** The standard error of a target's scores. */
  public double error(int which) {
    return means.error(targets.get(which).place());
  }

  /**
   * How many of the most influential have to be dropped until the estimate is no more than so many
   * standard errors on its side of 0; none if {@value #MOST} are not enough.
   *
   * @param which the target
   * @param quantile how many standard errors; 0 for a change of sign
   * @param raise by which the standard error of the interval exceeds that of the scores
   */
  public OptionalLong dropped(int which, double quantile, double raise) {
    close();
    Target target = targets.get(which);
    double sign = Math.signum(target.estimate());
    double episodes = means.episodes();
    double left = means.mean(target.place()) * episodes;
    double squares = means.squares(target.place());
    double variance = means.variance(target.place());
    double scale = squares > 0 ? variance * episodes * episodes / squares : 0; // for few clusters
    List<Part> order = new ArrayList<>(kept.get(which));
    order.sort(new ByInfluence().reversed());
    long count = 0;
    for (Part part : order) {
      double error = raise * Math.sqrt(scale * Math.max(0, squares)) / episodes;
      if (sign * left / episodes <= quantile * error) {
        return OptionalLong.of(count);
      }
      left -= part.score();
      episodes -= part.size();
      squares -= part.influence() * part.influence();
      count++;
    }
    return OptionalLong.empty();
  }
}
