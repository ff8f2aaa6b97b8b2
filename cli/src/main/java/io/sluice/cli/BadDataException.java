package io.sluice.cli;

/**
 * Something given by the user cannot be used; the message says where, what is needed and what was
 * found.
 */
final class BadDataException extends RuntimeException {
  private static final long serialVersionUID = 1;

  BadDataException(String message) {
    super(message);
  }

  BadDataException(String message, Throwable cause) {
    super(message, cause);
  }
}
