package io.sluice.baselines;

import io.sluice.interval.Interval;

/**
 * What one estimator says of π, in the user's units.
 *
 * @param value V_π
 * @param gain V_π − V_πb, the estimate less the log's mean return. Its error is that of the
 *     difference: what makes all returns of an episode or a user high or low cancels
 */
public record ValueEstimate(Interval value, Interval gain) {}
