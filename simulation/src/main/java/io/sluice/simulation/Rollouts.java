package io.sluice.simulation;

import io.sluice.counts.CountsAccumulator;
import io.sluice.counts.EpisodeBlocks;
import io.sluice.counts.EpisodeSource;
import io.sluice.counts.KeptEpisodes;
import io.sluice.counts.KeptEpisodes.Placed;
import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.Episode;
import io.sluice.mdp.Policy;
import io.sluice.mdp.RewardRange;
import io.sluice.mdp.Shape;
import io.sluice.model.Model;
import io.sluice.model.SparseRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Episodes drawn from an environment under its behavior policy.
 *
 * <p>Every episode has a random stream of its own, made from the seed and its number, so a seed
 * gives the same episodes whatever the number of threads, and the first n of N episodes are those
 * of a run with n.
 */
public final class Rollouts {
  private static final int BLOCK = 4096;

  private final Environment environment;
  private final Optional<ClusterEffects> clusters;
  private final long seed;
  private final IndexDraw start;

  public Rollouts(Environment environment, long seed) {
    this(environment, Optional.empty(), seed);
  }

  /**
   * @param clusters whose episodes have something in common, if they come in clusters
   */
  public Rollouts(Environment environment, Optional<ClusterEffects> clusters, long seed) {
    this.environment = environment;
    this.clusters = clusters;
    this.seed = seed;
    this.start = new IndexDraw(environment.start());
  }

  /** Counts episodes {@code from} … {@code to}−1, on all threads of the common pool. */
  public TransitionCounts count(int from, int to) {
    Shape shape = environment.shape();
    int blocks = (to - from + BLOCK - 1) / BLOCK;
    return IntStream.range(0, blocks)
        .parallel()
        .mapToObj(
            block -> {
              CountsAccumulator counts = new CountsAccumulator(shape);
              int first = from + block * BLOCK;
              for (int e = first; e < Math.min(to, first + BLOCK); e++) {
                run(e, (episode, h, x, a, next, r) -> counts.add(h, x, a, next, r));
              }
              return counts.toCounts();
            })
        .reduce(TransitionCounts.none(shape), TransitionCounts::plus);
  }

  /** Counts the first episodes. */
  public TransitionCounts count(int episodes) {
    return count(0, episodes);
  }

  /** Shows every row of the first episodes, in order. */
  public void forEachRow(int episodes, RowVisitor visitor) {
    for (int e = 0; e < episodes; e++) {
      run(e, visitor);
    }
  }

  /**
   * Shows the first episodes whole, in order, with the behavior policy's probabilities; every
   * second one (every second cluster) belongs to the other fold.
   */
  public void forEachEpisode(int episodes, Consumer<Episode> visitor) {
    Episode.Writer writer = new Episode.Writer(environment.shape(), RewardRange.UNIT);
    for (int e = 0; e < episodes; e++) {
      int cluster = cluster(e);
      writer.beginInPart(
          cluster, cluster % 2 * Episode.PARTS / 2 + cluster / 2 % (Episode.PARTS / 2));
      run(
          e,
          (episode, h, x, a, next, reward) ->
              writer.row(x, a, next, reward, environment.behavior().probability(h, x, a)));
      visitor.accept(writer.episode());
    }
  }

  /** The first episodes, in memory. */
  public EpisodeSource keep(int episodes) {
    List<Placed> all = new ArrayList<>(episodes);
    int last = Math.max(1, cluster(episodes - 1) + 1);
    forEachEpisode(
        episodes, e -> all.add(new Placed((int) (e.cluster() * EpisodeBlocks.COUNT / last), e)));
    return new KeptEpisodes(clusters.isPresent(), all);
  }

  private int cluster(int episode) {
    return clusters.map(c -> c.clusterOf(episode)).orElse(episode);
  }

  private void run(int episode, RowVisitor visitor) {
    Model model = environment.model();
    RewardLaw rewards = environment.rewards();
    int horizon = environment.shape().horizon();
    int end = environment.shape().end();
    SplittableRandom random = new SplittableRandom(mix(seed ^ mix(episode + 1L)));
    int cluster = cluster(episode);
    int x = start.at(random.nextDouble());
    for (int h = 1; h <= horizon && x != end; h++) {
      int a = action(h, x, random.nextDouble());
      int pair = model.pair(h, x, a);
      double luck = random.nextDouble();
      int arrived = next(pair, random.nextDouble());
      double mean = model.reward(pair);
      if (clusters.isPresent()) {
        mean += clusters.get().effect(seed, cluster, a, mean);
      }
      double reward = rewards.draw(pair, mean, arrived, luck);
      int next = h == horizon ? end : arrived;
      visitor.visit(episode, h, x, a, next, reward);
      x = next;
    }
  }

  /*
   * Both loops below go through probabilities one by one, as IndexDraw#oneByOne does. They are
   * written out because they are where simulations spend their time.
   */

  private int action(int step, int state, double uniform) {
    Policy behavior = environment.behavior();
    int actions = environment.shape().actions();
    int last = 0;
    double left = uniform;
    for (int a = 0; a < actions; a++) {
      double p = behavior.probability(step, state, a);
      if (p > 0) {
        last = a;
        left -= p;
        if (left < 0) {
          return a;
        }
      }
    }
    return last; // rounding left a sliver
  }

  /** The end where nothing is known to follow. */
  private int next(int pair, double uniform) {
    SparseRows rows = environment.model().next();
    int first = rows.start(pair);
    int end = rows.start(pair + 1);
    int last = first;
    double left = uniform;
    for (int k = first; k < end; k++) {
      if (rows.value(k) > 0) {
        last = k;
        left -= rows.value(k);
        if (left < 0) {
          return rows.column(k);
        }
      }
    }
    return first == end ? environment.shape().end() : rows.column(last);
  }

  /** The finalizer of SplitMix64: neighboring episodes get unrelated streams. */
  static long mix(long z) {
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }

  /** Sees one row of a log; {@code next} is the end marker on an episode's last row. */
  @FunctionalInterface
  public interface RowVisitor {
    void visit(int episode, int step, int state, int action, int next, double reward);
  }
}
