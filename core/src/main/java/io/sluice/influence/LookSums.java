package io.sluice.influence;

import java.io.Serializable;

/**
 * Scores of V_π − V_πb by when a log is looked at, with the weights and residuals they are made of.
 * Where scores come from does not matter here.
 */
public final class LookSums implements Serializable {
  private static final int SCORES = 3; // how many, Σψ and Σψ²
  private static final int PARTS = 3; // Σ(W_k−1)², Σ(y_k−Q̂_k)² and the largest of the latter

  private final int looks;
  private final int horizon;
  private final double[] scores; // by look
  private final double[] parts; // by look and step

  public LookSums(int looks, int horizon) {
    this.looks = looks;
    this.horizon = horizon;
    scores = new double[SCORES * looks];
    parts = new double[PARTS * horizon * looks];
  }

  public LookSums empty() {
    return new LookSums(looks, horizon);
  }

  /**
   * Adds an episode.
   *
   * @param look at which it is new
   * @param weights W_k = ρ_1⋯ρ_k, from index 1
   * @param residuals y_k − Q̂_k, from index 1
   */
  public void add(int look, int length, double score, double[] weights, double[] residuals) {
    scores[SCORES * look]++;
    scores[SCORES * look + 1] += score;
    scores[SCORES * look + 2] += score * score;
    for (int k = 1; k <= length; k++) {
      int at = part(look, k);
      double square = residuals[k] * residuals[k];
      parts[at] += (weights[k] - 1) * (weights[k] - 1);
      parts[at + 1] += square;
      parts[at + 2] = Math.max(parts[at + 2], square);
    }
  }

  private int part(int look, int step) {
    return PARTS * (horizon * look + step - 1);
  }

  public LookSums plus(LookSums later) {
    for (int i = 0; i < scores.length; i++) {
      scores[i] += later.scores[i];
    }
    for (int i = 0; i < parts.length; i++) {
      parts[i] = i % PARTS == 2 ? Math.max(parts[i], later.parts[i]) : parts[i] + later.parts[i];
    }
    return this;
  }

  /** Everything up to a look, in place of what is new at it. */
  public LookSums cumulative() {
    LookSums all = empty();
    for (int i = 0; i < scores.length; i++) {
      all.scores[i] = scores[i] + (i < SCORES ? 0 : all.scores[i - SCORES]);
    }
    int each = PARTS * horizon;
    for (int i = 0; i < parts.length; i++) {
      double before = i < each ? 0 : all.parts[i - each];
      all.parts[i] = i % PARTS == 2 ? Math.max(parts[i], before) : parts[i] + before;
    }
    return all;
  }

  /** How many looks there are. */
  public int looks() {
    return looks;
  }

  /** How many steps there are. */
  public int horizon() {
    return horizon;
  }

  /** How many episodes were scored. */
  public long episodes(int look) {
    return Math.round(scores[SCORES * look]);
  }

  /** The sum of their scores. */
  public double sum(int look) {
    return scores[SCORES * look + 1];
  }

  /** The sum of their squared scores. */
  public double squares(int look) {
    return scores[SCORES * look + 2];
  }

  /** Σ(W_k−1)²: of what residuals are multiplied by. */
  public double weightSquares(int look, int step) {
    return parts[part(look, step)];
  }

  /** Σ(y_k−Q̂_k)². */
  public double residualSquares(int look, int step) {
    return parts[part(look, step) + 1];
  }

  /** The largest (y_k−Q̂_k)². */
  public double largestSquare(int look, int step) {
    return parts[part(look, step) + 2];
  }
}
