/**
 * Experiments on known problems: the paper's figures as numbers, learning curves, and how often
 * intervals hold the truth.
 */
package io.sluice.simulation.study;
