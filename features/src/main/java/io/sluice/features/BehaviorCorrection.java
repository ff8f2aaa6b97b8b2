package io.sluice.features;

import java.util.Arrays;

/**
 * Makes scores insensitive, to first order, to the error of an estimated logged policy. With γ the
 * coefficients of the {@link ActionModel} of step k, S = (1{a taken} − π̂_b(a|x))φ(x) their score
 * in an episode, and I their information:
 *
 * <pre>
 * ψ⊥ = ψ + Σ_k G_k I_k⁻¹ S_k,   G_k = mean ∂ψ/∂γ_k,   ∂ψ/∂γ_a = −(ψ − ψ at ρ_k = 0)·(1{a taken} − π̂_b(a|x))φ(x)
 * </pre>
 *
 * because ψ, in the form that knows π_b of the chosen action only, is linear in every ρ_k, and
 * ∂ρ/∂γ_a = −ρ(1{a taken} − π̂_b(a|x))φ. The mean of ψ⊥ has no derivative in γ at the truth, so
 * that γ̂ may be put in its place, and its variance over episodes is that of the estimate.
 *
 * <p>This holds as T grows if the logged policy is of the logistic form with these functions (their
 * number fixed), whatever Q̂ is: {@code robust} then needs nothing else. Where Q̂ is right, G is 0
 * to first order by itself, and the model may be wrong: errors of π̂_b and Q̂ enter as a product.
 * What is second order and left out: that ω̂, and G and I, come from episodes that other folds' γ̂
 * has seen, and that the basis was chosen by prediction.
 */
final class BehaviorCorrection implements FeatureAccumulator<BehaviorCorrection> {
  private final BehaviorModel behavior;
  private final long episodes;
  private final ScorePass pass;
  private final int targets;
  private final int horizon;
  private final int actions;
  private final double[][][][] derivative; // [fold][target][step], by parameter
  private final double[][][][] coefficient; // the same, of S
  private final double[][] score; // [step], by parameter
  private final double[] phi;

  /**
   * @param targets how many scores there are
   * @param episodes how many the log has
   * @param pass what makes scores
   */
  BehaviorCorrection(
      BehaviorModel behavior, int folds, int targets, long episodes, ScorePass pass) {
    this(
        behavior,
        targets,
        episodes,
        pass,
        new double[folds][targets][behavior.horizon()][behavior.parameters()],
        new double[0][][][]);
  }

  private BehaviorCorrection(
      BehaviorModel behavior,
      int targets,
      long episodes,
      ScorePass pass,
      double[][][][] derivative,
      double[][][][] coefficient) {
    this.behavior = behavior;
    this.targets = targets;
    this.episodes = episodes;
    this.pass = pass;
    this.derivative = derivative;
    this.coefficient = coefficient;
    horizon = behavior.horizon();
    actions = behavior.actions();
    score = new double[horizon][behavior.parameters()];
    phi = new double[behavior.written()];
  }

  @Override
  public int blocks() {
    return FeatureAccumulator.blocks(
        episodes, 8.0 * derivative.length * targets * horizon * behavior.parameters());
  }

  @Override
  public BehaviorCorrection empty() {
    return new BehaviorCorrection(behavior, derivative.length, targets, episodes, pass.empty());
  }

  @Override
  public BehaviorCorrection plus(BehaviorCorrection later) {
    for (int f = 0; f < derivative.length; f++) {
      for (int t = 0; t < targets; t++) {
        for (int k = 0; k < horizon; k++) {
          for (int i = 0; i < derivative[f][t][k].length; i++) {
            derivative[f][t][k][i] += later.derivative[f][t][k][i];
          }
        }
      }
    }
    return this;
  }

  /** The same corrections, with memory of its own for an episode. */
  BehaviorCorrection again() {
    return new BehaviorCorrection(behavior, targets, episodes, pass, derivative, coefficient);
  }

  private void score(FeatureEpisode episode) {
    int size = behavior.size();
    for (int k = 1; k <= episode.length(); k++) {
      behavior.write(k, episode.features(k), phi);
      for (int a = 1; a < actions; a++) {
        double off = (a == episode.action(k) ? 1 : 0) - episode.behavior(k, a);
        for (int i = 0; i < size; i++) {
          score[k - 1][(a - 1) * size + i] = off * phi[i];
        }
      }
    }
  }

  /** Adds an episode to G: the part of every score that is proportional to ρ of each step. */
  @Override
  public void add(FeatureEpisode episode) {
    double[] whole = new double[targets];
    double[] without = new double[targets];
    score(episode);
    pass.scores(episode, 0, whole);
    for (int k = 1; k <= episode.length(); k++) {
      pass.scores(episode, k, without);
      for (int t = 0; t < targets; t++) {
        double part = without[t] - whole[t];
        double[] into = derivative[episode.fold()][t][k - 1];
        for (int i = 0; part != 0 && i < into.length; i++) {
          into[i] += part * score[k - 1][i];
        }
      }
    }
  }

  /** To be called once all episodes are added: what a fold needs comes from the others. */
  BehaviorCorrection completed() {
    int folds = derivative.length;
    double[][][][] coefficient = new double[folds][targets][horizon][];
    for (int f = 0; f < folds; f++) {
      for (int t = 0; t < targets; t++) {
        for (int k = 0; k < horizon; k++) {
          double[] sum = new double[derivative[f][t][k].length];
          for (int g = 0; g < folds; g++) {
            for (int i = 0; (g != f || folds == 1) && i < sum.length; i++) {
              sum[i] += derivative[g][t][k][i];
            }
          }
          coefficient[f][t][k] =
              Arrays.stream(sum).allMatch(d -> d == 0) ? sum : behavior.of(f, k + 1).solve(sum);
        }
      }
    }
    return new BehaviorCorrection(
        behavior, targets, episodes, pass, new double[0][][][], coefficient);
  }

  /** Adds G I⁻¹ S to the scores of an episode. */
  void correct(FeatureEpisode episode, double[] scores) {
    score(episode);
    for (int t = 0; t < targets; t++) {
      for (int k = 0; k < episode.length(); k++) {
        scores[t] += Ridge.dot(score[k], coefficient[episode.fold()][t][k]);
      }
    }
  }
}
