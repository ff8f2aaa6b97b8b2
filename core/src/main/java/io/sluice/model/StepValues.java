package io.sluice.model;

import io.sluice.mdp.StateVector;

/** V̂_p, V̂ and V̂_o of every state at one step. */
public record StepValues(StateVector pessimistic, StateVector point, StateVector optimistic) {
  /** Whether the three may differ; on a known model they are one object. */
  @SuppressWarnings("ReferenceEquality") // to compare all their numbers would take longer
  boolean hasBounds() {
    return pessimistic != point || optimistic != point;
  }
}
