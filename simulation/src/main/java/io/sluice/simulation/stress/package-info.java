/**
 * Stress problems: logs made to mislead an off-policy evaluation, each with its exact truth. Every
 * one breaks an assumption that some interval rests on, or leaves it too few rows.
 */
package io.sluice.simulation.stress;
