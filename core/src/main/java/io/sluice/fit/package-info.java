/**
 * A log with settings, fitted once ({@link io.sluice.fit.Fit}), and policies judged against it
 * ({@link io.sluice.fit.Judgment}). What most users call, and the only package that most of them
 * see.
 */
package io.sluice.fit;
