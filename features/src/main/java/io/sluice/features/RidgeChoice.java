package io.sluice.features;

import io.sluice.mdp.SettingException;
import java.util.List;

/** How penalties, and the size of the basis, are chosen. */
public sealed interface RidgeChoice {
  /** Penalties to choose among, in rows: a penalty of 10 weighs as ten rows with φ² = 1 do. */
  List<Double> GRID = List.of(0.1, 1.0, 10.0, 100.0, 1000.0);

  /** By prediction: on each part of the folds that a regression may see, from the other parts. */
  record CrossValidated() implements RidgeChoice {}

  /**
   * Given by the user.
   *
   * @param q of Q̂, whose constant is not penalized
   * @param omega of ω̂, all of whose coefficients are
   */
  record Fixed(double q, double omega) implements RidgeChoice {
    public Fixed {
      if (!(q >= 0 && omega >= 0 && q + omega < Double.POSITIVE_INFINITY)) {
        throw new SettingException(
            "ridge", "needs two penalties of at least 0, got %s and %s".formatted(q, omega));
      }
    }
  }

  /** Understands {@code Q,OMEGA}. */
  static RidgeChoice parse(String written) {
    String[] parts = written.split(",", -1);
    try {
      if (parts.length == 2) {
        return new Fixed(Double.parseDouble(parts[0]), Double.parseDouble(parts[1]));
      }
    } catch (NumberFormatException e) {
      // falls through to the one message for every misspelling
    }
    throw new SettingException("ridge", "needs two penalties Q,OMEGA, got " + written);
  }
}
