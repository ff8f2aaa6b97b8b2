package io.sluice.features;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What scores need to know and what is estimated for them, all from other folds than the one they
 * are for:
 *
 * <pre>
 * Q̂_k(x,a) = φ(x)ᵀθ_{k,a}    backward, from r_k + V̂_{k+1}(x_{k+1}), V̂ = Σ_a π Q̂, within (k, a)
 * ω̂_{h,k}(x) = φ(x)ᵀw_{h,k}  forward, from c_{k−1} at x_k;  c_h = ρ_h − 1,  c_k = ω̂_{h,k}(x_k)·ρ_k
 * </pre>
 *
 * or sums of trees in place of φᵀθ or φᵀw, where those were asked for or predict better. Both also
 * with the richest basis, for the test of a basis that is too poor, and the row before as far as
 * the present row predicts it, for the Markov test.
 */
final class Nuisances implements Serializable {
  final double[][][] q; // [step][action]
  final double[][][] richQ;
  final double[][][] omega; // [h][k], from h + 1
  final double[][][] richOmega;
  final @Nullable BoostedTrees[] boostedQ; // [step], in place of q
  final @Nullable BoostedTrees[][] boostedOmega; // [h][k], in place of omega
  final double[][] before; // [step], by function and then by number of the row before
  final List<Choice> choices = new ArrayList<>();

  /**
   * What was chosen for a regression.
   *
   * @param from the step whose effect it is for; 0 for Q̂
   * @param size how many functions
   * @param penalty ∞ where 0 predicts best
   * @param trees how many trees; −1 of a ridge regression
   */
  record Choice(int from, int step, int size, double penalty, int trees) implements Serializable {
    Choice(int from, int step, int size, double penalty) {
      this(from, step, size, penalty, -1);
    }

    Choice boosted(int rounds) {
      return new Choice(from, step, size, penalty, rounds);
    }

    boolean isBoosted() {
      return trees >= 0;
    }
  }

  Nuisances(int horizon) {
    q = new double[horizon][][];
    richQ = new double[horizon][][];
    omega = new double[horizon][horizon][];
    richOmega = new double[horizon][horizon][];
    boostedQ = new BoostedTrees[horizon];
    boostedOmega = new BoostedTrees[horizon][horizon];
    before = new double[horizon][];
  }

  /** Q̂_k(x, a). */
  double value(int k, int action, double[] phi) {
    BoostedTrees trees = boostedQ[k - 1];
    return trees == null ? Ridge.dot(phi, q[k - 1][action]) : trees.predict(phi, action);
  }

  /** ω̂_{h,k}(x). */
  double weight(int h, int k, double[] phi) {
    BoostedTrees trees = boostedOmega[h - 1][k - 1];
    return trees == null ? Ridge.dot(phi, omega[h - 1][k - 1]) : trees.predict(phi, 0);
  }
}
