package io.sluice.logs;

import io.sluice.fit.BadLogException;
import io.sluice.fit.LogData;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.StateVector;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A policy from a file: {@code state, action, probability}, with a {@code step} where it changes
 * over time, and {@code learned_from} where {@code learn} wrote it.
 */
public final class PolicyTable {
  static final Set<String> PROBABILITY = Set.of("probability", "prob", "p", "propensity", "pscore");

  /** The column with the fingerprint of the log that a policy was learned from. */
  static final String LEARNED_FROM = "learned_from";

  private static final double ROUNDING = 1e-6;
  private static final String VIEW = "sluice_policy";

  private final String file;
  private final List<Entry> entries;
  private final boolean perStep;
  private final Optional<String> learnedFrom;

  private record Entry(long step, String state, String action, double probability) {}

  private PolicyTable(
      String file, List<Entry> entries, boolean perStep, Optional<String> learnedFrom) {
    this.file = file;
    this.entries = entries;
    this.perStep = perStep;
    this.learnedFrom = learnedFrom;
  }

  /**
   * Reads a policy file in any of the formats of a log.
   *
   * @throws BadLogException if a column is missing or a probability is none
   */
  public static PolicyTable read(SqlEngine engine, String file) {
    return read(engine, file, file);
  }

  /**
   * The same, where messages call the file something else.
   *
   * @param path where it is
   * @param file what it is called
   */
  public static PolicyTable read(SqlEngine engine, String path, String file) {
    List<String> available;
    try {
      available = engine.open(List.of(path), VIEW);
    } catch (BadLogException e) {
      throw new BadLogException(e.getMessage().replace(path, file));
    }
    String state = column(file, available, names(Role.STATE));
    String action = column(file, available, names(Role.ACTION));
    String probability = column(file, available, PROBABILITY);
    boolean perStep =
        available.stream().anyMatch(c -> names(Role.STEP).contains(c.toLowerCase(Locale.ROOT)));
    String step =
        perStep ? engine.number(engine.identifier(column(file, available, names(Role.STEP)))) : "0";
    List<Entry> entries = new ArrayList<>();
    List<String> errors = new ArrayList<>();
    String raw = engine.identifier(probability);
    engine.query(
        "SELECT %s, %s, %s, %s, %s, %s FROM %s"
            .formatted(
                step,
                engine.asText(engine.identifier(state)),
                engine.asText(engine.identifier(action)),
                engine.number(raw),
                engine.asText(raw),
                perStep
                    ? engine.asText(engine.identifier(column(file, available, names(Role.STEP))))
                    : "'0'",
                VIEW),
        row -> {
          String x = row.text(1);
          String a = row.text(2);
          String where = "%s, state \"%s\", action \"%s\"".formatted(file, x, a);
          double p = row.isMissing(3) ? Double.NaN : row.number(3);
          double h = row.isMissing(0) ? Double.NaN : row.number(0);
          if (x == null || a == null || row.isMissing(5)) {
            errors.add(where + ": needs a state, an action and, if there are steps, a step");
          } else if (!(h == Math.rint(h) && Math.abs(h) <= Integer.MAX_VALUE)) {
            errors.add("%s: step needs a whole number, got %s".formatted(where, row.text(5)));
          } else if (!(p >= 0 && p <= 1)) {
            errors.add(
                "%s: probability must lie in [0, 1], got %s%s"
                    .formatted(
                        where,
                        row.text(4),
                        p < 0 ? " (a log-probability? Its exponential is needed)" : ""));
          } else {
            entries.add(new Entry((long) h, x, a, p));
          }
        });
    if (!errors.isEmpty()) {
      int shown = Math.min(errors.size(), BadLogException.SHOWN);
      throw new BadLogException(errors.subList(0, shown), errors.size());
    }
    if (entries.isEmpty()) {
      throw new BadLogException(file + ": needs at least one row, got an empty policy");
    }
    Optional<String> learnedFrom = learnedFrom(engine, file, available);
    engine.requireUnchanged();
    return new PolicyTable(file, entries, perStep, learnedFrom);
  }

  /** The log that the policy in the view was learned from, which is the same in all rows. */
  private static Optional<String> learnedFrom(
      SqlEngine engine, String file, List<String> available) {
    Optional<String> column =
        available.stream().filter(c -> c.toLowerCase(Locale.ROOT).equals(LEARNED_FROM)).findFirst();
    if (column.isEmpty()) {
      return Optional.empty();
    }
    Set<String> values = new TreeSet<>();
    engine.query(
        "SELECT DISTINCT %s FROM %s"
            .formatted(engine.asText(engine.identifier(column.get())), VIEW),
        row -> values.add(row.isMissing(0) ? "" : String.valueOf(row.text(0))));
    if (values.size() > 1) {
      throw new BadLogException(
          "%s: needs one %s in all rows, got %s"
              .formatted(
                  file,
                  LEARNED_FROM,
                  String.join(
                      ", ", values.stream().map(v -> v.isEmpty() ? "none" : v).limit(3).toList())));
    }
    return values.stream().filter(v -> !v.isEmpty()).findFirst();
  }

  /** The fingerprint of the log that it was learned from, if the file says so. */
  public Optional<String> learnedFrom() {
    return learnedFrom;
  }

  private static Set<String> names(Role role) {
    Set<String> names = new LinkedHashSet<>(role.aliases());
    names.add(role.columnName());
    return names;
  }

