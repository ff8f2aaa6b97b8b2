package io.sluice.logs;

import io.sluice.fit.BadLogException;
import io.sluice.fit.Fit;
import io.sluice.fit.Judgment;
import io.sluice.fit.LogData;
import io.sluice.mdp.Policy;
import io.sluice.mdp.SettingException;
import io.sluice.policy.PolicyColumn;
import io.sluice.policy.SavedPolicy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A policy as a user names it: {@code uniform}, {@code behavior}, {@code always:ACTION}, {@code
 * mix:WEIGHT:POLICY}, or a file.
 */
public sealed interface PolicySpec {
  /** The actions it may take, whether or not the log has them. */
  Set<String> actions();

  /** The policy for states and actions of these names. */
  Policy on(Names names, Policy behavior, List<String> notes);

  /** The fingerprint of the log that it was learned from, if that is known. */
  default Optional<String> learnedFrom() {
    return Optional.empty();
  }

  /** Judges it by a fitted log. */
  default Judgment judgedBy(Fit fit) {
    List<String> notes = new ArrayList<>();
    return fit.judge(on(fit.data(), fit.behavior().policy(), notes), notes, learnedFrom());
  }

  /** The policy for a log. */
  default Policy on(LogData log, Policy behavior, List<String> notes) {
    return on(Names.of(log), behavior, notes);
  }

  /**
   * Understands what a user wrote; files are read through the engine.
   *
   * @throws IllegalArgumentException if it cannot be meant
   * @throws BadLogException if its file cannot be used
   */
  static PolicySpec parse(String written, SqlEngine engine) {
    return parse(written, engine, Map.of());
  }

  /** The same where there are more policies that have a name. */
  static PolicySpec parse(String written, SqlEngine engine, Map<String, Policy> more) {
    if (more.containsKey(written)) {
      return new Known(more.get(written));
    }
    if (written.equals("uniform")) {
      return new Uniform();
    }
    if (written.equals("behavior")) {
      return new Behavior();
    }
    if (written.startsWith("always:")) {
      String action = written.substring("always:".length());
      if (action.isEmpty()) {
        throw new SettingException("policy always", "needs an action, got none");
      }
      return new Always(action);
    }
    if (written.startsWith("sql:") || written.startsWith("columns:")) {
      throw new SettingException(
          "policy " + written,
          "needs a policy by state, got one per row, which evaluate and compare take on a LOG");
    }
    if (written.startsWith("mix:")) {
      String[] parts = written.split(":", 3);
      double weight = parts.length < 3 ? Double.NaN : weight(parts[1]);
      if (!(weight >= 0 && weight <= 1)) {
        throw new SettingException(
            "policy " + written, "needs mix:WEIGHT:POLICY with a weight in [0, 1]");
      }
      return new Mix(weight, parse(parts[2], engine, more));
    }
    return PolicyFile.read(written)
        .<PolicySpec>map(saved -> new Saved(written, saved))
        .orElseGet(() -> new File(PolicyTable.read(engine, written)));
  }

  private static double weight(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  /** One that is there already. */
  record Known(Policy policy) implements PolicySpec {
    @Override
    public Set<String> actions() {
      return Set.of();
    }

    @Override
    public Policy on(Names names, Policy behavior, List<String> notes) {
      return policy;
    }
  }

  /** Every action alike. */
  record Uniform() implements PolicySpec {
    @Override
    public Set<String> actions() {
      return Set.of();
    }

    @Override
    public Policy on(Names names, Policy behavior, List<String> notes) {
      return Policy.uniform(names.shape());
    }
  }

  /** The logged policy itself. */
  record Behavior() implements PolicySpec {
    @Override
    public Set<String> actions() {
      return Set.of();
    }

    @Override
    public Policy on(Names names, Policy behavior, List<String> notes) {
      return behavior;
    }
  }

  /** One action everywhere. */
  record Always(String action) implements PolicySpec {
    @Override
    public Set<String> actions() {
      return Set.of(action);
    }

    @Override
    public Policy on(Names names, Policy behavior, List<String> notes) {
      int always = names.actions().id(action);
      if (always < 0) {
        throw new SettingException(
            "policy always:" + action,
            "needs one of the actions " + String.join(", ", names.actions().names()));
      }
      return Policy.stationary(names.shape(), (x, a) -> a == always ? 1 : 0);
    }
  }

  /** A policy with some weight, the logged one with the rest. */
  record Mix(double weight, PolicySpec policy) implements PolicySpec {
    @Override
    public Set<String> actions() {
      return policy.actions();
    }

    @Override
    public Optional<String> learnedFrom() {
      return policy.learnedFrom();
    }

    @Override
    public Policy on(Names names, Policy behavior, List<String> notes) {
      return Policy.mixture(weight, policy.on(names, behavior, notes), behavior);
    }
  }

  /** A table from a file. */
  record File(PolicyTable table) implements PolicySpec {
    @Override
    public Set<String> actions() {
      return table.actions();
    }

    @Override
    public Optional<String> learnedFrom() {
      return table.learnedFrom();
    }

    @Override
    public Policy on(Names names, Policy behavior, List<String> notes) {
      return table.on(names, notes);
    }
  }

  /** What {@code learn} wrote as JSON, if it looks at nothing but the state. */
  record Saved(String file, SavedPolicy policy) implements PolicySpec {
    @Override
    public Set<String> actions() {
      return Set.copyOf(policy.actions());
    }

    @Override
    public Optional<String> learnedFrom() {
      return Optional.of(policy.origin().learnedFrom());
    }

    @Override
    public Policy on(Names names, Policy behavior, List<String> notes) {
      boolean byState =
          policy.columns().size() == 1
              && policy.columns().get(0).kind() == PolicyColumn.Kind.CATEGORY;
      if (!byState) {
        throw new SettingException(
            "policy " + file,
            "needs a policy of the state, got one of columns, which needs `features`");
      }
      SavedColumns.requireSteps(file, policy, names.firstStep(), names.shape().horizon());
      PolicyColumn state = policy.columns().get(0);
      Map<String, Integer> levels = new HashMap<>();
      state.levels().forEach(level -> levels.put(level, levels.size()));
      int[] places = new int[names.shape().actions()];
      for (int a = 0; a < places.length; a++) {
        places[a] = policy.actions().indexOf(names.actions().name(a));
      }
      double[][][] all = new double[names.shape().horizon()][names.shape().states()][];
      for (int x = 0; x < names.shape().states(); x++) {
        int level = levels.getOrDefault(names.states().name(x), levels.size());
        for (int h = 1; h <= all.length; h++) {
          all[h - 1][x] = policy.probabilities(h, new double[] {level});
          requireActions(names, x, all[h - 1][x]);
        }
      }
      return Policy.tabular(
          names.shape(), (h, x, a) -> places[a] < 0 ? 0 : all[h - 1][x][places[a]]);
    }

    /** Fails where it may take an action that there is not. */
    private void requireActions(Names names, int state, double[] probabilities) {
      for (int i = 0; i < probabilities.length; i++) {
        String action = policy.actions().get(i);
        if (probabilities[i] > 0 && names.actions().id(action) < 0) {
          throw new SettingException(
              "policy " + file,
              "needs one of the actions %s in state \"%s\", got %s"
                  .formatted(
                      String.join(", ", names.actions().names()),
                      names.states().name(state),
                      action));
        }
      }
    }
  }
}
