package io.sluice.policy;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The estimated value of an action in a row, minus its uncertainty. With the functions f of the
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
          "score: %s needs no numbers or %s, got %s".formatted(what, size, numbers.length));
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
    return lessened(dot(weights, f), f);
  }

  /**
   * A sum of weights less what is uncertain: never more than that sum, for rounding keeps order.
   */
  private double lessened(double sum, double[] f) {
    return sum
        - Math.sqrt(Math.max(0, square(f)))
        - (carried.length == 0 ? 0 : Math.max(0, dot(carried, f)));
  }

  /**
   * The place of the highest of scores, the first of equal ones. What is uncertain takes long to
   * find, and is left out of scores that would be too low even without it.
   *
   * @param f the functions of a row
   */
  public static int highest(List<Score> scores, double[] f) {
    double[] most = new double[scores.size()];
    int best = 0;
    for (int a = 0; a < most.length; a++) {
      most[a] = dot(scores.get(a).weights, f);
      best = most[a] > most[best] ? a : best;
    }
    int first = best;
    double high = scores.get(first).lessened(most[first], f);
    for (int a = 0; a < most.length; a++) {
      if (a != first && !(most[a] < high)) {
        double score = scores.get(a).lessened(most[a], f);
        if (score > high || score == high && a < best) {
          best = a;
          high = score;
        }
      }
    }
    return best;
  }

  private static double dot(double[] weights, double[] f) {
    double sum = 0;
    for (int i = 0; i < weights.length; i++) {
      sum += weights[i] * f[i];
    }
    return sum;
  }

  /** Four rows at a time, each in its order: one alone would wait for each addition. */
  private double square(double[] f) {
    double[] m = penalty;
    double sum = 0;
    int place = 0;
    int i = 0;
    for (; m.length > 0 && i + 4 <= f.length; i += 4) {
      int second = place + i + 1;
      int third = second + i + 2;
      int fourth = third + i + 3;
      double r0 = 0;
      double r1 = 0;
      double r2 = 0;
      double r3 = 0;
      for (int j = 0; j <= i; j++) {
        r0 += m[place + j] * f[j];
        r1 += m[second + j] * f[j];
        r2 += m[third + j] * f[j];
        r3 += m[fourth + j] * f[j];
      }
      r1 += m[second + i + 1] * f[i + 1];
      r2 += m[third + i + 1] * f[i + 1];
      r2 += m[third + i + 2] * f[i + 2];
      r3 += m[fourth + i + 1] * f[i + 1];
      r3 += m[fourth + i + 2] * f[i + 2];
      r3 += m[fourth + i + 3] * f[i + 3];
      sum += f[i] * r0;
      sum += f[i + 1] * r1;
      sum += f[i + 2] * r2;
      sum += f[i + 3] * r3;
      place = fourth + i + 4;
    }
    for (; place < m.length; i++) {
      double row = 0;
      for (int j = 0; j <= i; j++) {
        row += m[place++] * f[j];
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
