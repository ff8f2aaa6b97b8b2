package io.sluice.features;

/** The regressions that the scores of a step come from. */
interface ScoreRegression {
  /** The rows at which a step's values are wanted, those of the step or of all steps. */
  StepRows rows();

  /**
   * Coefficients of r + V(x′) for every action.
   *
   * @param later V at the rows of the next step
   */
  double[][] theta(double[] later);

  /** σ̂ of every action about θ. */
  double[] spreads(double[] later, double[][] theta);

  /** Λ_a⁻¹, by rows. */
  double[] inverse(int action);

  /** How many rows an action has. */
  long count(int action);

  /** The regression over all rows of a number per row that has a next one. */
  double[] overAll(double[] y);

  /** Of the rows of one step alone. */
  record OfStep(StepRows rows, StepRegression regression) implements ScoreRegression {
    @Override
    public double[][] theta(double[] later) {
      return regression.theta(regression.targets(rows.outcomes(later)), -1);
    }

    @Override
    public double[] spreads(double[] later, double[][] theta) {
      return regression.spreads(rows.outcomes(later), theta);
    }

    @Override
    public double[] inverse(int action) {
      return regression.inverse(action);
    }

    @Override
    public long count(int action) {
      return regression.count(action);
    }

    @Override
    public double[] overAll(double[] y) {
      return regression.overAll(y);
    }
  }
}
