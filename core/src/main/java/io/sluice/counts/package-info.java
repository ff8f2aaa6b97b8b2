/**
 * What is kept of a log: exact counts and sums, which add up to the last bit whatever the order and
 * the engine.
 */
package io.sluice.counts;
