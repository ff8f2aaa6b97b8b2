package io.sluice.mdp;

/**
 * One policy until a step, another from there on: π̃_h = (π_b^(1), …, π_b^(h−1), π^(h), …, π^(H)).
 *
 * @param step the first step at which {@code from} decides; 1 … H+1
 */
public record SplicedPolicy(Policy before, Policy from, int step) implements Policy {
  public SplicedPolicy {
    requireSameShape("spliced policy", before, from);
    if (step < 1 || step > before.shape().horizon() + 1) {
      throw new IllegalArgumentException(
          "spliced policy: the step of change must be one of 1 … %s, got %s"
              .formatted(before.shape().horizon() + 1, step));
    }
  }

  @Override
  public Shape shape() {
    return before.shape();
  }

  @Override
  public boolean isStationary() {
    return step == 1 && from.isStationary()
        || step == shape().horizon() + 1 && before.isStationary();
  }

  @Override
  public double probability(int step, int state, int action) {
    return (step < this.step ? before : from).probability(step, state, action);
  }

  static void requireSameShape(String where, Policy first, Policy second) {
    if (!first.shape().equals(second.shape())) {
      throw new IllegalArgumentException(
          "%s: both policies must have the same shape, got %s and %s"
              .formatted(where, first.shape(), second.shape()));
    }
  }
}
