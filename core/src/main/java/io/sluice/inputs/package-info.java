/**
 * The three inputs of the paper's theorem, as types that cannot be made wrongly: the immediate
 * effect, bounds of the next step's value, and the shift; and the holdout that none of them has
 * seen.
 */
package io.sluice.inputs;
