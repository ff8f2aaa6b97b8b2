package io.sluice.logs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How a numeric column is cut into labels: at given points, or at quantiles of the log, which
 * become points once seen.
 *
 * @param cuts rising; a value on a cut belongs to the bin above it
 * @param quantiles how many equal shares to cut into, or 0 when the cuts are given
 */
public record Bins(String column, List<Double> cuts, int quantiles) {
  public Bins {
    cuts = List.copyOf(cuts);
    for (int i = 1; i < cuts.size(); i++) {
      if (cuts.get(i) <= cuts.get(i - 1)) {
        throw new IllegalArgumentException(
            "--bins %s: cuts must rise, got %s after %s"
                .formatted(column, cuts.get(i), cuts.get(i - 1)));
      }
    }
  }

  /** From {@code COLUMN=0,100,500} or {@code COLUMN=q4}. */
  public static Bins parse(String option) {
    int equals = option.lastIndexOf('=');
    String rule = equals < 0 ? "" : option.substring(equals + 1).trim();
    if (equals < 1 || rule.isEmpty()) {
      throw new IllegalArgumentException(
          "--bins: needs COLUMN=CUT,CUT,… or COLUMN=qN, got " + option);
    }
    String column = option.substring(0, equals);
    try {
      if (rule.startsWith("q")) {
        int shares = Integer.parseInt(rule.substring(1));
        if (shares < 2) {
          throw new NumberFormatException();
        }
        return new Bins(column, List.of(), shares);
      }
      return new Bins(
          column, Arrays.stream(rule.split(",")).map(c -> finite(c.trim())).toList(), 0);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "--bins %s: needs numbers, or q2, q3, …, got %s".formatted(column, rule));
    }
  }

  private static double finite(String number) {
    double value = Double.parseDouble(number);
    if (!Double.isFinite(value)) {
      throw new NumberFormatException();
    }
    return value;
  }

  /** These bins with their quantiles seen. */
  Bins at(List<Double> seen) {
    return new Bins(column, seen.stream().distinct().sorted().toList(), 0);
  }

  /** The label of each bin: one more than there are cuts. */
  List<String> labels() {
    List<String> labels = new ArrayList<>();
    labels.add("<" + number(cuts.get(0)));
    for (int i = 1; i < cuts.size(); i++) {
      labels.add("[" + number(cuts.get(i - 1)) + "," + number(cuts.get(i)) + ")");
    }
    labels.add(">=" + number(cuts.get(cuts.size() - 1)));
    return labels;
  }

  /** As the user would write it again: {@code COLUMN=0,100,500}. */
  @Override
  public String toString() {
    return column
        + "="
        + (quantiles > 0
            ? "q" + quantiles
            : String.join(",", cuts.stream().map(Bins::number).toList()));
  }

  static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }
}
