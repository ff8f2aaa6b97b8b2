package io.sluice.fit;

/** Is told what long work does next, and may end it there by throwing. */
@FunctionalInterface
public interface ProgressListener {
  /** Nobody listens, so the work is done to its end. */
  ProgressListener NOBODY = what -> {};

  /** Another piece of work is about to begin. */
  void next(String what);
}
