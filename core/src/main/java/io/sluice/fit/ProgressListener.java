package io.sluice.fit;

/** Receives the progress of long work, and may stop it by throwing. */
@FunctionalInterface
public interface ProgressListener {
  /** Nobody listens, so the work is done to its end. */
  ProgressListener NOBODY = what -> {};

  /** Another piece of work is about to begin. */
  void next(String what);
}
