package io.sluice.mdp;

/** λ·first + (1−λ)·second: at every step and state, toss a λ-coin and ask one of the two. */
public record MixturePolicy(double weight, Policy first, Policy second) implements Policy {
  public MixturePolicy {
    if (!(weight >= 0 && weight <= 1)) {
      throw new IllegalArgumentException(
          "mixture: the weight of the first policy must lie in [0, 1], got " + weight);
    }
    SplicedPolicy.requireSameShape("mixture", first, second);
  }

  @Override
  public Shape shape() {
    return first.shape();
  }

  @Override
  public boolean isStationary() {
    return first.isStationary() && second.isStationary();
  }

  @Override
  public double probability(int step, int state, int action) {
    return weight * first.probability(step, state, action)
        + (1 - weight) * second.probability(step, state, action);
  }
}
