package io.sluice.assumptions;

import io.sluice.counts.EpisodeAccumulator;
import io.sluice.distributions.Binomial;
import io.sluice.distributions.Poisson;
import io.sluice.mdp.Episode;

/**
 * Are there more identical episodes than chance allows? Episodes are compared by their states,
 * actions, rewards and propensities.
 *
 * <p>Let f_k be the number of different episodes that occur k times. If episodes are independent
 * draws from one distribution, whatever it is, f_k is close to a sum of independent indicators with
 * mean ∫ e^−λ λ^k/k! dG(λ). Two things follow for every G, and are tested:
 *
 * <ul>
 *   <li>an episode that occurs at all occurs an even number of times with probability (1−e^−λ)/2,
 *       below ½, and a multiple of three times with probability at most ⅓: a log entered twice or
 *       three times is seen once it has about a dozen different episodes;
 *   <li>(2Ef₂)² ≤ Ef₁·6Ef₃, since k!Ef_k are moments: some episodes entered twice are seen once
 *       they are more than about 4√T of T, unless more frequent ones hide them.
 * </ul>
 *
 * <p>It does not see fewer repetitions than that, nor repetitions that differ in anything.
 */
public final class RepeatedEpisodes implements EpisodeAccumulator<RepeatedEpisodes> {

  /** The probability of an alarm where episodes are independent, at most. */
  public static final double LEVEL = 0.001;

  private final TableTally episodes;

  public RepeatedEpisodes() {
    this(new TableTally(1, 1));
  }

  private RepeatedEpisodes(TableTally episodes) {
    this.episodes = episodes;
  }

  @Override
  public RepeatedEpisodes empty() {
    return new RepeatedEpisodes(episodes.empty());
  }

  @Override
  public void add(Episode episode) {
    long hash = 1;
    for (int h = 1; h <= episode.length(); h++) {
      hash = mixed(hash, episode.state(h));
      hash = mixed(hash, episode.action(h));
      hash = mixed(hash, episode.next(h));
      hash = mixed(hash, Double.doubleToLongBits(episode.reward(h)));
      hash = mixed(hash, Double.doubleToLongBits(episode.propensity(h)));
    }
    add(hash);
  }

  /** Adds an episode by a hash of all that it says. */
  public void add(long hash) {
    episodes.add(hash >>> 2, 0, 0);
  }

  private static long mixed(long hash, long value) {
    long next = (hash ^ value) * 0x9E3779B97F4A7C15L;
    next = (next ^ (next >>> 32)) * 0xD6E8FEB86659FD93L;
    return next ^ (next >>> 29);
  }

  @Override
  public RepeatedEpisodes plus(RepeatedEpisodes later) {
    episodes.plus(later.episodes);
    return this;
  }

  /**
   * What was found.
   *
   * @param different how many different episodes there are, among those that were compared
   * @param repeated the share of episodes that occur more than once
   * @param alarm whether that is more than chance allows, at {@link #LEVEL}
   */
  public record Repetitions(long different, double repeated, boolean alarm) {}

  public Repetitions repetitions() {
    int[] times = episodes.multiplicities();
    long[] f = new long[4]; // f₁, f₂, f₃ at 1, 2, 3
    long even = 0;
    long threefold = 0;
    long all = 0;
    for (int k : times) {
      all += k;
      even += k % 2 == 0 ? 1 : 0;
      threefold += k % 3 == 0 ? 1 : 0;
      f[k < f.length ? k : 0]++;
    }
    double third = LEVEL / 3;
    boolean alarm =
        Binomial.atLeast(times.length, 0.5, even) < third
            || Binomial.atLeast(times.length, 1.0 / 3, threefold) < third
            || isNotMoments(f, third / 3);
    return new Repetitions(times.length, all == 0 ? 0 : 1 - f[1] / (double) all, alarm);
  }

  /** Whether bounds on Ef₁, Ef₂, Ef₃, each at this level, contradict the inequality. */
  private static boolean isNotMoments(long[] f, double level) {
    double pairs = 2 * Poisson.lowerMean(f[2], level);
    return pairs * pairs > Poisson.upperMean(f[1], level) * 6 * Poisson.upperMean(f[3], level);
  }
}
