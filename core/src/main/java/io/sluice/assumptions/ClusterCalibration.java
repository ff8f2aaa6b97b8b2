package io.sluice.assumptions;

import io.sluice.counts.EpisodeAccumulator;
import io.sluice.mdp.Episode;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Do the action probabilities agree with the actions, where episodes come in clusters? A user may
 * have been given one action permanently. Then the rows of a user are one draw, and tests that take
 * rows as independent raise false alarms.
 *
 * <p>Let S be what a cluster did less what it should have done, Σ(1{a taken} − q), over its first
 * decisions or over all of them, for an action or for a bin of probabilities. If the probabilities
 * are right, its mean is 0, however the decisions of a cluster depend on each other; and if the
 * cluster has m episodes and q lies in [l, u], S lies in [−mHu, mH(1−l)]. So for a fixed λ in [0,
 * 1) the capital of someone who bets against the probabilities,
 *
 * <pre>
 * K = Π_g (1 + λ·S_g/(m_g·H·u)),   and for the other side   Π_g (1 − λ·S_g/(m_g·H·(1−l)))
 * </pre>
 *
 * has mean 1, clusters being independent, and so has every average of such capitals. By Markov's
 * inequality it reaches 1/level with probability at most the level: for any number of clusters, of
 * any sizes, and however rare an action is. The average over a few λ, over actions, bins and sides
 * does not depend on the order of clusters. l and u are the least and the largest probability that
 * a known policy gives an action anywhere; else 0 and 1. Where only the taken action's probability
 * p is known, S is Σ(1{a}/p − 1), whose mean is at most 0, and only the one side is bet on.
 *
 * <p>Numbers of episodes are taken as given. If actions change how often a user comes back, and a
 * user keeps one action, the share of that action among rows is not its probability: that is then a
 * deviation of the log, and may be found.
 *
 * <p>The price: deviations that a test by rows would see are not seen in few clusters. With 0.5
 * logged for 0.65 it takes some 50.
 */
public final class ClusterCalibration implements EpisodeAccumulator<ClusterCalibration> {
  private static final double LEAST = 1e-6; // so that nothing is divided by 0
  private static final int BINS = PooledCalibration.BINS;

  private final Shape shape;
  private final @Nullable Policy behavior;
  private final ClusterBets[] deviations; // of first decisions, then of all
  private final double[] probability = new double[BINS];
  private long cluster = -1;

  /**
   * @param behavior the probabilities of all actions, if they are known; else those of the rows are
   *     used
   */
  public ClusterCalibration(Shape shape, Optional<Policy> behavior) {
    this.shape = shape;
    this.behavior = behavior.orElse(null);
    double[] up = new double[groups()];
    double[] down = new double[groups()];
    Arrays.fill(up, 1);
    Arrays.fill(down, isTwoSided() ? 1 : Double.POSITIVE_INFINITY); // where nothing is bet
    behavior.ifPresent(policy -> setScales(policy, up, down));
    deviations = new ClusterBets[] {new ClusterBets(up, down), new ClusterBets(up, down)};
  }

  private ClusterCalibration(ClusterCalibration like) {
    shape = like.shape;
    behavior = like.behavior;
    deviations = new ClusterBets[] {like.deviations[0].empty(), like.deviations[1].empty()};
  }

  private int groups() {
    return isTwoSided() ? shape.actions() + BINS : shape.actions();
  }

  /** The least and the largest probability of each action. */
  private void setScales(Policy policy, double[] up, double[] down) {
    for (int a = 0; a < shape.actions(); a++) {
      double least = 1;
      double most = 0;
      for (int h = 1; h <= (policy.isStationary() ? 1 : shape.horizon()); h++) {
        for (int x = 0; x < shape.states(); x++) {
          least = Math.min(least, policy.probability(h, x, a));
          most = Math.max(most, policy.probability(h, x, a));
        }
      }
      up[a] = Math.max(most, LEAST);
      down[a] = Math.max(1 - least, LEAST);
    }
  }

  private boolean isTwoSided() {
    return behavior != null || shape.actions() == 2;
  }

  @Override
  public ClusterCalibration empty() {
    return new ClusterCalibration(this);
  }

  @Override
  public void add(Episode episode) {
    if (episode.cluster() != cluster) {
      close();
      cluster = episode.cluster();
    }
    deviations[0].expect(1);
    deviations[1].expect(shape.horizon());
    for (int h = 1; h <= episode.length(); h++) {
      for (int i = h == 1 ? 0 : 1; i < deviations.length; i++) {
        add(deviations[i], episode, h);
      }
    }
  }

  private void add(ClusterBets to, Episode episode, int h) {
    int taken = episode.action(h);
    if (!isTwoSided()) {
      for (int a = 0; a < shape.actions(); a++) {
        to.add(a, a == taken ? 1 / episode.propensity(h) : 0, 1);
      }
      return;
    }
    Arrays.fill(probability, 0);
    for (int a = 0; a < shape.actions(); a++) {
      double q = probability(episode, h, a);
      to.add(a, a == taken ? 1 : 0, q);
      probability[PooledCalibration.binOf(q)] += q;
    }
    int bin = PooledCalibration.binOf(probability(episode, h, taken));
    for (int b = 0; b < BINS; b++) {
      to.add(shape.actions() + b, b == bin ? 1 : 0, Math.min(1, probability[b]));
    }
  }

  private double probability(Episode episode, int h, int a) {
    double p = episode.propensity(h);
    return behavior != null
        ? behavior.probability(h, episode.state(h), a)
        : a == episode.action(h) ? p : 1 - p;
  }

  private void close() {
    for (ClusterBets one : deviations) {
      one.close();
    }
  }

  @Override
  public ClusterCalibration plus(ClusterCalibration later) {
    close();
    later.close();
    for (int i = 0; i < deviations.length; i++) {
      deviations[i].plus(later.deviations[i]);
    }
    return this;
  }

  /**
   * The average capital, with the deviation that earned most; none with a single action.
   *
   * @param level the probability of an alarm where propensities are right, at most
   */
  public Optional<PooledCalibration> calibration(double level) {
    close();
    if (shape.actions() < 2) {
      return Optional.empty();
    }
    double capital = (deviations[0].capital() + deviations[1].capital()) / 2;
    ClusterBets told = deviations[deviations[0].capital() > deviations[1].capital() ? 0 : 1];
    return Optional.of(new PooledCalibration(capital, capital >= 1 / level, words(told)));
  }

  private String words(ClusterBets told) {
    int group = told.best();
    String name =
        group < shape.actions() ? "an action" : PooledCalibration.bin(group - shape.actions());
    return name + ": " + told.words(group);
  }
}
