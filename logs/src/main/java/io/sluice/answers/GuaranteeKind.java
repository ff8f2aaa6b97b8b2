package io.sluice.answers;

import io.sluice.logs.LoggedData;
import io.sluice.selection.Guarantee;
import java.util.Arrays;
import java.util.Locale;

/** The guarantees of a certified choice that a user can ask for by name. */
public enum GuaranteeKind {
  ASYMPTOTIC,
  FINITE_SAMPLE;

  /** Understands a name, or says which there are. */
  public static GuaranteeKind named(String name) {
    return Arrays.stream(values())
        .filter(kind -> kind.toString().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "--guarantee: needs asymptotic or finite-sample, got " + name));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Finite-sample bounds have the proven bonus, whatever the learners' is. */
  Guarantee on(LoggedData log, Settings settings) {
    return this == ASYMPTOTIC
        ? new Guarantee.Asymptotic(settings.pooling())
        : Guarantee.FiniteSample.hoeffding(settings.bonusShape(log.shape()), log.valueRange());
  }
}
