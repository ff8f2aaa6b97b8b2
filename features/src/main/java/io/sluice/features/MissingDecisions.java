package io.sluice.features;

import io.sluice.features.EpisodeScores.Weighting;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * How far an estimate may be off because the log lacks rows in which the logged policy did what it
 * rarely does and the judged policy does often.
 *
 * <p>Where decisions of π have few rows, the score is what Q̂ says of them, and Q̂ has been learned
 * elsewhere: neither the estimate nor its standard error shows what is missing. In a region of rows
 * x and actions a where Σ π_b(a|x) = s such rows were to be expected, none is there with
 * probability Π(1−π_b) ≤ e^(−s). If all outcomes y = r + V̂ there were as low as the lowest of
 * their step, the estimate would be too high by the mean over episodes of
 *
 * <pre>
 * Σ π_b(a|x)·c⁺·(Q̂(x,a) − min y),   c = w·π/π_b − 1,   w = 1 + Σ_h ω̂_{h,k}(x), or ρ_1⋯ρ_{k−1}
 * </pre>
 *
 * Decisions are put into groups by step and by the power of two that c is in; {@link #cost} takes
 * those groups, or a part of one, that cost most for each row to be expected, up to s rows.
 *
 * <p>The lowest outcome is that of the sample, over all actions, so this is no guarantee: an
 * outcome that no action ever had is not allowed for, nor that a region has a few rows that are all
 * misleading. Decisions whose probabilities are not known, because only that of the action taken
 * was logged, are left out.
 */
final class MissingDecisions implements Serializable {
  private static final int GROUPS = 48;
  private static final Weighting[] JUDGES = {Weighting.EFFICIENT, Weighting.ROBUST};

  private final double[][][] expected; // [judge][step][group] Σ π_b
  private final double[][][] weights; // Σ π_b·c
  private final double[][][] fitted; // Σ π_b·c·Q̂
  private final double[] least; // [step] min y
  private long episodes;

  MissingDecisions(int horizon) {
    expected = new double[JUDGES.length][horizon][GROUPS];
    weights = new double[JUDGES.length][horizon][GROUPS];
    fitted = new double[JUDGES.length][horizon][GROUPS];
    least = new double[horizon];
    Arrays.fill(least, Double.POSITIVE_INFINITY);
  }

  MissingDecisions empty() {
    return new MissingDecisions(least.length);
  }

  MissingDecisions plus(MissingDecisions later) {
    episodes += later.episodes;
    for (int k = 0; k < least.length; k++) {
      least[k] = Math.min(least[k], later.least[k]);
      for (int j = 0; j < JUDGES.length; j++) {
        add(expected[j][k], later.expected[j][k]);
        add(weights[j][k], later.weights[j][k]);
        add(fitted[j][k], later.fitted[j][k]);
      }
    }
    return this;
  }

  private static void add(double[] into, double[] from) {
    for (int g = 0; g < into.length; g++) {
      into[g] += from[g];
    }
  }

  /**
   * @param scores of this episode
   */
  void add(FeatureEpisode episode, EpisodeScores scores) {
    episodes++;
    double product = 1;
    for (int k = 1; k <= episode.length(); k++) {
      least[k - 1] = Math.min(least[k - 1], scores.taken(k) + scores.residual(k));
      double carried = 1;
      for (int h = 1; h < k; h++) {
        carried += scores.omega(h, k);
      }
      double[] evaluated = episode.evaluated(k);
      for (int a = 0; a < evaluated.length; a++) {
        if (evaluated[a] > 0) {
          double ratio = evaluated[a] / episode.behavior(k, a);
          add(0, k, a, carried * ratio - 1, episode, scores);
          add(1, k, a, product * ratio - 1, episode, scores);
        }
      }
      product *= episode.ratio(k);
    }
  }

  private void add(
      int judge, int k, int action, double c, FeatureEpisode episode, EpisodeScores scores) {
    if (!(c > 0 && c < Double.POSITIVE_INFINITY)) {
      return; // an action that is never logged contradicts overlap
    }
    int group = Math.max(0, Math.min(GROUPS - 1, Math.getExponent(c) + 1));
    double p = episode.behavior(k, action);
    expected[judge][k - 1][group] += p;
    weights[judge][k - 1][group] += p * c;
    fitted[judge][k - 1][group] += p * c * scores.value(k, action);
  }

  /** Rows to be expected in a group, and what it costs if none is there. */
  private record Group(double expected, double cost) {}

  /** What missing rows cost the total. */
  static final class Costs {
    private final List<Group> groups;
    private final double episodes;

    private Costs(List<Group> groups, double episodes) {
      this.groups = groups;
      this.episodes = episodes;
    }

    /**
     * @param rows s, how many missing rows were to be expected
     */
    double of(double rows) {
      double left = rows;
      double sum = 0;
      for (Group group : groups) {
        double taken = Math.min(left, group.expected);
        sum += taken * group.cost / group.expected;
        left -= taken;
      }
      return sum / episodes;
    }
  }

  /** Of {@code efficient}, or of {@code robust}. */
  Costs costs(Weighting weighting) {
    int j = weighting == Weighting.EFFICIENT ? 0 : 1;
    List<Group> groups = new ArrayList<>();
    for (int k = 0; k < least.length; k++) {
      for (int g = 0; g < GROUPS; g++) {
        double cost = fitted[j][k][g] - least[k] * weights[j][k][g];
        if (expected[j][k][g] > 0 && cost > 0) {
          groups.add(new Group(expected[j][k][g], cost));
        }
      }
    }
    groups.sort(Comparator.comparingDouble(group -> -group.cost / group.expected));
    return new Costs(groups, episodes);
  }
}
