/**
 * A policy that anything can run: what {@code learn} writes, decisions from a row of columns, and
 * the same policy as SQL or Java.
 */
package io.sluice.policy;
