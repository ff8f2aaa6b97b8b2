package io.sluice.selection;

/**
 * A candidate, how it did on the part of the log that it was not learned on, and what came of it.
 *
 * @param likeIt the first candidate with an identical policy; the candidate itself if it is that
 *     one
 */
public record Appraisal(Candidate candidate, Gain gain, Candidate likeIt, Outcome outcome) {
  /** What came of a candidate, in words. */
  public enum Outcome {
    CHOSEN("chosen: the highest lower bound"),
    LESS("better than the logged policy too, but its bound is not higher"),
    UNCERTAIN("perhaps better, but the other part cannot tell"),
    NOT_BETTER("not better on the other part"),
    SAME("identical to another candidate");

    private final String words;

    Outcome(String words) {
      this.words = words;
    }

    @Override
    public String toString() {
      return words;
    }
  }

  Appraisal scaled(double factor) {
    return new Appraisal(candidate, gain.scaled(factor), likeIt, outcome);
  }

  static Outcome outcome(Gain gain) {
    return gain.isCertified()
        ? Outcome.LESS
        : gain.estimate() > 0 ? Outcome.UNCERTAIN : Outcome.NOT_BETTER;
  }
}
