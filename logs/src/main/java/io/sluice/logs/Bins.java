package io.sluice.logs;

import io.sluice.mdp.SettingException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How a column with too many values becomes a few labels: numbers are cut at given points, or at
 * quantiles of the log, which become points once seen; names are put into buckets by their hash.
 *
 * @param cuts rising; a value on a cut belongs to the bin above it
 * @param quantiles how many equal shares to cut into, or 0
 * @param buckets how many buckets to put names into, or 0
 */
public record Bins(String column, List<Double> cuts, int quantiles, int buckets) {
  /** More bins of numbers than that are no bins. */
  private static final int MOST = 1000;

  public Bins {
    cuts = List.copyOf(cuts);
    if (Math.max(cuts.size() + 1, quantiles) > MOST) {
      throw new SettingException(
          "bins " + column,
          "needs at most 1,000 bins of numbers, got %s"
              .formatted(Math.max(cuts.size() + 1, quantiles)));
    }
    if (cuts.isEmpty() && quantiles < 2 && buckets < 2) {
      throw new SettingException("bins " + column, "needs at least one cut, got none");
    }
    for (int i = 1; i < cuts.size(); i++) {
      if (cuts.get(i) <= cuts.get(i - 1)) {
        throw new SettingException(
            "bins " + column,
            "cuts must rise, got %s after %s".formatted(cuts.get(i), cuts.get(i - 1)));
      }
    }
  }

  /** Numbers cut at points or quantiles. */
  public Bins(String column, List<Double> cuts, int quantiles) {
    this(column, cuts, quantiles, 0);
  }

  /** From {@code COLUMN=0,100,500}, {@code COLUMN=q4} or {@code COLUMN=h64}. */
  public static Bins parse(String option) {
    int equals = option.lastIndexOf('=');
    String rule = equals < 0 ? "" : option.substring(equals + 1).trim();
    if (equals < 1 || rule.isEmpty()) {
      throw new SettingException(
          "bins", "needs COLUMN=CUT,CUT,…, COLUMN=qN or COLUMN=hN, got " + option);
    }
    String column = option.substring(0, equals);
    try {
      if (rule.startsWith("q") || rule.startsWith("h")) {
        int parts = Integer.parseInt(rule.substring(1));
        if (parts < 2) {
          throw new NumberFormatException();
        }
        boolean shares = rule.startsWith("q");
        return new Bins(column, List.of(), shares ? parts : 0, shares ? 0 : parts);
      }
      return new Bins(
          column, Arrays.stream(rule.split(",", -1)).map(c -> finite(c.trim())).toList(), 0);
    } catch (NumberFormatException e) {
      throw new SettingException(
          "bins " + column, "needs numbers, q2, q3, … or h2, h3, …, got " + rule);
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
            : buckets > 0
                ? "h" + buckets
                : String.join(",", cuts.stream().map(Bins::number).toList()));
  }

  static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }
}
