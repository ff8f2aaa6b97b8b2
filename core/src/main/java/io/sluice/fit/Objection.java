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
 * @param thin whether the log is too thin for it to be relied on; else the log contradicts, or is
 *     not, what it rests on
 */
public record Objection(String reason, boolean thin) {
  /** What it rests on is contradicted, or not as it needs to be. */
  public static Objection contradicted(String reason) {
    return new Objection(reason, false);
  }

  /** There are too few episodes, clusters or outcomes. */
  public static Objection thin(String reason) {
    return new Objection(reason, true);
  }

  /**
   * What is concluded where no interval may decide: nothing yet, if one of them might with a log
   * that is less thin; else the verdict is withheld.
   *
   * @param against each interval, in the order asked for
   * @param limit what limits the first of them
   */
  public static Decision undecided(Map<IntervalKind, List<Objection>> against, String limit) {
    boolean open = against.values().stream().anyMatch(a -> a.stream().allMatch(Objection::thin));
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
