package io.sluice.features;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * What scores need to know and what is estimated for them, all from other folds than the one they
 * are for:
 *
 * <pre>
 * Q̂_k(x,a) = φ(x)ᵀθ_{k,a}    backward, from r_k + V̂_{k+1}(x_{k+1}), V̂ = Σ_a π Q̂, within (k, a)
 * ω̂_{h,k}(x) = φ(x)ᵀw_{h,k}  forward, from c_{k−1} at x_k;  c_h = ρ_h − 1,  c_k = ω̂_{h,k}(x_k)·ρ_k
 * </pre>
 *
 * Both also with the richest basis, for the test of a basis that is too poor, and the row before as
 * far as the present row predicts it, for the Markov test.
 */
final class Nuisances implements Serializable {
  final double[][][] q; // [step][action]
  final double[][][] richQ;
  final double[][][] omega; // [h][k], from h + 1
  final double[][][] richOmega;
  final double[][] before; // [step], by function and then by number of the row before
  final List<Choice> choices = new ArrayList<>();

  /**
   * What was chosen for a regression.
   *
   * @param from the step whose effect it is for; 0 for Q̂
   * @param size how many functions
   * @param penalty ∞ where 0 predicts best
   */
  record Choice(int from, int step, int size, double penalty) implements Serializable {}

  Nuisances(int horizon) {
    q = new double[horizon][][];
    richQ = new double[horizon][][];
    omega = new double[horizon][horizon][];
    richOmega = new double[horizon][horizon][];
    before = new double[horizon][];
  }
}
