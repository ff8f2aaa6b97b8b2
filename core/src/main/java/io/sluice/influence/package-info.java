/**
 * Influence functions of plug-in estimates, which say how much each row of a log moves an estimate,
 * and the intervals whose width follows from their variance.
 */
package io.sluice.influence;
