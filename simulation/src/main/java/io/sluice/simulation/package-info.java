/**
 * Problems whose truth is known, and episodes drawn from them. The library cannot depend on this,
 * so no estimator sees the truth.
 */
package io.sluice.simulation;
