package io.sluice.logs;

import io.sluice.fit.BadLogException;
import io.sluice.mdp.SettingException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which columns of a log play which role. Several columns together make one label, joined by {@code
 * |}.
 */
public final class ColumnMap {
  private static final Set<Role> SEVERAL_ALLOWED =
      Set.of(Role.EPISODE, Role.STATE, Role.ACTION, Role.NEXT_STATE, Role.CLUSTER);

  /** Roles that a user may give to no column, whatever the names of columns. */
  public static final Set<Role> OPTIONAL =
      Set.copyOf(EnumSet.complementOf(EnumSet.of(Role.STATE, Role.ACTION, Role.REWARD)));

  private final Map<Role, List<String>> columns;
  private final boolean clusterFound;

  private ColumnMap(Map<Role, List<String>> columns) {
    this(columns, false);
  }

  private ColumnMap(Map<Role, List<String>> columns, boolean clusterFound) {
    this.columns = columns;
    this.clusterFound = clusterFound;
  }

  /**
   * Finds each role's column: as the user says, else by our name, else by a name that is known to
   * be used for it.
   *
   * @throws BadLogException if a needed column is missing, or two could be meant
   */
  public static ColumnMap resolve(List<String> available, Map<Role, List<String>> asked) {
    return resolve(available, asked, List.of(Role.STATE, Role.ACTION, Role.REWARD), Set.of());
  }

  /** The same where features are the state. */
  static ColumnMap withFeatures(List<String> available, Map<Role, List<String>> asked) {
    return resolve(
        available, asked, List.of(Role.ACTION, Role.REWARD), Set.of(Role.STATE, Role.NEXT_STATE));
  }

  /** The columns that have a role, if there are any. */
  static List<String> of(Role role, List<String> available, Map<Role, List<String>> asked) {
    return asked.containsKey(role)
        ? asked.get(role).stream().map(c -> named(available, role, c)).toList()
        : recognized(available, role).map(List::of).orElse(List.of());
  }

  private static ColumnMap resolve(
      List<String> available, Map<Role, List<String>> asked, List<Role> needed, Set<Role> ignored) {
    Map<Role, List<String>> found = new EnumMap<>(Role.class);
    for (Role role : Role.values()) {
      if (ignored.contains(role)) {
        continue;
      }
      if (asked.getOrDefault(role, List.of()).isEmpty() && asked.containsKey(role)) {
        continue; // no column has it, whatever their names
      }
      if (asked.containsKey(role)) {
        found.put(role, asked.get(role).stream().map(c -> named(available, role, c)).toList());
        if (found.get(role).size() > 1 && !SEVERAL_ALLOWED.contains(role)) {
          throw new SettingException(
              "columns " + role.columnName(), "needs one column, got " + found.get(role));
        }
      } else {
        recognized(available, role).ifPresent(column -> found.put(role, List.of(column)));
      }
    }
    List<Role> missing = needed.stream().filter(role -> !found.containsKey(role)).toList();
    if (!missing.isEmpty()) {
      throw missing(available, missing, !found.containsKey(Role.EPISODE));
    }
    if (found.containsKey(Role.EPISODE) != found.containsKey(Role.STEP)) {
      Role other = found.containsKey(Role.EPISODE) ? Role.STEP : Role.EPISODE;
      throw missing(available, List.of(other), false);
    }
    return new ColumnMap(found);
  }

  private static String named(List<String> available, Role role, String column) {
    return available.stream()
        .filter(c -> c.equals(column))
        .findFirst()
        .or(() -> available.stream().filter(c -> c.equalsIgnoreCase(column)).findFirst())
        .orElseThrow(
            () ->
                new SettingException(
                    "columns %s=%s".formatted(role.columnName(), column),
                    "needs a column of the log, which has " + String.join(", ", available)));
  }

  private static Optional<String> recognized(List<String> available, Role role) {
    List<String> matches = matching(available, List.of(role.columnName()));
    if (matches.isEmpty()) {
      matches = matching(available, role.aliases());
    }
    if (matches.size() > 1) {
      throw new BadLogException(
          "column for %s: needs one, but %s could all be meant (say `columns` %s=%s)"
              .formatted(
                  role.columnName(),
                  String.join(" and ", matches),
                  role.columnName(),
                  matches.get(0)));
    }
    return matches.stream().findFirst();
  }

  private static List<String> matching(List<String> available, List<String> names) {
    List<String> matches = new ArrayList<>();
    for (String column : available) {
      if (names.contains(column.toLowerCase(Locale.ROOT))) {
        matches.add(column);
      }
    }
    return matches;
  }

  /** Names the first, and shows how to map all of them. */
  private static BadLogException missing(
      List<String> available, List<Role> roles, boolean oneStep) {
    Role role = roles.get(0);
    return new BadLogException(
        "column %s: needs a column of that name, or one of %s, got only %s (map yours with `columns` %s%s%s)"
            .formatted(
                role.columnName(),
                String.join(", ", role.aliases()),
                String.join(", ", available),
                String.join(",", roles.stream().map(r -> r.columnName() + "=NAME").toList()),
                roles.size() > 1 && oneStep
                    ? ", and episodes of several steps with episode=NAME,step=NAME"
                    : "",
                roles.contains(Role.STATE)
                    ? "; if a state is several columns, state=A+B, or `features` A,B"
                    : role == Role.STEP
                        ? ", or say `columns` episode= if every row is a decision of its own"
                        : ""));
  }

  /** The same with a cluster that nobody declared, but that the log shows. */
  ColumnMap withCluster(String column) {
    Map<Role, List<String>> all = new EnumMap<>(columns);
    all.put(Role.CLUSTER, List.of(column));
    return new ColumnMap(all, true);
  }

  /** Whether the cluster was found in the log, and not declared. */
  boolean clusterFound() {
    return clusterFound;
  }

  /** All columns that have a role. */
  Set<String> all() {
    return columns.values().stream().flatMap(List::stream).collect(Collectors.toSet());
  }

  public boolean has(Role role) {
    return columns.containsKey(role);
  }

  /** The columns of a role, in order; none if the log lacks it. */
  public List<String> of(Role role) {
    return columns.getOrDefault(role, List.of());
  }
}
