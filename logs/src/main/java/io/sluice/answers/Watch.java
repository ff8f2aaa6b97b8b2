package io.sluice.answers;

/**
 * Whoever watches long work. It is told what comes next, and may end the work there by throwing.
 */
@FunctionalInterface
public interface Watch {
  /** Nobody watches, so the work is done to its end. */
  Watch NOBODY = what -> {};

  /** Another piece of work is about to begin. */
  void next(String what);
}
