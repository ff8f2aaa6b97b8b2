package io.sluice.fit;

import io.sluice.model.Model.Pooling;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The model that a user requests: one for all steps, one per step, or chosen by the log. */
public enum ModelChoice {
  /** Pooled if the log says that steps are alike, else per step: {@link ChosenModel}. */
  AUTO(Optional.empty()),
  POOLED(Optional.of(Pooling.POOLED)),
  PER_STEP(Optional.of(Pooling.PER_STEP));

  private final Optional<Pooling> declared;

  ModelChoice(Optional<Pooling> declared) {
    this.declared = declared;
  }

  /** Returns what the user declares about steps, if anything. */
  public Optional<Pooling> declared() {
    return declared;
  }

  /** Returns the choice that declares this. */
  public static ModelChoice of(Pooling pooling) {
    return Arrays.stream(values())
        .filter(choice -> choice.declared.equals(Optional.of(pooling)))
        .findFirst()
        .orElseThrow();
  }

  /** Returns the choice as users write it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
