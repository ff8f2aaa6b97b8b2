package io.sluice.simulation.study;

/** Told how far a long computation is, from any thread. */
@FunctionalInterface
public interface Progress {
  /** For those who do not want to know. */
  Progress SILENT = units -> {};

  /** Some more units of work are done. */
  void advance(int units);
}
