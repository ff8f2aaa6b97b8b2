package io.sluice.policy;

/**
 * One function of a row that linear scores are made of. Each has a value for every row, also where
 * columns are missing.
 */
public sealed interface Term {
  double of(double[] x);

  /** The constant 1. */
  record Constant() implements Term {
    @Override
    public double of(double[] x) {
      return 1;
    }
  }

  /** (x − center)/scale of a number, 0 where it is missing. */
  record Number(int column, double center, double scale) implements Term {
    @Override
    public double of(double[] x) {
      return Double.isNaN(x[column]) ? 0 : (x[column] - center) / scale;
    }
  }

  /** 1 where a column is missing. */
  record Missing(int column) implements Term {
    @Override
    public double of(double[] x) {
      return Double.isNaN(x[column]) ? 1 : 0;
    }
  }

  /** 1 for a level of a category; the number of levels stands for all others. */
  record Level(int column, int level) implements Term {
    @Override
    public double of(double[] x) {
      return x[column] == level ? 1 : 0;
    }
  }

  /** max(0, z − knot) of a standardized number z. */
  record Hinge(Number number, double knot) implements Term {
    @Override
    public double of(double[] x) {
      return Math.max(0, number.of(x) - knot);
    }
  }

  /** z² of a standardized number z. */
  record Square(Number number) implements Term {
    @Override
    public double of(double[] x) {
      double z = number.of(x);
      return z * z;
    }
  }

  /** The product of two others. */
  record Product(Term first, Term second) implements Term {
    @Override
    public double of(double[] x) {
      return first.of(x) * second.of(x);
    }
  }
}
