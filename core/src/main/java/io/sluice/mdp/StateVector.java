package io.sluice.mdp;

import java.io.Serializable;
import java.util.Arrays;

/**
 * One number per state, and one for {@linkplain Shape#end() the end of the episode}; immutable.
 *
 * <p>Used for value functions V(x) and state distributions d(x).
 */
public final class StateVector implements Serializable {
  private final double[] values;

  private StateVector(double[] values) {
    this.values = values;
  }

  /** A vector with the given entry for each state and 0 at the end of the episode. */
  public static StateVector of(double... states) {
    return new StateVector(Arrays.copyOf(states, states.length + 1));
  }

  /** A vector from |X| + 1 entries, the last of which belongs to the end of the episode. */
  public static StateVector withEnd(double... statesAndEnd) {
    return new StateVector(statesAndEnd.clone());
  }

  /** The same without a copy: the array is given away, and nobody writes to it any more. */
  public static StateVector owning(double[] statesAndEnd) {
    return new StateVector(statesAndEnd);
  }

  /** The same number in every state and at the end. */
  public static StateVector constant(Shape shape, double value) {
    double[] values = new double[shape.states() + 1];
    Arrays.fill(values, value);
    return new StateVector(values);
  }

  /** The number of states |X|. */
  public int size() {
    return values.length - 1;
  }

  /** The entry of a state, or of the end of the episode at index |X|. */
  public double at(int state) {
    return values[state];
  }

  /** Σ_x this(x)·other(x) over states; the end of the episode does not count. */
  public double dot(StateVector other) {
    double sum = 0;
    for (int x = 0; x < size(); x++) {
      sum += values[x] * other.values[x];
    }
    return sum;
  }

  /** A copy of all |X| + 1 entries. */
  public double[] toArray() {
    return values.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof StateVector vector && Arrays.equals(values, vector.values);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(values);
  }

  @Override
  public String toString() {
    return "StateVector" + Arrays.toString(values);
  }
}
