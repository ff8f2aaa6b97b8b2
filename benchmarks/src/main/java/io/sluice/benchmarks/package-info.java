/** Measurements of time and memory; never published. */
package io.sluice.benchmarks;
