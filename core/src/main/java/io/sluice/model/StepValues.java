package io.sluice.model;

import io.sluice.mdp.StateVector;

/** V̂_p, V̂ and V̂_o of one step, as a recursion left them. */
public record StepValues(StateVector pessimistic, StateVector point, StateVector optimistic) {}
