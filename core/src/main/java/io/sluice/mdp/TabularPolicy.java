package io.sluice.mdp;

import java.util.StringJoiner;

/** A policy held as a table, one for all steps or one per step. */
public final class TabularPolicy implements Policy {
  private final Shape shape;
  private final double[] table;
  private final int stepStride; // 0 when one table serves all steps

  private TabularPolicy(Shape shape, double[] table, int stepStride) {
    this.shape = shape;
    this.table = table;
    this.stepStride = stepStride;
  }

  static TabularPolicy perStep(Shape shape, Rule rule) {
    int stride = shape.states() * shape.actions();
    double[] table = new double[stride * shape.horizon()];
    for (int h = 1; h <= shape.horizon(); h++) {
      int step = h;
      fill(
          shape,
          table,
          (h - 1) * stride,
          "step " + h + ", ",
          (x, a) -> rule.probability(step, x, a));
    }
    return new TabularPolicy(shape, table, stride);
  }

  static TabularPolicy stationary(Shape shape, StationaryRule rule) {
    double[] table = new double[shape.states() * shape.actions()];
    fill(shape, table, 0, "", rule);
    return new TabularPolicy(shape, table, 0);
  }

  private static void fill(
      Shape shape, double[] table, int offset, String where, StationaryRule rule) {
    int actions = shape.actions();
    for (int x = 0; x < shape.states(); x++) {
      double sum = 0;
      for (int a = 0; a < actions; a++) {
        double p = rule.probability(x, a);
        if (!(p >= 0 && p <= 1 + TOLERANCE)) {
          throw new IllegalArgumentException(
              "policy at %sstate %s, action %s: probability must lie in [0, 1], got %s"
                  .formatted(where, x, a, p));
        }
        table[offset + x * actions + a] = p;
        sum += p;
      }
      if (Math.abs(sum - 1) > TOLERANCE) {
        StringJoiner terms = new StringJoiner(" + ");
        for (int a = 0; a < actions; a++) {
          terms.add(Double.toString(table[offset + x * actions + a]));
        }
        throw new IllegalArgumentException(
            "policy at %sstate %s: probabilities must sum to 1, got %s (%s)"
                .formatted(where, x, sum, terms));
      }
    }
  }

  @Override
  public Shape shape() {
    return shape;
  }

  @Override
  public boolean isStationary() {
    return stepStride == 0;
  }

  @Override
  public double probability(int step, int state, int action) {
    return table[(step - 1) * stepStride + state * shape.actions() + action];
  }

  @Override
  public void write(int step, int from, int to, double[] into) {
    int actions = shape.actions();
    int at = (step - 1) * stepStride + from * actions;
    System.arraycopy(table, at, into, 0, (to - from) * actions);
  }
}
