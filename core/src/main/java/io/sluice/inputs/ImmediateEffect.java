package io.sluice.inputs;

/**
 * The effect of leaving the logged policy at one step on that step's own reward, with its error:
 * Input 1, {@code eq:immediate-TE-CI}.
 *
 * <p>Enforced: the estimate is a number and the radius is at least 0. Promised by whoever built it:
 * |θ^(h) − estimate| ≤ radius with probability 1−δ.
 *
 * @param estimate θ̂^(h)
 * @param radius κ_θ^(h)
 * @param delta δ, part of δ_in
 * @param method how it was estimated, for reports
 */
public record ImmediateEffect(
    int step, double estimate, double radius, double delta, String method) {
  public ImmediateEffect {
    if (!Double.isFinite(estimate) || !(radius >= 0)) {
      throw new IllegalArgumentException(
          "immediate effect at step %s: needs an estimate and a radius ≥ 0, got %s ± %s"
              .formatted(step, estimate, radius));
    }
    InputChecks.requireDelta("immediate effect", delta);
  }
}
