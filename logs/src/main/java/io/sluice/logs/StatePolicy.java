package io.sluice.logs;

import io.sluice.fit.BadLogException;
import io.sluice.mdp.Labels;
import io.sluice.mdp.Policy;
import io.sluice.mdp.SettingException;
import io.sluice.mdp.Shape;
import io.sluice.mdp.StateVector;
import io.sluice.policy.Origin;
import io.sluice.policy.PolicyColumn;
import io.sluice.policy.SavedPolicy;
import io.sluice.policy.StepModel;
import io.sluice.policy.StepModel.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * Policies by state ({@code state, action, probability}) on a log that is read row by row: held to
 * what they are held to on tables, then looked up by the log's column of states.
 */
final class StatePolicy {
  /** The state of a row as it is written, beside all columns of the log. */
  static final String STATE = "sluice_state";

  private StatePolicy() {}

  /** A policy in a file, read if it is one by state; every other policy as it is. */
  static RowPolicy read(SqlEngine engine, RowPolicy policy) {
    return policy.proper() instanceof RowPolicy.Table table
            && RowPolicy.isRegular(table.file())
            && EpisodePolicy.hasStates(engine, table.file())
        ? policy.with(new RowPolicy.ByState(table.file(), PolicyTable.read(engine, table.file())))
        : policy;
  }

  /**
   * What {@code learn} wrote for tables looks at the state, whatever its column is called in the
   * log.
   */
  static RowPolicy named(RowPolicy policy, List<String> available, Supplier<List<String>> columns) {
    if (!(policy.proper() instanceof RowPolicy.Saved one)
        || one.saved().columns().size() != 1
        || one.saved().columns().get(0).kind() != PolicyColumn.Kind.CATEGORY
        || available.contains(one.saved().columns().get(0).source())) {
      return policy;
    }
    List<String> states = columns.get();
    if (states.size() != 1) {
      return policy;
    }
    SavedPolicy saved = one.saved();
    PolicyColumn state = PolicyColumn.category(states.get(0), saved.columns().get(0).levels());
    return policy.with(
        new RowPolicy.Saved(
            one.file(),
            new SavedPolicy(
                saved.origin(),
                saved.firstStep(),
                saved.actions(),
                List.of(state),
                saved.terms(),
                saved.steps())));
  }

  /**
   * The column to look states up in, of which there must be one.
   *
   * @param states the log's columns of states
   */
  static String requireState(RowPolicy.ByState policy, List<String> states) {
    if (states.size() != 1) {
      throw new SettingException(
          "policy " + policy.file(),
          "needs a log with one column of states to look them up in, got "
              + (states.isEmpty() ? "none" : String.join(", ", states)));
    }
    return states.get(0);
  }

  /**
   * Its probabilities at the states of the log.
   *
   * @param place of the kept column with states, among those of saved policies
   * @param notes receives what the person should know
   * @throws BadLogException if a logged state has no probabilities, or they do not sum to 1
   */
  static RowPolicy.Saved on(
      RowPolicy.ByState policy,
      SqlEngine engine,
      LogReader.CheckedRows rows,
      int place,
      Labels actions,
      LogOptions options,
      List<String> notes) {
    String kept = SavedColumns.name(place);
    Set<String> spelled =
        CellReader.names(
            engine, "SELECT DISTINCT %s FROM %s".formatted(kept, RowSql.ROWS), "states", options);
    if (spelled.contains(null)) {
      throw new BadLogException(
          "%s: needs a state in every row of the log, got none in some".formatted(policy.file()));
    }
    Labels states = Labels.of(spelled);
    Shape shape = new Shape(states.size(), actions.size(), rows.horizon());
    double[][] visits = new double[shape.horizon()][shape.states()];
    engine.query(
        "SELECT step, %s, count(*) FROM %s GROUP BY step, %s".formatted(kept, RowSql.ROWS, kept),
        row ->
            visits[(int) (row.integer(0) - rows.base())][
                    states.id(Objects.requireNonNull(row.text(1)))] =
                row.integer(2));
    Policy known =
        policy
            .table()
            .on(
                new Names("the log", shape, states, actions, h -> StateVector.of(visits[h - 1])),
                notes);
    return new RowPolicy.Saved(
        policy.file(),
        saved(known, policy.table(), shape, states, new TreeSet<>(spelled), actions));
  }

  private static SavedPolicy saved(
      Policy policy,
      PolicyTable table,
      Shape shape,
      Labels states,
      SortedSet<String> spelled,
      Labels actions) {
    List<StepModel> steps = new ArrayList<>();
    for (int h = 1; h <= shape.horizon(); h++) {
      Map<String, List<Double>> rows = new LinkedHashMap<>();
      for (String name : spelled) {
        Double[] row = new Double[shape.actions()];
        for (int a = 0; a < row.length; a++) {
          row[a] = policy.probability(h, states.id(name), a);
        }
        rows.put(name, Arrays.asList(row));
      }
      steps.add(new Table(rows, List.copyOf(rows.values()).get(0))); // every state is there
    }
    Origin origin = new Origin("", "", table.learnedFrom().orElse(""), Map.of(), Optional.empty());
    return new SavedPolicy(
        origin,
        actions.names(),
        List.of(PolicyColumn.category(STATE, List.copyOf(spelled))),
        List.of(),
        steps);
  }
}
