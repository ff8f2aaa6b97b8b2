package io.sluice.features;

import io.sluice.policy.Term;
import java.io.Serializable;

/** One function of a row, of those that regressions are linear in. */
sealed interface BasisFunction extends Serializable {
  double of(double[] x);

  String name();

  boolean uses(int column);

  /** The function as a saved policy has it; of standardized numbers only. */
  Term saved();

  /** The constant 1. */
  record Constant() implements BasisFunction {
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

    @Override
    public Term saved() {
      return new Term.Constant();
    }
  }

  /**
   * (x − center)/scale.
   *
   * @param absent where x is missing
   */
  record Number(String name, int column, double center, double scale, double absent)
      implements BasisFunction {
    @Override
    public double of(double[] x) {
      return Double.isNaN(x[column]) ? absent : (x[column] - center) / scale;
    }

    @Override
    public boolean uses(int other) {
      return column == other;
    }

    @Override
    public Term.Number saved() {
      return new Term.Number(column, center, scale);
    }
  }

  /** 1 where a column is missing. */
  record Missing(String column, int place) implements BasisFunction {
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

    @Override
    public Term saved() {
      return new Term.Missing(place);
    }
  }

  /** 1 for a level of a category; the number of levels stands for all rare ones. */
  record Level(String name, int column, int level) implements BasisFunction {
    @Override
    public double of(double[] x) {
      return x[column] == level ? 1 : 0;
    }

    @Override
    public boolean uses(int other) {
      return column == other;
    }

    @Override
    public Term saved() {
      return new Term.Level(column, level);
    }
  }

  /** max(0, z − knot). */
  record Hinge(Number number, double knot) implements BasisFunction {
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

    @Override
    public Term saved() {
      return new Term.Hinge(number.saved(), knot);
    }
  }

  /** Whether z is above a knot: for tests, not for regressions. */
  record Above(Number number, double knot) implements BasisFunction {
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

    @Override
    public Term saved() {
      throw new UnsupportedOperationException(name() + ": no regression is chosen with it");
    }
  }

  /** z². */
  record Square(Number number) implements BasisFunction {
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

    @Override
    public Term saved() {
      return new Term.Square(number.saved());
    }
  }

  /** The product of two others. */
  record Product(BasisFunction first, BasisFunction second) implements BasisFunction {
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

    @Override
    public Term saved() {
      return new Term.Product(first.saved(), second.saved());
    }
  }
}
