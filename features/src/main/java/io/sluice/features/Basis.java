package io.sluice.features;

import io.sluice.features.BasisFunction.Constant;
import io.sluice.features.BasisFunction.Number;
import io.sluice.policy.Term;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * φ(x): the functions of a row that regressions are linear in. The first are the constant and the
 * columns, then come expansions of single columns (squares, and hinges at quartiles), then products
 * of two columns. A poorer basis is a beginning of a richer one, so that one set of moments serves
 * all of them. Functions beyond the last tier, which say whether a number is above a quantile, are
 * there to test what regressions leave, and no regression is chosen with them.
 *
 * <p>Categories have a function for each level, one for all rare levels together, and one for what
 * is missing. A missing number counts as the mean, with a function that says so; columns that are
 * missing in the same rows share it. At a step where no row has a column, its functions are 0.
 */
public final class Basis implements Serializable {
  /** Into how many parts of equal frequency tests cut a number: the most that fit. */
  private static final int[] PARTS = {16, 8};

  /** The most functions with those cuts: time grows with the square of their number. */
  private static final int MOST_WITH_CUTS = 128;

  private final List<BasisFunction> functions;
  private final List<Integer> tiers;
  private final boolean constant;

  private final boolean cutShort;
  private final int[][] absent; // by step: functions of a column that is not measured there

  /** All but numbers, which are most of a row and written without a call each. */
  private final BasisFunction[] others;

  private final int[] places; // of others
  private final int[] numberPlaces;
  private final int[] numberColumns;
  private final double[] numberCenters;
  private final double[] numberScales;
  private final double[] numberAbsent;
  private final boolean asTheyStand; // numbers are not standardized, which takes a division each

  private Basis(
      List<BasisFunction> functions,
      List<Integer> tiers,
      boolean constant,
      boolean cutShort,
      FeatureSummary summary) {
    this.cutShort = cutShort;
    this.absent =
        IntStream.rangeClosed(1, summary.horizon())
            .mapToObj(step -> absent(functions, summary, step))
            .toArray(int[][]::new);
    this.functions = List.copyOf(functions);
    this.tiers = List.copyOf(tiers);
    this.constant = constant;
    places =
        IntStream.range(0, functions.size()).filter(i -> !isNumber(functions.get(i))).toArray();
    others = Arrays.stream(places).mapToObj(functions::get).toArray(BasisFunction[]::new);
    numberPlaces =
        IntStream.range(0, functions.size()).filter(i -> isNumber(functions.get(i))).toArray();
    List<Number> numbers =
        Arrays.stream(numberPlaces).mapToObj(i -> (Number) functions.get(i)).toList();
    numberColumns = numbers.stream().mapToInt(Number::column).toArray();
    numberCenters = numbers.stream().mapToDouble(Number::center).toArray();
    numberScales = numbers.stream().mapToDouble(Number::scale).toArray();
    numberAbsent = numbers.stream().mapToDouble(Number::absent).toArray();
    asTheyStand = numbers.stream().allMatch(n -> n.center() == 0 && n.scale() == 1);
  }

  private static int[] absent(List<BasisFunction> functions, FeatureSummary summary, int step) {
    int[] columns =
        IntStream.range(0, summary.columns()).filter(j -> !summary.isMeasured(j, step)).toArray();
    return IntStream.range(0, functions.size())
        .filter(i -> Arrays.stream(columns).anyMatch(functions.get(i)::uses))
        .toArray();
  }

  private static boolean isNumber(BasisFunction function) {
    return function instanceof Number;
  }

  /**
   * The constant and the columns as they stand, with expansions to hold them against.
   *
   * @param most how many functions there may be with expansions
   */
  static Basis plain(List<FeatureColumn> columns, FeatureSummary summary, int most) {
    return of(columns, summary, false, most);
  }

  /** The same with standardized numbers. */
  static Basis standardized(List<FeatureColumn> columns, FeatureSummary summary, int most) {
    return of(columns, summary, true, most);
  }

  /** The same basis with cuts of its numbers, if they fit, for tests of what regressions leave. */
  Basis withCuts(FeatureSummary summary, int most) {
    for (int parts : PARTS) {
      List<BasisFunction> all = new ArrayList<>(functions);
      for (BasisFunction function : functions.subList(0, tiers.get(0))) {
        if (function instanceof Number number) {
          all.addAll(ColumnFunctions.cuts(number, summary, parts));
        }
      }
      if (all.size() <= Math.min(most, MOST_WITH_CUTS)) {
        return new Basis(all, tiers, constant, cutShort, summary);
      }
    }
    return this;
  }

  /** Levels of categories and nothing else, not even a constant: tables as a special case. */
  static Basis levels(List<FeatureColumn> columns, FeatureSummary summary) {
    List<BasisFunction> functions = new ArrayList<>();
    for (int j = 0; j < columns.size(); j++) {
      functions.addAll(ColumnFunctions.levels(columns.get(j), j, summary));
    }
    return new Basis(functions, List.of(functions.size()), false, false, summary);
  }

  private static Basis of(
      List<FeatureColumn> columns, FeatureSummary summary, boolean standardized, int most) {
    List<ColumnFunctions> byColumn =
        IntStream.range(0, columns.size())
            .mapToObj(j -> ColumnFunctions.of(columns.get(j), j, summary, standardized))
            .toList();
    List<BasisFunction> functions = new ArrayList<>(List.of(new Constant()));
    byColumn.forEach(column -> functions.addAll(column.plain()));
    List<BasisFunction> expansions =
        byColumn.stream().flatMap(column -> column.expansions().stream()).toList();
    List<Integer> tiers = new ArrayList<>(List.of(functions.size()));
    if (!expansions.isEmpty() && functions.size() + expansions.size() <= most) {
      functions.addAll(expansions);
      tiers.add(functions.size());
    }
    List<BasisFunction> products = ColumnFunctions.products(byColumn);
    if (!products.isEmpty() && functions.size() + products.size() <= most) {
      functions.addAll(products);
      tiers.add(functions.size());
    }
    int all = tiers.get(0) + expansions.size() + products.size();
    return new Basis(functions, tiers, true, functions.size() < all, summary);
  }

  /** How many functions there are, with those for tests. */
  int size() {
    return functions.size();
  }

  /** How many functions each of the nested bases has, poorest first. */
  List<Integer> tiers() {
    return tiers;
  }

  /** Whether some expansions were left out because there would be too many functions. */
  boolean isCutShort() {
    return cutShort;
  }

  /** Whether the first function is the constant. */
  boolean hasConstant() {
    return constant;
  }

  String name(int place) {
    return functions.get(place).name();
  }

  /** Writes φ of a row of a step, 0 for functions of columns that are not measured there. */
  void write(int step, double[] x, double[] into) {
    write(x, into);
    for (int i : absent[step - 1]) {
      into[i] = 0;
    }
  }

  /** The first functions as a saved policy has them; those of a standardized basis only. */
  List<Term> saved(int size) {
    return functions.subList(0, size).stream().map(BasisFunction::saved).toList();
  }

  /** Writes φ(x). */
  void write(double[] x, double[] into) {
    for (int i = 0; i < numberPlaces.length; i++) {
      double value = x[numberColumns[i]];
      double number = asTheyStand ? value : (value - numberCenters[i]) / numberScales[i];
      into[numberPlaces[i]] = Double.isNaN(value) ? numberAbsent[i] : number;
    }
    for (int i = 0; i < others.length; i++) {
      into[places[i]] = others[i].of(x);
    }
  }
}
