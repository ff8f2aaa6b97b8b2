package io.sluice.model;

import io.sluice.mdp.StateVector;

/** V̂_p, V̂ and V̂_o of every state at one step. */
public record StepValues(StateVector pessimistic, StateVector point, StateVector optimistic) {}
