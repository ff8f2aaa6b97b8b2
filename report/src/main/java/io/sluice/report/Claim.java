package io.sluice.report;

/**
 * Something the paper says, held against what was measured.
 *
 * @param figure the LaTeX label of the figure it is about
 * @param said the paper's claim
 * @param measured what came out here
 * @param verdict by the criterion that {@code measured} shows
 */
public record Claim(String figure, String said, String measured, Verdict verdict) {
  /** Whether it came out as said. */
  public enum Verdict {
    HOLDS("holds"),
    HOLDS_IN_PART("holds in part"),
    DOES_NOT_HOLD("does not hold"),
    NOT_IN_THE_PAPER("not in the paper");

    private final String words;

    Verdict(String words) {
      this.words = words;
    }

    static Verdict of(boolean holds) {
      return holds ? HOLDS : DOES_NOT_HOLD;
    }

    @Override
    public String toString() {
      return words;
    }
  }
}
