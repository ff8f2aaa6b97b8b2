package io.sluice.influence;

import io.sluice.mdp.Policy;
import java.util.Optional;

/**
 * What importance weights ρ = π/π_b can be, from what is known before any row is looked at: the
 * logged policy itself, or the smallest probability with which it takes an action.
 *
 * <p>The first is for a policy that was given, with the states that it was given for. A state that
 * it was not given for has weights up to 1 over the smallest probability in either case.
 */
public final class DeclaredWeights {
  private final Policy evaluated;
  private final Optional<Policy> behavior;
  private final double smallest;

  private DeclaredWeights(Policy evaluated, Optional<Policy> behavior, double smallest) {
    this.evaluated = evaluated;
    this.behavior = behavior;
    this.smallest = smallest;
  }

  /**
   * @param smallest what no propensity is below, of actions that the evaluated policy may take
   */
  public static DeclaredWeights ofSmallest(double smallest, Policy evaluated) {
    return new DeclaredWeights(evaluated, Optional.empty(), smallest);
  }

  /** None if the evaluated policy takes what the logged one never does. */
  public static Optional<DeclaredWeights> ofBehavior(Policy behavior, Policy evaluated) {
    double smallest = 1;
    for (int h = 1; h <= evaluated.shape().horizon(); h++) {
      for (int x = 0; x < evaluated.shape().states(); x++) {
        for (int a = 0; a < evaluated.shape().actions(); a++) {
          double logged = behavior.probability(h, x, a);
          if (logged == 0 && evaluated.probability(h, x, a) > 0) {
            return Optional.empty();
          }
          smallest = logged > 0 ? Math.min(smallest, logged) : smallest;
        }
      }
    }
    return Optional.of(new DeclaredWeights(evaluated, Optional.of(behavior), smallest));
  }

  Policy evaluated() {
    return evaluated;
  }

  /** Whether the logged policy may take an action. */
  boolean isTaken(int step, int state, int action) {
    return behavior.map(b -> b.probability(step, state, action) > 0).orElse(true);
  }

  double least(int step, int state, int action) {
    double wanted = evaluated.probability(step, state, action);
    return behavior.map(b -> wanted / b.probability(step, state, action)).orElse(wanted);
  }

  double most(int step, int state, int action) {
    double wanted = evaluated.probability(step, state, action);
    return wanted / behavior.map(b -> b.probability(step, state, action)).orElse(smallest);
  }

  /** In a state that nothing is known of. */
  double mostAnywhere() {
    return 1 / smallest;
  }
}
