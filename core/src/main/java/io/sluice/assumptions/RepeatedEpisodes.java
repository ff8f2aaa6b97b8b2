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
 * <p>The same is true of anything that is computed from an episode alone, so it is tested again of
 * its states, its actions and its mean reward in steps of {@value #GRAIN} of the range: rows that
 * were exported twice may differ in their last digits. By chance, long episodes with rewards of
 * many digits do not have the same mean; where rewards have few values they do, and that is allowed
 * for as above.
 *
 * <p>Windows that were cut from one long history overlap. So episodes without their last row are
 * held against episodes without their first. Every episode is used in one of these ways, by a bit
 * of its hash; let n_ij be the number of sequences of rows that were seen i times in the one way
 * and j times in the other. Given the means λ and μ of both, they are independent, and by the
 * Cauchy–Schwarz inequality (Σλμe^−(λ+μ))² ≤ Σλ²e^−(λ+μ)·Σμ²e^−(λ+μ): (En₁₁)² ≤ 2En₂₀·2En₀₂. Some
 * 150 overlaps are seen unless rows have few values.
 *
 * <p>It does not see fewer repetitions than that, windows that are several steps apart, nor
 * repetitions that differ in anything else.
 */
public final class RepeatedEpisodes implements EpisodeAccumulator<RepeatedEpisodes> {

  /** The probability of an alarm where episodes are independent, at most. */
  public static final double LEVEL = 0.002;

  private static final double OF_IDENTICAL = LEVEL / 2;
  private static final double OF_OTHERS = LEVEL / 4; // each

  /** Mean rewards that differ by less may be the same. */
  static final double GRAIN = 1e-6;

  private static final int FIRST_ROWS = 0;
  private static final int LAST_ROWS = 1;

  private final TableTally episodes;
  private final TableTally rounded;
  private final TableTally parts; // of each but one row, in two columns

  public RepeatedEpisodes() {
    this(new TableTally(1, 1), new TableTally(1, 1), new TableTally(2, 2));
  }

  private RepeatedEpisodes(TableTally episodes, TableTally rounded, TableTally parts) {
    this.episodes = episodes;
    this.rounded = rounded;
    this.parts = parts;
  }

  @Override
  public RepeatedEpisodes empty() {
    return new RepeatedEpisodes(episodes.empty(), rounded.empty(), parts.empty());
  }

  @Override
  public void add(Episode episode) {
    long hash = 1;
    long decisions = 1;
    double sum = 0;
    for (int h = 1; h <= episode.length(); h++) {
      hash = mixed(hash, episode.state(h));
      hash = mixed(hash, episode.action(h));
      hash = mixed(hash, episode.next(h));
      hash = mixed(hash, Double.doubleToLongBits(episode.reward(h)));
      hash = mixed(hash, Double.doubleToLongBits(episode.propensity(h)));
      decisions = mixed(mixed(decisions, episode.state(h)), episode.action(h));
      sum += episode.unitReward(h);
    }
    add(hash, mixed(decisions, Math.round(sum / episode.length() / GRAIN)));
    if (episode.length() > 1) {
      int part = (int) (mixed(hash, 1) >>> 40) & 1;
      addPart(part, rows(episode, part == FIRST_ROWS ? 1 : 2));
    }
  }

  /** A hash of all rows but one. */
  private static long rows(Episode episode, int first) {
    long hash = 1;
    for (int h = first; h < first + episode.length() - 1; h++) {
      hash = mixed(hash, episode.state(h));
      hash = mixed(hash, episode.action(h));
      hash = mixed(hash, Double.doubleToLongBits(episode.reward(h)));
    }
    return hash;
  }

  /** Adds all rows of an episode but the last, or but the first, by their hash. */
  void addPart(int part, long hash) {
    parts.add(hash >>> 3, 0, part);
  }

  /**
   * Adds an episode by a hash of all that it says.
   *
   * @param near a hash that is the same if it differs by rounding only
   */
  public void add(long hash, long near) {
    episodes.add(hash >>> 2, 0, 0);
    rounded.add(near >>> 2, 0, 0);
  }

  private static long mixed(long hash, long value) {
    long next = (hash ^ value) * 0x9E3779B97F4A7C15L;
    next = (next ^ (next >>> 32)) * 0xD6E8FEB86659FD93L;
    return next ^ (next >>> 29);
  }

  @Override
  public RepeatedEpisodes plus(RepeatedEpisodes later) {
    episodes.plus(later.episodes);
    rounded.plus(later.rounded);
    parts.plus(later.parts);
    return this;
  }

  /** How episodes can depend on each other. */
  public enum Kind {
    IDENTICAL("share of episodes that occur more than once"),
    NEARLY_IDENTICAL(
        "share of episodes that differ from others in the last digits of rewards only"),
    OVERLAPPING("share of episodes that begin one row after another one, about");

    private final String figure;

    Kind(String figure) {
      this.figure = figure;
    }

    /** What the share is. */
    public String figure() {
      return figure;
    }
  }

  /**
   * What was found.
   *
   * @param kind of alarm, if there is one
   * @param different how many different episodes there are, among those that were compared
   * @param repeated the share of such episodes
   * @param alarm whether that is more than chance allows
   */
  public record Repetitions(Kind kind, long different, double repeated, boolean alarm) {}

  /** Identical episodes, unless others alone are more than chance allows, at {@link #LEVEL}. */
  public Repetitions repetitions() {
    Repetitions same = repetitions(Kind.IDENTICAL, episodes, OF_IDENTICAL);
    if (same.alarm()) {
      return same;
    }
    Repetitions near = repetitions(Kind.NEARLY_IDENTICAL, rounded, OF_OTHERS);
    if (near.alarm()) {
      return near;
    }
    Repetitions overlapping = overlaps();
    return overlapping.alarm() ? overlapping : same;
  }

  private static Repetitions repetitions(Kind kind, TableTally episodes, double level) {
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
    double third = level / 3;
    boolean alarm =
        Binomial.atLeast(times.length, 0.5, even) < third
            || Binomial.atLeast(times.length, 1.0 / 3, threefold) < third
            || exceeds(2, f[2], f[1], 6, f[3], third / 3);
    return new Repetitions(kind, times.length, all == 0 ? 0 : 1 - f[1] / (double) all, alarm);
  }

  private Repetitions overlaps() {
    long[] n = new long[5]; // n₁₁, n₂₀, n₀₂, different ones, all
    parts.forEachTable(
        one -> {
          long begun = one.inColumn(FIRST_ROWS);
          long ended = one.inColumn(LAST_ROWS);
          n[0] += begun == 1 && ended == 1 ? 1 : 0;
          n[1] += begun == 2 && ended == 0 ? 1 : 0;
          n[2] += begun == 0 && ended == 2 ? 1 : 0;
          n[3]++;
          n[4] += begun + ended;
        });
    boolean alarm = exceeds(1, n[0], n[1], 4, n[2], OF_OTHERS / 3);
    double share = n[4] == 0 ? 0 : Math.min(1, 4.0 * n[0] / n[4]); // a quarter is in both ways
    return new Repetitions(Kind.OVERLAPPING, n[3], share, alarm);
  }

  /** Whether bounds on the means of counts, each at this level, contradict (aEx)² ≤ Ey·bEz. */
  private static boolean exceeds(double a, long x, long y, double b, long z, double level) {
    double least = a * Poisson.lowerMean(x, level);
    return least * least > Poisson.upperMean(y, level) * b * Poisson.upperMean(z, level);
  }
}
