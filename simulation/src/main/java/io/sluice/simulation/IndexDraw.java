package io.sluice.simulation;

import io.sluice.mdp.StateVector;
import java.util.Arrays;

/**
 * Draws a state with given probabilities: the one that a number from [0, 1) falls on when states
 * are as wide as their probabilities.
 *
 * <p>By definition, probabilities are subtracted from the number, state by state, until it is
 * negative. Where there are many states a search in their sums finds the same one: both ways are
 * off by rounding alone, at most n·2⁻⁵³ each, so they can disagree only for a number that close to
 * the edge of a state. Then the definition decides.
 */
final class IndexDraw {
  private static final int FEW = 16;

  private final int[] states; // those of positive probability
  private final double[] probability;
  private final double[] edge; // the sum of the probabilities up to and with each
  private final double rounding;

  IndexDraw(StateVector distribution) {
    int[] all = new int[distribution.size()];
    int size = 0;
    for (int x = 0; x < all.length; x++) {
      if (distribution.at(x) > 0) {
        all[size++] = x;
      }
    }
    states = Arrays.copyOf(all, size);
    probability = new double[size];
    edge = new double[size];
    double sum = 0;
    for (int i = 0; i < size; i++) {
      probability[i] = distribution.at(states[i]);
      sum += probability[i];
      edge[i] = sum;
    }
    rounding = (size + 1) * 0x1p-51;
  }

  int at(double uniform) {
    return states.length <= FEW ? oneByOne(uniform) : search(uniform);
  }

  private int search(double uniform) {
    int found = Arrays.binarySearch(edge, uniform);
    int i = found < 0 ? -found - 1 : found;
    boolean nearBelow = i > 0 && uniform - edge[i - 1] <= rounding;
    boolean nearAbove = i == edge.length || edge[i] - uniform <= rounding;
    return nearBelow || nearAbove ? oneByOne(uniform) : states[i];
  }

  /** The definition. */
  int oneByOne(double uniform) {
    double left = uniform;
    for (int i = 0; i < states.length; i++) {
      left -= probability[i];
      if (left < 0) {
        return states[i];
      }
    }
    return states.length == 0 ? 0 : states[states.length - 1]; // rounding left a sliver
  }
}
