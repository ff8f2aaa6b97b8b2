package io.sluice.policy;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one action is worth in a row, less what is uncertain about it. With the functions f of the
 * row:
 *
 * <pre>
 * Σ_i w_i f_i − √max(0, Σ_i f_i Σ_{j≤i} m_ij f_j) − max(0, Σ_i c_i f_i)
 * </pre>
 *
 * Sums are formed in this order, in double: every export forms them alike, so that ties and
 * rounding are those of the policy that was judged.
 */
public final class Score {
  private final double[] weights;
  private final double[] penalty; // lower triangle by rows; none if empty
  private final double[] carried; // none if empty

  /**
   * @param weights one for each function
   * @param penalty the lower triangle of a matrix, by rows, those off the diagonal twice; or empty
   * @param carried one for each function, or empty
   */
  public Score(double[] weights, double[] penalty, double[] carried) {
    int size = weights.length;
    requireSize("penalty", penalty, size * (size + 1) / 2);
    requireSize("carried", carried, size);
    this.weights = finite(weights);
    this.penalty = finite(penalty);
    this.carried = finite(carried);
  }

  private static void requireSize(String what, double[] numbers, int size) {
    if (numbers.length != 0 && numbers.length != size) {
      throw new IllegalArgumentException(
          "score: %s needs no numbers or %d, got %d".formatted(what, size, numbers.length));
    }
  }

  private static double[] finite(double[] numbers) {
    for (double number : numbers) {
      if (!(Math.abs(number) <= Double.MAX_VALUE)) {
        throw new IllegalArgumentException("score: needs finite numbers, got " + number);
      }
    }
    return numbers.clone();
  }

  /**
   * @param f the functions of a row
   */
  public double of(double[] f) {
    return dot(weights, f)
        - Math.sqrt(Math.max(0, square(f)))
        - (carried.length == 0 ? 0 : Math.max(0, dot(carried, f)));
  }

  private static double dot(double[] weights, double[] f) {
    double sum = 0;
    for (int i = 0; i < weights.length; i++) {
      sum += weights[i] * f[i];
    }
    return sum;
  }

  private double square(double[] f) {
    double sum = 0;
    int place = 0;
    for (int i = 0; place < penalty.length; i++) {
      double row = 0;
      for (int j = 0; j <= i; j++) {
        row += penalty[place++] * f[j];
      }
      sum += f[i] * row;
    }
    return sum;
  }

  public List<Double> weights() {
    return list(weights);
  }

  public List<Double> penalty() {
    return list(penalty);
  }

  public List<Double> carried() {
    return list(carried);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Score score
        && Arrays.equals(weights, score.weights)
        && Arrays.equals(penalty, score.penalty)
        && Arrays.equals(carried, score.carried);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(weights) + Arrays.hashCode(penalty);
  }

  private static List<Double> list(double[] numbers) {
    return Arrays.stream(numbers).boxed().toList();
  }
}
