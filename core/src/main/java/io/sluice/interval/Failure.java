package io.sluice.interval;

/**
 * With what probability an interval may miss, by its own account.
 *
 * @param inputs δ_in: that the model, its bounds or another input is further off than it says
 * @param sampling δ: that the states it was averaged over are unusual; 0 where the interval speaks
 *     of the visited states only
 */
public record Failure(double inputs, double sampling) {
  /** For several intervals at once, each of which may fail by itself. */
  public Failure plus(Failure other) {
    return new Failure(inputs + other.inputs, sampling + other.sampling);
  }

  public double total() {
    return inputs + sampling;
  }
}
