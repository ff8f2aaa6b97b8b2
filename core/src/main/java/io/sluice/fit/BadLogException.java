package io.sluice.fit;

import java.util.List;
import java.util.Objects;

/**
 * Data that cannot be used. The message says where, what is needed, and what was found: one line
 * per error.
 */
public final class BadLogException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** How many errors are shown at most. */
  public static final int SHOWN = 20;

  private final transient List<String> errors;
  private final long total;

  public BadLogException(String error) {
    this(List.of(error), 1);
  }

  /**
   * @param errors the first errors
   * @param total how many there are in all
   */
  public BadLogException(List<String> errors, long total) {
    super(
        String.join("\n", errors)
            + (total > errors.size() ? "\n… and %d more".formatted(total - errors.size()) : ""));
    this.errors = List.copyOf(errors);
    this.total = total;
  }

  /** Returns the error for a failed check whose cause is the data. */
  public static BadLogException of(IllegalArgumentException refused) {
    return new BadLogException(
        Objects.requireNonNullElse(refused.getMessage(), refused.toString()));
  }

  @Override
  public String getMessage() {
    return Objects.requireNonNull(super.getMessage()); // always given
  }

  public List<String> errors() {
    return errors;
  }

  public long total() {
    return total;
  }
}
