package io.sluice.fit;

import io.sluice.mdp.SettingException;
import io.sluice.selection.Guarantee;
import java.util.Arrays;
import java.util.Locale;

/** The guarantees of a certified choice that a user can ask for by name. */
public enum GuaranteeKind {
  ASYMPTOTIC,
  FINITE_SAMPLE;

  /** Parses a name; the error lists the possible ones. */
  public static GuaranteeKind named(String name) {
    return Arrays.stream(values())
        .filter(kind -> kind.toString().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new SettingException(
                    "guarantee", "needs asymptotic or finite-sample, got " + name));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Finite-sample bounds have the proven bonus, whatever the learners' is. */
  Guarantee on(Fit fit) {
    return this == ASYMPTOTIC
        ? new Guarantee.Asymptotic(fit.pooling(), fit.settings().delta())
        : Guarantee.FiniteSample.hoeffding(
            fit.settings().bonusShape(fit.data().shape()), fit.range());
  }
}
