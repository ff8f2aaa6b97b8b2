package io.sluice.fit;

import io.sluice.interval.IntervalKind;
import io.sluice.interval.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A reason why an interval may not decide.
 *
 * @param tooFew whether there are too few episodes, clusters or outcomes to rely on the interval;
 *     else the log contradicts one of its assumptions, or lacks what it needs
 */
public record Objection(String reason, boolean tooFew) {
  /** One of its assumptions is contradicted, or the log lacks what it needs. */
  public static Objection contradicted(String reason) {
    return new Objection(reason, false);
  }

  /** There are too few episodes, clusters or outcomes. */
  public static Objection tooFew(String reason) {
    return new Objection(reason, true);
  }

  /**
   * What is concluded where no interval may decide: nothing yet, if one of them might with a larger
   * log; else the verdict is withheld.
   *
   * @param against each interval, in the order asked for
   * @param limit what limits the first of them
   */
  public static Decision undecided(Map<IntervalKind, List<Objection>> against, String limit) {
    boolean open = against.values().stream().anyMatch(a -> a.stream().allMatch(Objection::tooFew));
    Verdict verdict =
        open
            ? new Verdict(Verdict.Kind.CANNOT_TELL, limit, OptionalLong.empty())
            : Verdict.withheld();
    return new Decision(verdict, Optional.empty(), words(against));
  }

  /** The reasons against each interval; those that share theirs are named together. */
  public static String words(Map<IntervalKind, List<Objection>> against) {
    Map<String, List<String>> shared = new LinkedHashMap<>();
    against.forEach(
        (kind, all) ->
            shared
                .computeIfAbsent(
                    String.join("; ", all.stream().map(Objection::reason).toList()),
                    reasons -> new ArrayList<>())
                .add(kind.toString()));
    return String.join(
        ". ",
        shared.entrySet().stream()
            .map(e -> String.join(", ", e.getValue()) + ": " + e.getKey())
            .toList());
  }
}
