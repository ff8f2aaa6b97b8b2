/**
 * Logs whose states are columns: bases, moments, cross-fitted ridge regressions, scores, and the
 * intervals made of them.
 */
package io.sluice.features;
