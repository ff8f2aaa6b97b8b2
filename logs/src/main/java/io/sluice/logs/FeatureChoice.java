package io.sluice.logs;

import io.sluice.mdp.SettingException;
import java.util.List;
import java.util.Set;

/** Which columns of a log are features: those that were asked for, or all that can be. */
final class FeatureChoice {
  /** What a user writes for every column that can be a feature. */
  private static final String ALL = "all";

  private final OpenedLog log;
  private final List<String> prefixes;
  private final List<String> notes;

  private FeatureChoice(OpenedLog log, List<String> prefixes, List<String> notes) {
    this.log = log;
    this.prefixes = prefixes;
    this.notes = notes;
  }

  /**
   * @param prefixes the beginnings of the names of columns with probabilities of policies
   * @param notes gets what was left out, and why
   */
  static List<String> of(OpenedLog log, List<String> prefixes, List<String> notes) {
    FeatureChoice choice = new FeatureChoice(log, prefixes, notes);
    List<String> asked = log.options().features();
    if (asked.equals(List.of(ALL)) && !log.available().contains(ALL)) {
      return AllFeatures.of(log.engine(), log.columns(), choice.candidates(), notes);
    }
    List<String> named =
        asked.isEmpty()
            ? ColumnMap.resolve(log.available(), log.options().log().columns()).of(Role.STATE)
            : asked;
    return named.stream().map(choice::known).distinct().toList();
  }

  /** The column of that name, if it was known before the decision. */
  private String known(String asked) {
    String column =
        log.find(asked)
            .orElseThrow(
                () ->
                    new SettingException(
                        "features " + asked,
                        "needs a column of the log, which has "
                            + String.join(", ", log.available())));
    for (Role role : List.of(Role.ACTION, Role.REWARD, Role.PROPENSITY, Role.EPISODE)) {
      if (log.columns().of(role).contains(column)) {
        throw later(asked, "the column of " + role.columnName());
      }
    }
    if (OpenedLog.isNextState(column)) {
      throw later(asked, "a next state");
    }
    return column;
  }

  private static SettingException later(String asked, String got) {
    return new SettingException(
        "features " + asked, "needs a column that was known before the decision, got " + got);
  }

  /** Columns without a role; notes name what is left out of them. */
  private List<String> candidates() {
    List<String> open = log.open();
    List<String> after = open.stream().filter(log::isLater).toList();
    leaveOut(after, "is known after the decision only");
    String action = AllFeatures.action(log.engine(), log.columns());
    Set<String> probabilities =
        ProbabilityColumns.of(log.engine(), log.sql(), action, open, PrefixedColumns.TOLERANCE);
    List<String> given =
        open.stream()
            .filter(c -> prefixes.stream().anyMatch(c::startsWith) || probabilities.contains(c))
            .toList();
    leaveOut(given, "has probabilities of a policy");
    return open.stream().filter(c -> !after.contains(c) && !given.contains(c)).toList();
  }

  private void leaveOut(List<String> left, String why) {
    left.forEach(c -> notes.add("column %s %s and is not used as a feature".formatted(c, why)));
  }
}
