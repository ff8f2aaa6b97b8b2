package io.sluice.features;

import io.sluice.features.FeatureColumn.Kind;
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
  private static final double[] QUARTILES = {0.25, 0.5, 0.75};

  /** Into how many parts of equal frequency tests cut a number: the most that fit. */
  private static final int[] PARTS = {16, 8};

  /** The most functions with those cuts: time grows with the square of their number. */
  private static final int MOST_WITH_CUTS = 128;

  /** One function of a row. */
  private sealed interface Term extends Serializable {
    double of(double[] x);

    String name();

    boolean uses(int column);
  }

  private record Constant() implements Term {
    @Override
    public double of(double[] x) {
      return 1;
    }

    @Override
    public String name() {
      return "1";
    }

    @Override
    public boolean uses(int column) {
      return false;
    }
  }

  /** (x − center)/scale, 0 where x is missing. */
  private record Number(String name, int column, double center, double scale, double absent)
      implements Term {
    @Override
    public double of(double[] x) {
      return Double.isNaN(x[column]) ? absent : (x[column] - center) / scale;
    }

    @Override
    public boolean uses(int other) {
      return column == other;
    }
  }

  private record Missing(String column, int place) implements Term {
    @Override
    public double of(double[] x) {
      return Double.isNaN(x[place]) ? 1 : 0;
    }

    @Override
    public String name() {
      return column + " missing";
    }

    @Override
    public boolean uses(int other) {
      return place == other;
    }
  }

  private record Level(String name, int column, double level) implements Term {
    @Override
    public double of(double[] x) {
      return x[column] == level ? 1 : 0;
    }

    @Override
    public boolean uses(int other) {
      return column == other;
    }
  }

  private record Hinge(Number number, double knot) implements Term {
    @Override
    public double of(double[] x) {
      return Math.max(0, number.of(x) - knot);
    }

    @Override
    public String name() {
      return number.name + " hinge";
    }

    @Override
    public boolean uses(int column) {
      return number.uses(column);
    }
  }

  private record Above(Number number, double knot) implements Term {
    @Override
    public double of(double[] x) {
      return number.of(x) > knot ? 1 : 0;
    }

    @Override
    public String name() {
      return number.name + " cut";
    }

    @Override
    public boolean uses(int column) {
      return number.uses(column);
    }
  }

  private record Square(Number number) implements Term {
    @Override
    public double of(double[] x) {
      double z = number.of(x);
      return z * z;
    }

    @Override
    public String name() {
      return number.name + "²";
    }

    @Override
    public boolean uses(int column) {
      return number.uses(column);
    }
  }

  /** Of two terms of the first tier, by their places. */
  private record Product(Term first, Term second) implements Term {
    @Override
    public double of(double[] x) {
      return first.of(x) * second.of(x);
    }

    @Override
    public String name() {
      return first.name() + " × " + second.name();
    }

    @Override
    public boolean uses(int column) {
      return first.uses(column) || second.uses(column);
    }
  }

  private final List<Term> terms;
  private final List<Integer> tiers;
  private final boolean constant;

  private final boolean cutShort;
  private final int[][] absent; // by step: terms of a column that is not measured there

  /** Terms without their numbers, which are most of a row and written without a call each. */
  private final Term[] others;

  private final int[] places; // of others
  private final int[] numberPlaces;
  private final int[] numberColumns;
  private final double[] numberCenters;
  private final double[] numberScales;
  private final double[] numberAbsent;
  private final boolean asTheyStand; // numbers are not standardized, which takes a division each

  private Basis(
      List<Term> terms,
      List<Integer> tiers,
      boolean constant,
      boolean cutShort,
      FeatureSummary summary) {
    this.cutShort = cutShort;
    this.absent =
        IntStream.rangeClosed(1, summary.horizon())
            .mapToObj(step -> absent(terms, summary, step))
            .toArray(int[][]::new);
    this.terms = List.copyOf(terms);
    this.tiers = List.copyOf(tiers);
    this.constant = constant;
    places = IntStream.range(0, terms.size()).filter(i -> !isNumber(terms.get(i))).toArray();
    others = Arrays.stream(places).mapToObj(terms::get).toArray(Term[]::new);
    numberPlaces = IntStream.range(0, terms.size()).filter(i -> isNumber(terms.get(i))).toArray();
    List<Number> numbers =
        Arrays.stream(numberPlaces).mapToObj(i -> (Number) terms.get(i)).toList();
    numberColumns = numbers.stream().mapToInt(Number::column).toArray();
    numberCenters = numbers.stream().mapToDouble(Number::center).toArray();
    numberScales = numbers.stream().mapToDouble(Number::scale).toArray();
    numberAbsent = numbers.stream().mapToDouble(Number::absent).toArray();
    asTheyStand = numbers.stream().allMatch(n -> n.center() == 0 && n.scale() == 1);
  }

  private static int[] absent(List<Term> terms, FeatureSummary summary, int step) {
    int[] columns =
        IntStream.range(0, summary.columns()).filter(j -> !summary.isMeasured(j, step)).toArray();
    return IntStream.range(0, terms.size())
        .filter(i -> Arrays.stream(columns).anyMatch(terms.get(i)::uses))
        .toArray();
  }

  private static boolean isNumber(Term term) {
    return term instanceof Number;
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
      List<Term> all = new ArrayList<>(terms);
      for (Term term : terms.subList(0, tiers.get(0))) {
        if (term instanceof Number number) {
          all.addAll(cuts(number, summary, parts));
        }
      }
      if (all.size() <= Math.min(most, MOST_WITH_CUTS)) {
        return new Basis(all, tiers, constant, cutShort, summary);
      }
    }
    return this;
  }

  private static List<Term> cuts(Number number, FeatureSummary summary, int parts) {
    double[] shares = IntStream.range(1, parts).mapToDouble(i -> i / (double) parts).toArray();
    return Arrays.stream(summary.quantiles(number.column, shares))
        .mapToObj(knot -> (Term) new Above(number, (knot - number.center) / number.scale))
        .toList();
  }

  /** Levels of categories and nothing else, not even a constant: tables as a special case. */
  static Basis levels(List<FeatureColumn> columns, FeatureSummary summary) {
    List<Term> terms = new ArrayList<>();
    for (int j = 0; j < columns.size(); j++) {
      addLevels(columns.get(j), j, summary, terms);
    }
    return new Basis(terms, List.of(terms.size()), false, false, summary);
  }

  private static Basis of(
      List<FeatureColumn> columns, FeatureSummary summary, boolean standardized, int most) {
    List<Term> terms = new ArrayList<>(List.of(new Constant()));
    List<Term> expansions = new ArrayList<>();
    List<List<Term>> byColumn = new ArrayList<>();
    for (int j = 0; j < columns.size(); j++) {
      List<Term> own = new ArrayList<>();
      FeatureColumn column = columns.get(j);
      if (column.kind() == Kind.CATEGORY) {
        addLevels(column, j, summary, terms);
        addLevels(column, j, summary, own);
      } else if (!summary.isAllMissing(j)) {
        addNumber(column, j, summary, standardized, terms, expansions, own);
      }
      byColumn.add(own);
    }
    List<Integer> tiers = new ArrayList<>(List.of(terms.size()));
    if (!expansions.isEmpty() && terms.size() + expansions.size() <= most) {
      terms.addAll(expansions);
      tiers.add(terms.size());
    }
    List<Term> products = products(byColumn);
    if (!products.isEmpty() && terms.size() + products.size() <= most) {
      terms.addAll(products);
      tiers.add(terms.size());
    }
    int all = tiers.get(0) + expansions.size() + products.size();
    return new Basis(terms, tiers, true, terms.size() < all, summary);
  }

  private static void addNumber(
      FeatureColumn column,
      int j,
      FeatureSummary summary,
      boolean standardized,
      List<Term> terms,
      List<Term> expansions,
      List<Term> own) {
    double spread = summary.spread(j);
    if (standardized && spread == 0 && !summary.hasMissing(j)) {
      return; // a constant says nothing
    }
    double scale = spread == 0 ? 1 : spread;
    Number number = new Number(column.name(), j, summary.mean(j), scale, 0);
    terms.add(standardized ? number : new Number(column.name(), j, 0, 1, summary.mean(j)));
    if (summary.hasOwnMissing(j)) {
      terms.add(new Missing(column.name(), j));
    }
    if (spread == 0) {
      return;
    }
    own.add(number);
    double[] knots = summary.quantiles(j, QUARTILES);
    if (knots.length > 1) { // of two values all expansions are the column again
      expansions.add(new Square(number));
      for (double knot : knots) {
        expansions.add(new Hinge(number, (knot - summary.mean(j)) / scale));
      }
    }
  }

  private static void addLevels(
      FeatureColumn column, int j, FeatureSummary summary, List<Term> terms) {
    for (int l = 0; l < column.levels().size(); l++) {
      terms.add(new Level(column.name() + "=" + column.levels().get(l), j, l));
    }
    if (summary.hasRareLevels(j, column.levels().size())) {
      terms.add(new Level(column.name() + "=other", j, column.levels().size()));
    }
    if (summary.hasOwnMissing(j)) {
      terms.add(new Missing(column.name(), j));
    }
  }

  private static List<Term> products(List<List<Term>> byColumn) {
    List<Term> products = new ArrayList<>();
    for (int i = 0; i < byColumn.size(); i++) {
      for (int j = i + 1; j < byColumn.size(); j++) {
        for (Term first : byColumn.get(i)) {
          for (Term second : byColumn.get(j)) {
            products.add(new Product(first, second));
          }
        }
      }
    }
    return products;
  }

  /** How many functions there are, with those for tests. */
  int size() {
    return terms.size();
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

  String name(int term) {
    return terms.get(term).name();
  }

  /** Writes φ of a row of a step, 0 for functions of columns that are not measured there. */
  void write(int step, double[] x, double[] into) {
    write(x, into);
    for (int i : absent[step - 1]) {
      into[i] = 0;
    }
  }

  /** The first functions as a saved policy has them; those of a standardized basis only. */
  List<io.sluice.policy.Term> saved(int size) {
    return terms.subList(0, size).stream().map(Basis::saved).toList();
  }

  private static io.sluice.policy.Term saved(Term term) {
    if (term instanceof Constant) {
      return new io.sluice.policy.Term.Constant();
    } else if (term instanceof Number n) {
      return saved(n);
    } else if (term instanceof Missing m) {
      return new io.sluice.policy.Term.Missing(m.place());
    } else if (term instanceof Level l) {
      return new io.sluice.policy.Term.Level(l.column(), (int) l.level());
    } else if (term instanceof Hinge h) {
      return new io.sluice.policy.Term.Hinge(saved(h.number()), h.knot());
    } else if (term instanceof Square q) {
      return new io.sluice.policy.Term.Square(saved(q.number()));
    }
    Product p = (Product) term;
    return new io.sluice.policy.Term.Product(saved(p.first()), saved(p.second()));
  }

  private static io.sluice.policy.Term.Number saved(Number n) {
    return new io.sluice.policy.Term.Number(n.column(), n.center(), n.scale());
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
