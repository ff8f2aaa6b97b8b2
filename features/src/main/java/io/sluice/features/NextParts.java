package io.sluice.features;

import io.sluice.features.FeatureColumn.Kind;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The next row by ranges of each of its numbers, at most {@value #PARTS} of about equal frequency
 * and one for what is missing; and whether it has a level that is pooled with others. An action
 * that moves a number from the middle of its range to both ends leaves its mean and its square as
 * they are: functions of a {@link PairBasis} do not see that, the ranges do. What happens among
 * levels that are pooled is not seen by anything, and is counted as if all of it were moved.
 */
final class NextParts implements Serializable {
  private static final int PARTS = 16;

  private final int[] numbers; // their columns
  private final double[][] knots;
  private final int[] starts; // where the parts of a number begin among all
  private final int[] categories;
  private final int[] levels;

  NextParts(List<FeatureColumn> columns, FeatureSummary summary) {
    double[] shares = IntStream.range(1, PARTS).mapToDouble(i -> i / (double) PARTS).toArray();
    numbers =
        IntStream.range(0, columns.size())
            .filter(j -> columns.get(j).kind() == Kind.NUMBER && !summary.isAllMissing(j))
            .filter(j -> summary.quantiles(j, shares).length > 0)
            .toArray();
    knots =
        Arrays.stream(numbers).mapToObj(j -> summary.quantiles(j, shares)).toArray(double[][]::new);
    starts = new int[numbers.length + 1];
    for (int i = 0; i < numbers.length; i++) {
      starts[i + 1] = starts[i] + knots[i].length + 2;
    }
    categories =
        IntStream.range(0, columns.size())
            .filter(j -> columns.get(j).kind() == Kind.CATEGORY)
            .toArray();
    levels = Arrays.stream(categories).map(j -> columns.get(j).levels().size()).toArray();
  }

  /** How many numbers are cut. */
  int columns() {
    return numbers.length;
  }

  /** Where the parts of a number begin; of their count: where the last ones end. */
  int start(int number) {
    return starts[number];
  }

  /** How many parts all numbers have. */
  int size() {
    return starts[numbers.length];
  }

  /** The part that a row is in. */
  int part(int number, double[] row) {
    double value = row[numbers[number]];
    double[] own = knots[number];
    int part = Double.isNaN(value) ? own.length + 1 : 0;
    while (part < own.length && value > own[part]) {
      part++;
    }
    return starts[number] + part;
  }

  /** Whether a row has a level that is pooled with others. */
  boolean isPooled(double[] row) {
    boolean pooled = false;
    for (int i = 0; i < categories.length; i++) {
      pooled |= row[categories[i]] >= levels[i];
    }
    return pooled;
  }
}