  private static String column(String file, List<String> available, Set<String> names) {
    List<String> found =
        available.stream().filter(c -> names.contains(c.toLowerCase(Locale.ROOT))).toList();
    if (found.isEmpty()) {
      throw new BadLogException(
          "%s: needs columns state, action and probability (and step, if it matters), got %s"
              .formatted(file, String.join(", ", available)));
    }
    if (found.size() > 1) {
      throw new BadLogException(
          "%s: needs one column for each of state, action, probability and step, but %s could all be meant"
              .formatted(file, String.join(" and ", found)));
    }
    return found.get(0);
  }

  /** The actions it gives some probability to. */
  public Set<String> actions() {
    Set<String> actions = new LinkedHashSet<>();
    entries.stream().filter(e -> e.probability() > 0).forEach(e -> actions.add(e.action()));
    return actions;
  }

  /**
   * The policy for a log.
   *
   * @param notes receives what the person should know
   * @throws BadLogException if a logged state has no probabilities, or they do not sum to 1
   */
  public Policy on(LogData log, List<String> notes) {
    return on(Names.of(log), notes);
  }

  /** The policy for states and actions of these names. */
  Policy on(Names names, List<String> notes) {
    Shape shape = names.shape();
    int tables = perStep ? shape.horizon() : 1;
    long base = entries.stream().mapToLong(Entry::step).min().orElseThrow() == 0 && perStep ? 0 : 1;
    double[][] table = new double[tables * shape.states()][];
    Map<String, Long> foreign = new HashMap<>();
    for (Entry e : entries) {
      List<Integer> states = names.states().idsOf(e.state()); // several with a history
      long h = perStep ? e.step() - base + 1 : 1;
      if (states.isEmpty() || h < 1 || h > shape.horizon()) {
        foreign.merge(e.state(), 1L, Long::sum);
        continue;
      }
      for (int x : states) {
        enter(names, table, (int) ((h - 1) * shape.states() + x), e);
      }
    }
    if (!foreign.isEmpty()) {
      notes.add(
          "%s: %s of its states or steps are not in %s: they concern none of its decisions"
              .formatted(file, foreign.size(), names.of()));
    }
    normalize(names, table, tables);
    return perStep
        ? Policy.tabular(shape, (h, x, a) -> table[(h - 1) * shape.states() + x][a])
        : Policy.stationary(shape, (x, a) -> table[x][a]);
  }

  private void enter(Names names, double[][] table, int row, Entry e) {
    int a = names.actions().id(e.action());
    if (table[row] == null) {
      table[row] = new double[names.shape().actions()];
      java.util.Arrays.fill(table[row], Double.NaN);
    }
    if (a < 0 && e.probability() > 0) {
      throw new BadLogException(
          "%s, state \"%s\", action \"%s\": needs one of the actions %s, got another"
              .formatted(file, e.state(), e.action(), String.join(", ", names.actions().names())));
    }
    if (a < 0) {
      return; // one that there is not, and that is never taken
    }
    if (!Double.isNaN(table[row][a])) {
      throw new BadLogException(
          "%s, state \"%s\", action \"%s\": needs one probability, got two"
              .formatted(file, e.state(), e.action()));
    }
    table[row][a] = e.probability();
  }

  /** Where a policy has the state with a past, which the log was read without. */
  private String hint(String state) {
    return entries.stream().anyMatch(e -> e.state().startsWith(state + "|"))
        ? " but with a past (read the log with the `history` that the policy was learned with)"
        : "";
  }

  private void normalize(Names names, double[][] table, int tables) {
    Shape shape = names.shape();
    Set<String> errors = new LinkedHashSet<>(); // the same for every past of a state
    for (int h = 1; h <= tables; h++) {
      @Nullable StateVector visits = perStep ? names.visits().apply(h) : null;
      for (int x = 0; x < shape.states(); x++) {
        double[] row = table[(h - 1) * shape.states() + x];
        String where =
            "%s, %sstate \"%s\""
                .formatted(file, perStep ? "step " + h + ", " : "", names.states().original(x));
        if (row == null) {
          if (visits != null && visits.at(x) == 0) {
            row = new double[shape.actions()]; // nobody was there
            java.util.Arrays.fill(row, 1.0 / shape.actions());
            table[(h - 1) * shape.states() + x] = row;
          } else {
            errors.add(
                "%s: needs probabilities for this state of %s, got none%s"
                    .formatted(where, names.of(), hint(names.states().original(x))));
          }
          continue;
        }
        double sum = 0;
        List<String> terms = new ArrayList<>();
        for (int a = 0; a < row.length; a++) {
          if (!Double.isNaN(row[a])) {
            terms.add(Double.toString(row[a]));
            sum += row[a];
          }
        }
        if (Math.abs(sum - 1) > ROUNDING) {
          errors.add(
              "%s: probabilities must sum to 1, got %s (%s)"
                  .formatted(where, sum, String.join(" + ", terms)));
        }
        for (int a = 0; a < row.length; a++) {
          row[a] = Double.isNaN(row[a]) ? 0 : row[a] / sum;
        }
      }
    }
    if (!errors.isEmpty()) {
      int shown = Math.min(errors.size(), BadLogException.SHOWN);
      throw new BadLogException(List.copyOf(errors).subList(0, shown), errors.size());
    }
  }
}
