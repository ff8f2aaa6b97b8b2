/**
 * What intervals rest on, held against the log: action probabilities against the actions taken, and
 * how far actions move the next state.
 */
package io.sluice.assumptions;
