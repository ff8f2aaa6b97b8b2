package io.sluice.logs;

import io.sluice.mdp.SettingException;
import io.sluice.policy.SavedPolicy;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A policy on a log with feature columns, as a user names it: it gives every row a probability for
 * each action.
 */
public sealed interface RowPolicy {
  /**
   * Understands what a user wrote.
   *
   * @param trusted whether the words come from a command line: files and rules in SQL are taken
   *     from there only, because they are read and run
   */
  static RowPolicy parse(String written, boolean trusted) {
    if (written.equals("uniform")) {
      return new Uniform();
    }
    if (written.equals("behavior")) {
      return new Logged();
    }
    if (written.startsWith("always:")) {
      return new Always(after(written, "always:", "an action"));
    }
    if (written.startsWith("columns:")) {
      return new Columns(after(written, "columns:", "the beginning of column names"));
    }
    if (written.startsWith("sql:") && trusted) {
      return new Rule(after(written, "sql:", "an expression that gives an action"));
    }
    if (written.startsWith("mix:")) {
      String[] parts = written.split(":", 3);
      double weight = parts.length < 3 ? Double.NaN : weight(parts[1]);
      if (!(weight >= 0 && weight <= 1)) {
        throw new SettingException(
            "policy " + written, "needs mix:WEIGHT:POLICY with a weight in [0, 1]");
      }
      return new Mix(weight, parse(parts[2], trusted));
    }
    Optional<SavedPolicy> saved = trusted ? PolicyFile.read(written) : Optional.empty();
    if (saved.isPresent()) {
      return new Saved(written, saved.get());
    }
    if (trusted && !written.isBlank()) {
      return new Table(written);
    }
    throw new SettingException(
        "policy " + written,
        "needs uniform, behavior, always:ACTION, columns:PREFIX or mix:WEIGHT:POLICY on a log with `features`");
  }

  /**
   * Whether what a user wrote may differ between rows of one state: columns, a rule, or a file with
   * probabilities by episode and step.
   */
  static boolean isPerRow(String written, SqlEngine engine) {
    String proper = written;
    while (proper.startsWith("mix:") && proper.split(":", 3).length == 3) {
      proper = proper.split(":", 3)[2];
    }
    if (proper.startsWith("columns:") || proper.startsWith("sql:")) {
      return true;
    }
    boolean named =
        proper.equals("uniform")
            || proper.equals("behavior")
            || proper.startsWith("always:")
            || proper.startsWith("mix:");
    // What is no regular file, a pipe for instance, can be read once only.
    return !named
        && isRegular(proper)
        && PolicyFile.read(proper).isEmpty()
        && EpisodePolicy.isOne(engine, proper);
  }

  static boolean isRegular(String file) {
    try {
      return Files.isRegularFile(Path.of(file));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  private static String after(String written, String kind, String needed) {
    String rest = written.substring(kind.length());
    if (rest.isBlank()) {
      throw new SettingException("policy " + kind, "needs %s, got nothing".formatted(needed));
    }
    return rest;
  }

  private static double weight(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  /** What it is a mixture of with the logged policy, or itself. */
  default RowPolicy proper() {
    return this;
  }

  /** The same with another policy in place of {@link #proper}. */
  default RowPolicy with(RowPolicy other) {
    return other;
  }

  /** The share of decisions that {@link #proper} makes; the logged policy makes the others. */
  default double share() {
    return 1;
  }

  /** The beginning of the names of columns with its probabilities, if it has any. */
  default Optional<String> prefix() {
    return Optional.empty();
  }

  /** Every action alike. */
  record Uniform() implements RowPolicy {}

  /** The logged policy itself. */
  record Logged() implements RowPolicy {
    @Override
    public double share() {
      return 0;
    }
  }

  /** One action everywhere. */
  record Always(String action) implements RowPolicy {}

  /** Probabilities of actions in columns {@code PREFIX<action>}. */
  record Columns(String named) implements RowPolicy {
    @Override
    public Optional<String> prefix() {
      return Optional.of(named);
    }
  }

  /** A file with probabilities of actions: for every episode and step, or for every state. */
  record Table(String file) implements RowPolicy {}

  /** What a file has for every state. */
  record ByState(String file, PolicyTable table) implements RowPolicy {}

  /** An SQL expression over the log's columns that gives the action. */
  record Rule(String sql) implements RowPolicy {}

  /** What {@code learn} wrote as JSON. */
  record Saved(String file, SavedPolicy saved) implements RowPolicy {}

  /** A policy with some weight, the logged one with the rest. */
  record Mix(double weight, RowPolicy policy) implements RowPolicy {
    @Override
    public RowPolicy proper() {
      return policy.proper();
    }

    @Override
    public RowPolicy with(RowPolicy other) {
      return new Mix(weight, policy.with(other));
    }

    @Override
    public double share() {
      return weight * policy.share();
    }

    @Override
    public Optional<String> prefix() {
      return policy.prefix();
    }
  }
}
