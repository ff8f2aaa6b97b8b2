/** Quantiles and tail probabilities of the distributions that intervals and tests refer to. */
package io.sluice.distributions;
