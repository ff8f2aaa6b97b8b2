package io.sluice.interval;

import io.sluice.interval.TheoremInterval.Reading;
import io.sluice.mdp.SettingException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The intervals that a user can request by name. */
public enum IntervalKind {
  STANDARD,
  SELECTIVE,
  BANDIT,
  SHARP,
  EFFICIENT,
  /** Scores that need known propensities and no model. */
  ROBUST,
  THEOREM,
  THEOREM_PER_STATE,
  FUSED,
  /** The selective interval as the paper prints it. */
  SELECTIVE_PRINTED,
  /** Importance sampling of whole episodes; for the value only. */
  IPS,
  /** The same, self-normalized. */
  SNIPS,
  /** Importance sampling of every reward by the decisions before it. */
  PDIS,
  /** The same, self-normalized step by step. */
  WPDIS,
  /** Sequential doubly robust, cross-fitted. */
  DR,
  /** Marginalized importance sampling. */
  MIS,
  /** What the policy is worth in the estimated model. */
  MODEL;

  /** The default intervals; {@link #ROBUST} only if it is available. */
  public static final List<IntervalKind> USUAL =
      List.of(EFFICIENT, ROBUST, SHARP, SELECTIVE, STANDARD);

  /** What a page always compares. */
  private static final List<IntervalKind> OF_PAGES =
      List.of(EFFICIENT, SHARP, SELECTIVE, STANDARD, BANDIT);

  /** Returns these first, and then the others that pages show. */
  public static List<IntervalKind> withAllOfPages(List<IntervalKind> asked) {
    return Stream.concat(asked.stream(), OF_PAGES.stream()).distinct().toList();
  }

  /** Returns the intervals for the effect of a step. */
  public static List<IntervalKind> ofSteps() {
    return Arrays.stream(values()).filter(IntervalKind::isForSteps).toList();
  }

  /**
   * Returns the intervals for which counts are enough; all of them are for the effect of a step.
   */
  public static List<IntervalKind> fromCounts() {
    return Arrays.stream(values()).filter(kind -> !kind.needsEpisodes()).toList();
  }

  /** Parses a name; the error lists the possible ones. */
  public static IntervalKind named(String name) {
    return named(name, List.of(values()));
  }

  /** Parses the name of one of these. */
  public static IntervalKind named(String name, List<IntervalKind> kinds) {
    return kinds.stream()
        .filter(kind -> kind.toString().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new SettingException(
                    "interval", "needs some of %s, got %s".formatted(kinds, name)));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns whether it needs a holdout: one half judged with what was learned from the other. */
  public boolean needsHoldout() {
    return this == THEOREM || this == THEOREM_PER_STATE || this == FUSED;
  }

  /** Returns whether it needs the log in two halves. */
  public boolean needsHalves() {
    return needsHoldout() || this == DR || this == ROBUST;
  }

  /** Returns whether it is defined for every step, not only for total and value. */
  public boolean isForSteps() {
    return this == ROBUST || !needsEpisodes();
  }

  /** Returns whether it needs row-level data, not only counts. */
  public boolean needsEpisodes() {
    return needsWeights() || this == MODEL;
  }

  /** Returns whether it weights by π/π_b, so that π may only take actions that π_b takes. */
  public boolean needsWeights() {
    return switch (this) {
      case ROBUST, IPS, SNIPS, PDIS, WPDIS, DR, MIS -> true;
      default -> false;
    };
  }

  /** Returns whether it is one of the paper's intervals from a model and its bonus. */
  public boolean isFromBonus() {
    return this == STANDARD || this == SELECTIVE || this == SELECTIVE_PRINTED || this == BANDIT;
  }

  /** How {@code theorem} averages its fourth term. */
  public Reading reading() {
    return this == THEOREM ? Reading.MEAN : Reading.PER_STATE;
  }
}
