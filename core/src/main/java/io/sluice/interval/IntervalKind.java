package io.sluice.interval;

import io.sluice.interval.TheoremInterval.Reading;
import io.sluice.mdp.SettingException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The intervals a user can ask for by name. */
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

  /** What is shown unless a user asks otherwise, {@link #ROBUST} only where it can be made. */
  public static final List<IntervalKind> USUAL =
      List.of(EFFICIENT, ROBUST, SHARP, SELECTIVE, STANDARD);

  /** What a page always compares. */
  private static final List<IntervalKind> OF_PAGES =
      List.of(EFFICIENT, SHARP, SELECTIVE, STANDARD, BANDIT);

  /** These first, and then those of a page that are missing. */
  public static List<IntervalKind> withAllOfPages(List<IntervalKind> asked) {
    return Stream.concat(asked.stream(), OF_PAGES.stream()).distinct().toList();
  }

  /** Those for the effect of a step. */
  public static List<IntervalKind> ofSteps() {
    return Arrays.stream(values()).filter(IntervalKind::isForSteps).toList();
  }

  /** Those that counts are enough for; all of them are for the effect of a step. */
  public static List<IntervalKind> fromCounts() {
    return Arrays.stream(values()).filter(kind -> !kind.needsEpisodes()).toList();
  }

  /** Understands a name, or says which there are. */
  public static IntervalKind named(String name) {
    return named(name, List.of(values()));
  }

  /** Understands the name of one of these. */
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

  /** Whether it judges one half of the log by the other. */
  public boolean needsHoldout() {
    return this == THEOREM || this == THEOREM_PER_STATE || this == FUSED;
  }

  /** Whether it needs the log in two halves. */
  public boolean needsHalves() {
    return needsHoldout() || this == DR || this == ROBUST;
  }

  /** Whether it is for the effect of every step, and not for total and value only. */
  public boolean isForSteps() {
    return this == ROBUST || !needsEpisodes();
  }

  /** Whether it needs row-level data, not only counts. */
  public boolean needsEpisodes() {
    return needsWeights() || this == MODEL;
  }

  /** Whether it weights by π/π_b, so that π must do nothing that π_b never does. */
  public boolean needsWeights() {
    return switch (this) {
      case ROBUST, IPS, SNIPS, PDIS, WPDIS, DR, MIS -> true;
      default -> false;
    };
  }

  /** Whether it is one of the paper's intervals from a model and its bonus. */
  public boolean isFromBonus() {
    return this == STANDARD || this == SELECTIVE || this == SELECTIVE_PRINTED || this == BANDIT;
  }

  /** How {@code theorem} averages its fourth term. */
  public Reading reading() {
    return this == THEOREM ? Reading.MEAN : Reading.PER_STATE;
  }
}
