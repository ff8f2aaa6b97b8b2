package io.sluice.features;

import java.io.Serializable;
import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;
import org.ejml.interfaces.linsol.LinearSolverDense;

/**
 * With which probability each action was taken: a multinomial logistic regression on one step's
 * rows,
 *
 * <pre>
 * π̂_b(a|x) ∝ exp(φ(x)ᵀγ_a),   γ of the first action 0
 * </pre>
 *
 * at the largest log-likelihood less ½·{@value #PENALTY}·Σγ² without constants, by Newton's method.
 * Half a row of every action with nothing but the constant is added, so that an action without rows
 * has a small probability and not none. Penalty and added rows vanish as rows grow.
 */
final class ActionModel implements Serializable {
  static final double PENALTY = 1;
  private static final double ADDED = 0.5;
  private static final double CONVERGED = 1e-9;

  private final int actions;
  private final int size;
  private final double[] gamma; // by action from the second on, then by function
  private final double[] accepted;
  private final double[] gradient;
  private final double[] information;
  private final double[] p;
  private double likelihood;
  private double best = Double.NEGATIVE_INFINITY;
  private boolean converged;

  ActionModel(int actions, int size) {
    this.actions = actions;
    this.size = size;
    gamma = new double[parameters()];
    accepted = new double[parameters()];
    gradient = new double[parameters()];
    information = new double[parameters() * parameters()];
    p = new double[actions];
  }

  int parameters() {
    return (actions - 1) * size;
  }

  int size() {
    return size;
  }

  boolean isConverged() {
    return converged;
  }

  /** Writes the probabilities of a row. */
  void predict(double[] phi, double[] into) {
    double most = 0;
    into[0] = 0;
    for (int a = 1; a < actions; a++) {
      double sum = 0;
      int start = (a - 1) * size;
      for (int i = 0; i < size; i++) {
        sum += phi[i] * gamma[start + i];
      }
      into[a] = sum;
      most = Math.max(most, sum);
    }
    double all = 0;
    for (int a = 0; a < actions; a++) {
      into[a] = Math.exp(into[a] - most);
      all += into[a];
    }
    for (int a = 0; a < actions; a++) {
      into[a] /= all;
    }
  }

  /** The same coefficients, with no row added. */
  ActionModel empty() {
    ActionModel other = new ActionModel(actions, size);
    System.arraycopy(gamma, 0, other.gamma, 0, gamma.length);
    return other;
  }

  /** Adds the rows that were added to another one with the same coefficients. */
  void add(ActionModel other) {
    likelihood += other.likelihood;
    for (int i = 0; i < gradient.length; i++) {
      gradient[i] += other.gradient[i];
    }
    for (int i = 0; i < information.length; i++) {
      information[i] += other.information[i];
    }
  }

  /** Begins a pass over the rows. */
  void begin() {
    Arrays.fill(gradient, 0);
    Arrays.fill(information, 0);
    likelihood = 0;
    for (int i = 0; i < gamma.length; i++) {
      if (i % size != 0) {
        likelihood -= PENALTY * gamma[i] * gamma[i] / 2;
        gradient[i] -= PENALTY * gamma[i];
        information[i * gamma.length + i] += PENALTY;
      }
    }
    double[] constant = new double[size];
    constant[0] = 1;
    for (int a = 0; a < actions; a++) {
      add(constant, a, ADDED);
    }
  }

  void add(double[] phi, int action) {
    add(phi, action, 1);
  }

  private void add(double[] phi, int action, double weight) {
    predict(phi, p);
    likelihood += weight * Math.log(Math.max(p[action], Double.MIN_NORMAL));
    int width = gamma.length;
    for (int a = 1; a < actions; a++) {
      int row = (a - 1) * size;
      double off = weight * ((a == action ? 1 : 0) - p[a]);
      for (int i = 0; i < size; i++) {
        gradient[row + i] += off * phi[i];
      }
      for (int b = a; b < actions; b++) {
        double w = weight * p[a] * ((a == b ? 1 : 0) - p[b]);
        int column = (b - 1) * size;
        for (int i = 0; i < size; i++) {
          double f = w * phi[i];
          int start = (row + i) * width + column;
          for (int j = 0; f != 0 && j < size; j++) {
            information[start + j] += f * phi[j];
          }
        }
      }
    }
  }

  /** Ends a pass: goes on by Newton's step, or back by half of it where that went too far. */
  void step() {
    if (converged) {
      return;
    }
    if (likelihood < best - 1e-10 * Math.abs(best)) {
      for (int i = 0; i < gamma.length; i++) {
        gamma[i] = (gamma[i] + accepted[i]) / 2;
      }
      return;
    }
    best = likelihood;
    System.arraycopy(gamma, 0, accepted, 0, gamma.length);
    double[] change = solve(gradient);
    double gain = 0;
    for (int i = 0; i < gamma.length; i++) {
      gain += change[i] * gradient[i];
      gamma[i] += change[i];
    }
    if (gain < CONVERGED) {
      System.arraycopy(accepted, 0, gamma, 0, gamma.length);
      converged = true;
    }
  }

  /** The information of the last pass, inverted, times a vector. */
  double[] solve(double[] right) {
    int width = gamma.length;
    DMatrixRMaj matrix = new DMatrixRMaj(width, width);
    for (int i = 0; i < width; i++) {
      for (int j = i; j < width; j++) {
        matrix.set(i, j, information[i * width + j]);
        matrix.set(j, i, information[i * width + j]);
      }
    }
    LinearSolverDense<DMatrixRMaj> solver = LinearSolverFactory_DDRM.chol(width);
    if (!solver.setA(matrix)) {
      return new double[width]; // rounding only: penalties make it positive
    }
    DMatrixRMaj solution = new DMatrixRMaj(width, 1);
    solver.solve(DMatrixRMaj.wrap(width, 1, right.clone()), solution);
    return Arrays.copyOf(solution.data, width);
  }
}
