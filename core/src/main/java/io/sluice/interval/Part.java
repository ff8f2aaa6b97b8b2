package io.sluice.interval;

import java.util.List;
import java.util.Optional;

/**
 * One reason why an interval is as wide as it is.
 *
 * @param source what kind of uncertainty it is
 * @param name the reason in a few words
 * @param formula how it is computed
 * @param below what it adds to the distance from the estimate down to the lower bound
 * @param above what it adds to the distance from the estimate up to the upper bound
 */
public record Part(Source source, String name, String formula, double below, double above) {
  /** The kinds of uncertainty that make intervals wide, and what would reduce them. */
  public enum Source {
    MODEL_ERROR(
        "model error at this step",
        "uncertainty about this step's rewards and next states; reduced by more rows of the decisions that change"),
    CARRIED(
        "carried from later steps",
        "uncertainty about later steps, in proportion to how far the action moves the next state"),
    LATER_ERRORS("errors of later steps", CARRIED.meaning),
    LEAVING(
        "value when leaving the logged policy",
        "all uncertainty about the new policy's value from this step on"),
    STAYING(
        "value when staying one step longer",
        "all uncertainty about the value of changing one step later"),
    STATES(
        "sampling of states",
        "other episodes would have visited other states; reduced by more episodes"),
    SHIFT_SAMPLING(
        "sampling of the shift", "the shift itself is estimated; reduced by more episodes"),
    EPISODES(
        "sampling of episodes",
        "other episodes would have had other outcomes; reduced by more episodes"),
    CLUSTERS("sampling of clusters", EPISODES.meaning),
    RETURNS("sampling of returns", EPISODES.meaning),
    CUT_RETURNS(
        "returns of episodes cut off",
        "episodes that were cut off have no whole return, and this interval does not estimate it; use efficient, or log episodes to their ends"),
    SINGLE("a single episode", "one episode shows no variation; more than one is needed"),
    OPEN_ENDS(
        "ended or cut off",
        "the log does not say whether some episodes ended or were cut off, so the interval covers both; removed by an end or truncated column, or by --ends"),
    UNSEEN_PAIRS(
        "pairs never seen",
        "decisions that the log never shows; only logging them, or not taking them, helps"),
    UNSEEN_OUTCOMES(
        "outcomes never seen",
        "what the log never showed may still happen, and a few such outcomes would change the estimate; reduced by more rows of that decision"),
    UNLOGGED_ACTIONS(
        "actions never logged", "nothing is known about them; log them, or leave them out"),
    IMMEDIATE("immediate effect", "uncertainty about the effect on the step's own reward"),
    REWARD_AND_NEXT(
        "effect on r + V̂(x′)", "uncertainty about the effect on reward and next state together"),
    SHIFT_ERROR("error of the shift", "uncertainty about how actions move the next state"),
    BEHAVIOR(
        "behavior policy estimated",
        "the logged policy had to be estimated; logging propensities would remove it"),
    STEP("step", "the interval of that step");

    private final String title;
    private final String meaning;

    Source(String title, String meaning) {
      this.title = title;
      this.meaning = meaning;
    }

    /** Returns its name. */
    public String title() {
      return title;
    }

    /** Returns what it means and what would reduce it, in plain words. */
    public String meaning() {
      return meaning;
    }
  }

  public Part {
    if (!(below >= 0 && above >= 0)) {
      throw new IllegalArgumentException(
          "part \"%s\": needs amounts ≥ 0, got %s below and %s above"
              .formatted(name, below, above));
    }
  }

  /** A part that has the usual name of its kind. */
  public Part(Source source, String formula, double below, double above) {
    this(source, source.title(), formula, below, above);
  }

  /** Returns one part for several with the same name, if there are any. */
  public static Optional<Part> sum(List<Part> parts) {
    return parts.stream()
        .reduce(
            (a, b) -> new Part(a.source, a.name, a.formula, a.below + b.below, a.above + b.above));
  }

  /** Returns a part that widens both sides by the same amount. */
  public static Part of(Source source, String formula, double amount) {
    return new Part(source, formula, amount, amount);
  }

  /** Returns this part with both amounts multiplied. */
  public Part scaled(double timesBelow, double timesAbove) {
    return new Part(source, name, formula, timesBelow * below, timesAbove * above);
  }
}
