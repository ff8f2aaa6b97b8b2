package io.sluice.features;

/**
 * The scores of one episode, with nuisances that have not seen it. With y_k = r_k +
 * V̂_{k+1}(x_{k+1}) and V̂ 0 after the end:
 *
 * <pre>
 * ψ_h = Σ_a (π−π_b)(a|x_h) Q̂_h(x_h,a) + Σ_{k≥h} c_k (y_k − Q̂_k(x_k,a_k)),   c_h = ρ_h − 1
 * efficient  c_k = ω̂_{h,k}(x_k)·ρ_k      robust  c_k = c_{k−1}·ρ_k      bandit  c_k = 0 for k > h
 * value      V̂_1(x_1) + Σ_k w_k ρ_k (y_k − Q̂_k),   w_k = 1 + Σ_{h<k} ω̂_{h,k}(x_k), or ρ_1⋯ρ_{k−1}
 * </pre>
 *
 * The mean of ψ_h is α^(h), the effect of leaving the logged policy at step h: for {@code robust}
 * whatever Q̂ is, for {@code efficient} up to a product of the errors of Q̂ and ω̂. Where π_b is
 * known for the chosen action only, the first two terms are Σ_a π Q̂_h + ρ_h (y_h − Q̂_h) − y_h.
 */
final class EpisodeScores implements java.io.Serializable {
  private final int horizon;
  private final boolean known;
  private final double[] taken; // Q̂_k(x_k, a_k), from index 1
  private final double[] policy; // V̂_k(x_k)
  private final double[] logged; // Σ_a π_b Q̂_k(x_k, a)
  private final double[] residual; // y_k − Q̂_k
  private final double[] outcome; // y_k
  private final double[] ratio;
  private final double[][] omega; // [h][k]
  private double[][] values = {}; // Q̂_k(x_k, a), [k][a]

  EpisodeScores(int horizon, boolean known) {
    this.horizon = horizon;
    this.known = known;
    taken = new double[horizon + 2];
    policy = new double[horizon + 2];
    logged = new double[horizon + 2];
    residual = new double[horizon + 2];
    outcome = new double[horizon + 2];
    ratio = new double[horizon + 2];
    omega = new double[horizon + 2][horizon + 2];
  }

  /** What the weights of later steps are. */
  enum Weighting {
    EFFICIENT,
    ROBUST,
    BANDIT
  }

  /** Takes an episode, φ of its rows from index 0. */
  void of(FeatureEpisode episode, double[][] phi, Nuisances nuisances) {
    int length = episode.length();
    int choices = nuisances.q[0].length;
    if (values.length == 0) {
      values = new double[horizon + 2][choices];
    }
    for (int k = 1; k <= horizon + 1; k++) {
      policy[k] = 0;
    }
    for (int k = 1; k <= length; k++) {
      logged[k] = 0;
      for (int a = 0; a < choices; a++) {
        boolean own = a == episode.action(k);
        double chosen = episode.evaluated(k, a);
        if (!own && chosen == 0 && !known) {
          continue;
        }
        double q = nuisances.value(k, a, phi[k - 1]);
        values[k][a] = q;
        policy[k] += chosen * q;
        logged[k] += known ? episode.behavior(k, a) * q : 0;
        taken[k] = own ? q : taken[k];
      }
      ratio[k] = episode.ratio(k);
      for (int h = 1; h < k; h++) {
        omega[h][k] = nuisances.weight(h, k, phi[k - 1]);
      }
    }
    for (int k = 1; k <= length; k++) {
      outcome[k] = episode.reward(k) + policy[k + 1];
      residual[k] = outcome[k] - taken[k];
    }
    this.length = length;
  }

  private int length;

  /** Takes ρ of a step for another number. */
  void setRatio(int step, double other) {
    ratio[step] = other;
  }

  /** ψ_h of {@code robust} if no ρ exceeded a cap; then their sum. */
  void trimmed(double cap, double[] into) {
    double[] kept = ratio.clone();
    for (int k = 1; k <= length; k++) {
      ratio[k] = Math.min(cap, ratio[k]);
    }
    double total = 0;
    for (int h = 1; h <= horizon; h++) {
      into[h - 1] = step(h, Weighting.ROBUST);
      total += into[h - 1];
    }
    into[horizon] = total;
    System.arraycopy(kept, 0, ratio, 0, kept.length);
  }

  double ratio(int step) {
    return ratio[step];
  }

  /** ψ_h. */
  double step(int h, Weighting weighting) {
    if (h > length) {
      return 0;
    }
    double own =
        known
            ? policy[h] - logged[h] + (ratio[h] - 1) * residual[h]
            : policy[h] + ratio[h] * residual[h] - outcome[h];
    double product = ratio[h] - 1;
    double later = 0;
    for (int k = h + 1; weighting != Weighting.BANDIT && k <= length; k++) {
      product *= ratio[k];
      double c = weighting == Weighting.ROBUST ? product : omega[h][k] * ratio[k];
      later += c * residual[k];
    }
    return own + later;
  }

  /** The score of V_π. */
  double value(Weighting weighting) {
    double sum = policy[1];
    double product = 1;
    for (int k = 1; k <= length; k++) {
      double weight = 1;
      for (int h = 1; weighting == Weighting.EFFICIENT && h < k; h++) {
        weight += omega[h][k];
      }
      sum += (weighting == Weighting.ROBUST ? product : weight) * ratio[k] * residual[k];
      product *= ratio[k];
    }
    return sum;
  }

  /** What Q̂ alone says of the effect: Σ_a (π−π_b) Q̂_h; none where π_b is not known. */
  double fitted(int h) {
    return h > length || !known ? 0 : policy[h] - logged[h];
  }

  /** What the row of a step adds to ψ by itself, if Q̂ is right: ψ less the weighted residuals. */
  double ofRow(int h) {
    return policy[h] - (known ? logged[h] : taken[h]);
  }

  /** c_k of the effect of step h, for {@code efficient}. */
  double weight(int h, int k) {
    return k == h ? ratio[h] - 1 : omega[h][k] * ratio[k];
  }

  /** c_k of the effect of step h, for k from h to the end; k − 1 is its place. */
  void weights(int h, Weighting weighting, double[] into) {
    double product = ratio[h] - 1;
    into[h - 1] = product;
    for (int k = h + 1; k <= length; k++) {
      product *= ratio[k];
      into[k - 1] =
          switch (weighting) {
            case EFFICIENT -> omega[h][k] * ratio[k];
            case ROBUST -> product;
            case BANDIT -> 0;
          };
    }
  }

  /** y_k − Q̂_k(x_k, a_k). */
  double residual(int k) {
    return residual[k];
  }

  /** Q̂_k(x_k, a_k). */
  double taken(int k) {
    return taken[k];
  }

  /** Q̂_k(x_k, a); where π_b is not known, of the action taken and of those that π takes. */
  double value(int step, int action) {
    return values[step][action];
  }

  /** ω̂_{h,k}(x_k). */
  double omega(int h, int k) {
    return omega[h][k];
  }

  /** c_{k−1} of the effect of step h, which ω̂_{h,k}(x_k) predicts. */
  double carried(int h, int k) {
    return k == h + 1 ? ratio[h] - 1 : omega[h][k - 1] * ratio[k - 1];
  }
}
