/**
 * Intervals for the effect of leaving the logged policy at a step, each with the parts of its width
 * and the probability with which it may miss.
 */
package io.sluice.interval;
