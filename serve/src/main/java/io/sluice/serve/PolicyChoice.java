package io.sluice.serve;

import io.sluice.logs.PolicySpec;
import io.sluice.logs.RowPolicy;

/** A policy that can be chosen on the page. None of them names a file to be read. */
public sealed interface PolicyChoice {
  /** As a command would name it. */
  String written();

  /** The one the command was started with. */
  record Given(String written, PolicySpec spec) implements PolicyChoice {
    /** Without the folder of a file. */
    String shown() {
      return written.substring(Math.max(written.lastIndexOf('/'), written.lastIndexOf('\\')) + 1);
    }
  }

  /** The same on a log with feature columns. */
  record GivenRows(String written, RowPolicy policy) implements PolicyChoice {}

  /** Probabilities in columns of the log that begin alike. */
  record Columns(String prefix) implements PolicyChoice {
    @Override
    public String written() {
      return "columns:" + prefix;
    }
  }

  /** Every action alike. */
  record Uniform() implements PolicyChoice {
    @Override
    public String written() {
      return "uniform";
    }
  }

  /** The logged one itself. */
  record Behavior() implements PolicyChoice {
    @Override
    public String written() {
      return "behavior";
    }
  }

  /** One action everywhere. */
  record Always(String action) implements PolicyChoice {
    @Override
    public String written() {
      return "always:" + action;
    }
  }

  /**
   * A table whose content was sent.
   *
   * @param name what messages call it; never opened
   */
  record Uploaded(String name, String content) implements PolicyChoice {
    private static final int LONGEST = 100;

    /** Keeps the last part of a path, without anything that does not print. */
    public Uploaded {
      name = name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
      name = name.replaceAll("\\p{C}", "").strip();
      name = name.substring(0, Math.min(name.length(), LONGEST));
      name = name.isEmpty() ? "policy.csv" : name;
    }

    @Override
    public String written() {
      return name;
    }

    /** Lines of JSON, or else CSV. */
    boolean isJson() {
      return content.stripLeading().startsWith("{");
    }
  }
}
