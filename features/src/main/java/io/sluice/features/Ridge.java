package io.sluice.features;

import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;
import org.ejml.interfaces.linsol.LinearSolverDense;

/**
 * Ridge regression from sums: (Σφφᵀ + λD)θ = Σφy on the first functions of a basis, D the identity,
 * or the identity without the constant. Where nothing decides among several solutions, as with
 * functions that depend on each other and no penalty, it is the shortest of them.
 */
final class Ridge {
  /** Below this share of the largest, an eigenvalue is rounding. */
  private static final double ROUNDING = 1e-11;

  private Ridge() {}

  /**
   * @param gram Σφφᵀ of the whole basis, by rows
   * @param size how many functions to use: the first
   * @param free whether the first of them is not penalized
   * @return θ, 0 for functions that are not used
   */
  static double[] solve(double[] gram, double[] targets, int size, double penalty, boolean free) {
    return solveAll(gram, new double[][] {targets}, size, penalty, free)[0];
  }

  /** The same for several targets at once. */
  static double[][] solveAll(
      double[] gram, double[][] targets, int size, double penalty, boolean free) {
    int width = targets[0].length;
    double[] scale = new double[size];
    DMatrixRMaj a = scaled(gram, width, size, penalty, free, scale);
    DMatrixRMaj right = new DMatrixRMaj(size, targets.length);
    for (int i = 0; i < size; i++) {
      for (int c = 0; c < targets.length; c++) {
        right.set(i, c, targets[c][i] * scale[i]);
      }
    }
    DMatrixRMaj solution = solve(a, right);
    double[][] theta = new double[targets.length][width];
    for (int c = 0; c < targets.length; c++) {
      for (int i = 0; i < size; i++) {
        theta[c][i] = solution.get(i, c) * scale[i];
      }
    }
    return theta;
  }

  /** (Σφφᵀ + λD) with a diagonal of 1; writes by what rows and columns were multiplied. */
  private static DMatrixRMaj scaled(
      double[] gram, int width, int size, double penalty, boolean free, double[] scale) {
    DMatrixRMaj a = new DMatrixRMaj(size, size);
    for (int i = 0; i < size; i++) {
      double own = gram[i * width + i] + (i == 0 && free ? 0 : penalty);
      scale[i] = own > 0 ? 1 / Math.sqrt(own) : 0;
    }
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        double add = i == j && !(i == 0 && free) ? penalty : 0;
        a.set(i, j, (gram[i * width + j] + add) * scale[i] * scale[j]);
      }
      if (scale[i] == 0) {
        a.set(i, i, 1); // a function that is 0 everywhere
      }
    }
    return a;
  }

  /** How many of the first functions do not depend on each other. */
  static int rank(double[] gram, int width, int size) {
    double[] scale = new double[size];
    DMatrixRMaj a = scaled(gram, width, size, 0, true, scale);
    EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(size, false, true);
    if (!eigen.decompose(a)) {
      throw new IllegalStateException("ridge: needs a matrix with eigenvalues");
    }
    int rank = 0;
    for (int i = 0; i < size; i++) {
      rank += eigen.getEigenvalue(i).real > ROUNDING * size * size ? 1 : 0;
      rank -= scale[i] == 0 ? 1 : 0; // counted as 1 above
    }
    return rank;
  }

  private static DMatrixRMaj solve(DMatrixRMaj a, DMatrixRMaj right) {
    LinearSolverDense<DMatrixRMaj> solver = LinearSolverFactory_DDRM.chol(a.numRows);
    DMatrixRMaj solution = new DMatrixRMaj(a.numRows, right.numCols);
    if (solver.setA(a.copy()) && solver.quality() > ROUNDING) {
      solver.solve(right, solution);
      return solution;
    }
    return shortest(a, right);
  }

  /** Σ v vᵀb/λ over the eigenvalues that are not rounding. */
  private static DMatrixRMaj shortest(DMatrixRMaj a, DMatrixRMaj right) {
    int size = a.numRows;
    EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(size, true, true);
    if (!eigen.decompose(a.copy())) {
      throw new IllegalStateException("ridge: needs a matrix with eigenvalues");
    }
    double largest = 0;
    for (int i = 0; i < size; i++) {
      largest = Math.max(largest, eigen.getEigenvalue(i).real);
    }
    DMatrixRMaj solution = new DMatrixRMaj(size, right.numCols);
    for (int i = 0; i < size; i++) {
      double value = eigen.getEigenvalue(i).real;
      if (value > ROUNDING * size * largest) {
        DMatrixRMaj v = eigen.getEigenVector(i);
        for (int c = 0; c < right.numCols; c++) {
          double along = 0;
          for (int j = 0; j < size; j++) {
            along += v.get(j) * right.get(j, c);
          }
          for (int j = 0; j < size; j++) {
            solution.add(j, c, along / value * v.get(j));
          }
        }
      }
    }
    return solution;
  }

  /** What is left of Σ(y − φᵀθ)², less Σy², which is the same for every θ. */
  static double loss(double[] gram, double[] targets, double[] theta) {
    int width = targets.length;
    double sum = 0;
    for (int i = 0; i < width; i++) {
      if (theta[i] != 0) {
        double row = 0;
        for (int j = 0; j < width; j++) {
          row += gram[i * width + j] * theta[j];
        }
        sum += theta[i] * (row - 2 * targets[i]);
      }
    }
    return sum;
  }

  /** φᵀθ, in four sums at a time: one alone would wait for each addition. */
  static double dot(double[] phi, double[] theta) {
    int size = phi.length;
    int whole = size & ~3;
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    for (int i = 0; i < whole; i += 4) {
      s0 += phi[i] * theta[i];
      s1 += phi[i + 1] * theta[i + 1];
      s2 += phi[i + 2] * theta[i + 2];
      s3 += phi[i + 3] * theta[i + 3];
    }
    double sum = s0 + s1 + (s2 + s3);
    for (int i = whole; i < size; i++) {
      sum += phi[i] * theta[i];
    }
    return sum;
  }
}
