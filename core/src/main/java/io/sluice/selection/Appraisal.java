package io.sluice.selection;

import java.util.Optional;

/**
 * A candidate, how it did on the part of the log that it was not learned on, and what came of it.
 *
 * @param gain empty if no judge could judge it
 * @param likeIt the first candidate with an identical policy; the candidate itself if it is that
 *     one
 */
public record Appraisal(
    Candidate candidate, Optional<Gain> gain, Candidate likeIt, Outcome outcome) {
  /** What came of a candidate, in words. */
  public enum Outcome {
    CHOSEN("chosen: the highest lower bound"),
    LESS("better than the logged policy too, but its bound is not higher"),
    UNCERTAIN("perhaps better, but inconclusive on the other part"),
    NOT_BETTER("not better on the other part"),
    NOT_JUDGED("not judged: no judge may be used for it"),
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
    return new Appraisal(candidate, gain.map(g -> g.scaled(factor)), likeIt, outcome);
  }

  static Outcome outcome(Optional<Gain> gain) {
    if (gain.isEmpty()) {
      return Outcome.NOT_JUDGED;
    }
    return gain.get().isCertified()
        ? Outcome.LESS
        : gain.get().estimate() > 0 ? Outcome.UNCERTAIN : Outcome.NOT_BETTER;
  }
}
