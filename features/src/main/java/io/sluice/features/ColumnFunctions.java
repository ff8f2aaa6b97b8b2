package io.sluice.features;

import io.sluice.features.BasisFunction.Above;
import io.sluice.features.BasisFunction.Hinge;
import io.sluice.features.BasisFunction.Level;
import io.sluice.features.BasisFunction.Missing;
import io.sluice.features.BasisFunction.Number;
import io.sluice.features.BasisFunction.Product;
import io.sluice.features.BasisFunction.Square;
import io.sluice.features.FeatureColumn.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The functions of one column that a {@link Basis} is made of.
 *
 * @param plain as the column is
 * @param expansions its square, and hinges at its quartiles
 * @param factors what products with other columns are made of
 */
record ColumnFunctions(
    List<BasisFunction> plain, List<BasisFunction> expansions, List<BasisFunction> factors) {
  private static final double[] QUARTILES = {0.25, 0.5, 0.75};

  /**
   * @param j the place of the column
   * @param standardized whether numbers are
   */
  static ColumnFunctions of(
      FeatureColumn column, int j, FeatureSummary summary, boolean standardized) {
    if (column.kind() == Kind.CATEGORY) {
      List<BasisFunction> levels = levels(column, j, summary);
      return new ColumnFunctions(levels, List.of(), levels);
    }
    double spread = summary.spread(j);
    boolean saysNothing = standardized && spread == 0 && !summary.hasMissing(j);
    if (summary.isAllMissing(j) || saysNothing) {
      return new ColumnFunctions(List.of(), List.of(), List.of());
    }
    double scale = spread == 0 ? 1 : spread;
    Number number = new Number(column.name(), j, summary.mean(j), scale, 0);
    List<BasisFunction> plain = new ArrayList<>();
    plain.add(standardized ? number : new Number(column.name(), j, 0, 1, summary.mean(j)));
    if (summary.hasOwnMissing(j)) {
      plain.add(new Missing(column.name(), j));
    }
    return spread == 0
        ? new ColumnFunctions(plain, List.of(), List.of())
        : new ColumnFunctions(plain, expansions(number, summary), List.of(number));
  }

  private static List<BasisFunction> expansions(Number number, FeatureSummary summary) {
    double[] knots = summary.quantiles(number.column(), QUARTILES);
    List<BasisFunction> expansions = new ArrayList<>();
    if (knots.length > 1) { // of two values all expansions are the column again
      expansions.add(new Square(number));
      for (double knot : knots) {
        expansions.add(new Hinge(number, (knot - number.center()) / number.scale()));
      }
    }
    return expansions;
  }

  /** Levels of a category, all rare ones together, and what is missing. */
  static List<BasisFunction> levels(FeatureColumn column, int j, FeatureSummary summary) {
    List<BasisFunction> levels = new ArrayList<>();
    int known = column.levels().size();
    for (int l = 0; l < known; l++) {
      levels.add(new Level(column.name() + "=" + column.levels().get(l), j, l));
    }
    if (summary.hasRareLevels(j, known)) {
      levels.add(new Level(column.name() + "=other", j, known));
    }
    if (summary.hasOwnMissing(j)) {
      levels.add(new Missing(column.name(), j));
    }
    return levels;
  }

  /** Products of two columns each. */
  static List<BasisFunction> products(List<ColumnFunctions> columns) {
    List<BasisFunction> products = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      for (int j = i + 1; j < columns.size(); j++) {
        for (BasisFunction first : columns.get(i).factors) {
          for (BasisFunction second : columns.get(j).factors) {
            products.add(new Product(first, second));
          }
        }
      }
    }
    return products;
  }

  /** Whether a number is above quantiles that divide rows into parts of equal frequency. */
  static List<BasisFunction> cuts(Number number, FeatureSummary summary, int parts) {
    double[] shares = IntStream.range(1, parts).mapToDouble(i -> i / (double) parts).toArray();
    return Arrays.stream(summary.quantiles(number.column(), shares))
        .mapToObj(
            knot -> (BasisFunction) new Above(number, (knot - number.center()) / number.scale()))
        .toList();
  }
}
