package io.sluice.assumptions;

import java.util.Locale;
import java.util.OptionalDouble;

/**
 * What the log says about an assumption.
 *
 * @param statistic the figure behind the verdict, if there is one
 * @param figure what that figure is, in a few words
 * @param level the probability of {@code contradicted} where the assumption holds, at most; empty
 *     where the verdict does not come from a test
 * @param advice what to do, in one sentence
 */
public record Finding(
    Assumption assumption,
    Verdict verdict,
    OptionalDouble statistic,
    String figure,
    OptionalDouble level,
    String advice) {

  /** Whether an assumption is in order. */
  public enum Verdict {
    /** A test was possible and did not reject the assumption. */
    HOLDS,
    /** A test rejected the assumption. */
    CONTRADICTED,
    /** No test was possible, or the log is too short for it. */
    CANNOT_TELL;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  /** The verdict of a test. */
  public static Finding tested(
      Assumption assumption,
      boolean contradicted,
      double statistic,
      String figure,
      double level,
      String advice) {
    return new Finding(
        assumption,
        contradicted ? Verdict.CONTRADICTED : Verdict.HOLDS,
        OptionalDouble.of(statistic),
        figure,
        OptionalDouble.of(level),
        advice);
  }

  /** A verdict that no test was needed for. */
  public static Finding known(
      Assumption assumption, Verdict verdict, String figure, String advice) {
    return new Finding(
        assumption, verdict, OptionalDouble.empty(), figure, OptionalDouble.empty(), advice);
  }

  /**
   * That the log does not say.
   *
   * @param why in a few words
   */
  public static Finding unknown(Assumption assumption, String why, String advice) {
    return known(assumption, Verdict.CANNOT_TELL, why, advice);
  }

  /** The same verdict with a figure that is not a test's. */
  public Finding with(double figureBehind) {
    return new Finding(assumption, verdict, OptionalDouble.of(figureBehind), figure, level, advice);
  }

  public boolean isContradicted() {
    return verdict == Verdict.CONTRADICTED;
  }
}
