package io.sluice.logs;

import io.sluice.assumptions.SharedColumn;
import io.sluice.counts.Halves;
import io.sluice.counts.PropensityTable;
import io.sluice.counts.TransitionCounts;
import io.sluice.fit.BadLogException;
import io.sluice.fit.EpisodeEnds;
import io.sluice.fit.LogData;
import io.sluice.mdp.Labels;
import io.sluice.mdp.RewardRange;
import io.sluice.mdp.ValueRange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * What is kept of a log besides its counts, so that they can be added to those of another log.
 *
 * @param file where it is kept, for messages
 * @param observed the smallest and largest reward, if there was any
 * @param firstStep the number of the first step: 0 or 1
 * @param logged whether there are propensities
 * @param ends how episodes stop
 */
public record SavedCounts(
    String file,
    Origin origin,
    int firstStep,
    int horizon,
    long rows,
    List<String> bins,
    RewardRange range,
    List<Double> observed,
    boolean logged,
    EpisodeEnds ends,
    List<String> notes) {
  /** Of the format, which older and newer programs may not share. */
  private static final String VERSION = "6";

  public SavedCounts {
    bins = List.copyOf(bins);
    observed = List.copyOf(observed);
    notes = List.copyOf(notes);
  }

  /**
   * @param log counted with {@link LogOptions#toKeep()}
   */
  public static SavedCounts of(String file, SqlLog log) {
    LogData data = log.data();
    return new SavedCounts(
        file,
        log.origin().orElseThrow(),
        data.firstStep(),
        data.shape().horizon(),
        data.rows(),
        data.bins(),
        data.range(),
        data.observed(),
        data.propensities().isPresent(),
        data.ends(),
        data.notes());
  }

  /**
   * That of all logs together.
   *
   * @throws BadLogException if they cannot be added: one is there twice, or was read another way
   */
  public static SavedCounts together(List<SavedCounts> parts) {
    SavedCounts first = parts.get(0);
    for (SavedCounts part : parts) {
      same(first, part, "the bins", SavedCounts::bins);
      same(first, part, "the reward range", p -> text(p.range));
      same(first, part, "the return range", p -> p.origin.returns().map(SavedCounts::text));
      same(first, part, "the seed", p -> p.origin.seed());
      same(first, part, "propensities", p -> p.logged ? "some" : "none");
      same(first, part, "clusters", p -> p.origin.hasClusters() ? "some" : "none");
      same(first, part, "the number of the first step", SavedCounts::firstStep);
      same(first, part, "next states in rows", p -> p.origin.saysNext() ? "some" : "none");
      if (part.ends.ambiguous() > 0) {
        parts.stream()
            .filter(p -> p.ends.ambiguous() > 0)
            .forEach(p -> same(p, part, "`ends`", q -> q.ends.reading()));
      }
      if (first.origin.saysNext() || !first.range.contains(0)) {
        // What follows the last step was not kept; nor is the range made to hold 0 for ended ones.
        same(first, part, "the number of steps", SavedCounts::horizon);
      }
    }
    List<String> inputs = inputs(parts);
    Set<String> notes = new LinkedHashSet<>();
    parts.forEach(part -> notes.addAll(part.notes));
    int horizon = parts.stream().mapToInt(SavedCounts::horizon).max().orElseThrow();
    EpisodeEnds ends =
        parts.stream()
            .map(part -> part.horizon < horizon ? part.ends.amongLonger() : part.ends)
            .reduce(EpisodeEnds::plus)
            .orElseThrow();
    List<Double> seen = parts.stream().flatMap(part -> part.observed.stream()).sorted().toList();
    Origin origin = first.origin;
    return new SavedCounts(
        String.join(", ", parts.stream().map(SavedCounts::file).toList()),
        new Origin(
            origin.roles(),
            origin.seed(),
            origin.saysNext(),
            origin.hasClusters(),
            alike(parts),
            origin.returns(),
            inputs),
        first.firstStep,
        horizon,
        parts.stream().mapToLong(SavedCounts::rows).sum(),
        first.bins,
        first.range,
        seen.isEmpty() ? List.of() : List.of(seen.get(0), seen.get(seen.size() - 1)),
        first.logged,
        ends,
        List.copyOf(notes));
  }

  /** A column as that part has it in which its episodes are most alike. */
  private static List<SharedColumn> alike(List<SavedCounts> parts) {
    Map<String, SharedColumn> most = new TreeMap<>();
    for (SavedCounts part : parts) {
      part.origin.alike().forEach(c -> most.merge(c.name(), c, (a, b) -> a.z() < b.z() ? b : a));
    }
    return List.copyOf(most.values());
  }

  private static List<String> inputs(List<SavedCounts> parts) {
    Map<String, String> files = new HashMap<>();
    List<String> inputs = new ArrayList<>();
    for (SavedCounts part : parts) {
      for (String input : part.origin.inputs()) {
        String before = files.putIfAbsent(input, part.file);
        if (before != null) {
          throw new BadLogException(
              "%s: needs rows that are not counted yet, got those that %s has too (input hash %s)"
                  .formatted(part.file, before, input));
        }
        inputs.add(input);
      }
    }
    return inputs.stream().sorted().toList();
  }

  private static void same(
      SavedCounts first, SavedCounts part, String what, Function<SavedCounts, Object> of) {
    if (!of.apply(first).equals(of.apply(part))) {
      throw new BadLogException(
          "%s: must have %s as %s has, which is %s, got %s"
              .formatted(part.file, what, first.file, said(of.apply(first)), said(of.apply(part))));
    }
  }

  private static String said(Object value) {
    String text =
        value instanceof Optional<?> maybe ? maybe.map(Object::toString).orElse("[]") : "" + value;
    return text.equals("[]") ? "none" : text;
  }

  private static String text(RewardRange range) {
    return "[%s, %s]".formatted(Bins.number(range.low()), Bins.number(range.high()));
  }

  /** The seed has to be that of the halves, if halves are asked for. */
  public void requireSeed(long seed) {
    if (origin.seed() != seed) {
      throw new BadLogException(
          "%s: needs `seed` %s, by which its episodes were assigned to halves, got %s"
              .formatted(file, origin.seed(), seed));
    }
  }

  /** A log of these counts, in two halves. */
  public SqlLog open(
      Labels states,
      Labels actions,
      TransitionCounts inputs,
      TransitionCounts holdout,
      Optional<PropensityTable> propensities) {
    return SqlLog.ofCounts(
        new LogData(
            rows,
            firstStep,
            states,
            actions,
            inputs.plus(holdout),
            Optional.of(new Halves(inputs, holdout)),
            propensities,
            origin.hasClusters(),
            ends,
            bins,
            range,
            ValueRange.of(range, horizon, origin.returns()),
            observed,
            notes),
        origin);
  }

  /** As pairs of a name and a text, for a file's metadata. */
  public Map<String, String> entries() {
    Map<String, String> entries = new TreeMap<>();
    entries.put("sluice.counts", VERSION);
    entries.put("sluice.roles", String.join("\n", origin.roles()));
    entries.put("sluice.inputs", String.join("\n", origin.inputs()));
    entries.put("sluice.seed", Long.toString(origin.seed()));
    entries.put("sluice.next", Boolean.toString(origin.saysNext()));
    entries.put("sluice.clusters", Boolean.toString(origin.hasClusters()));
    entries.put(
        "sluice.alike",
        String.join(
            "\n", origin.alike().stream().map(c -> "%s %s".formatted(c.z(), c.name())).toList()));
    entries.put("sluice.returns", origin.returns().map(r -> r.low() + "\n" + r.high()).orElse(""));
    entries.put("sluice.first", Integer.toString(firstStep));
    entries.put("sluice.horizon", Integer.toString(horizon));
    entries.put("sluice.rows", Long.toString(rows));
    entries.put("sluice.bins", String.join("\n", bins));
    entries.put("sluice.rewards", range.low() + "\n" + range.high());
    entries.put(
        "sluice.observed", String.join("\n", observed.stream().map(String::valueOf).toList()));
    entries.put("sluice.propensities", Boolean.toString(logged));
    entries.put("sluice.ends", text(ends));
    entries.put("sluice.notes", String.join("\n", notes));
    return entries;
  }

  /**
   * From what {@link #entries} gave.
   *
   * @throws BadLogException if it is something else
   */
  public static SavedCounts of(String file, Map<String, String> entries) {
    String version = entries.get("sluice.counts");
    if (version == null) {
      throw new BadLogException(
          file + ": needs a file that sluice count wrote, got another Parquet file");
    }
    if (!version.equals(VERSION)) {
      throw new BadLogException(
          "%s: needs counts of format version %s, got version %s (count the log again)"
              .formatted(file, VERSION, version));
    }
    try {
      return parsed(file, name -> entry(file, entries, name));
    } catch (BadLogException e) {
      throw e;
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw corrupt(file, "metadata that cannot be read");
    }
  }

  /** What to say about a file that count has written and something else has changed. */
  public static BadLogException corrupt(String file, String got) {
    return new BadLogException(
        "%s: needs counts as sluice count writes them, got %s (count the log again)"
            .formatted(file, got));
  }

  private static SavedCounts parsed(String file, UnaryOperator<String> entry) {
    List<Double> rewards = numbers(entry.apply("sluice.rewards"));
    List<Double> returns = numbers(entry.apply("sluice.returns"));
    List<Double> observed = numbers(entry.apply("sluice.observed"));
    int firstStep = Integer.parseInt(entry.apply("sluice.first"));
    int horizon = Integer.parseInt(entry.apply("sluice.horizon"));
    long rows = Long.parseLong(entry.apply("sluice.rows"));
    boolean whole =
        (firstStep == 0 || firstStep == 1)
            && horizon > 0
            && rows > 0
            && rewards.size() == 2
            && returns.size() % 2 == 0
            && (observed.isEmpty() || observed.size() == 2);
    if (!whole) {
      throw corrupt(file, "metadata that cannot be right");
    }
    return new SavedCounts(
        file,
        new Origin(
            lines(entry.apply("sluice.roles")),
            Long.parseLong(entry.apply("sluice.seed")),
            Boolean.parseBoolean(entry.apply("sluice.next")),
            Boolean.parseBoolean(entry.apply("sluice.clusters")),
            lines(entry.apply("sluice.alike")).stream().map(SavedCounts::alike).toList(),
            returns.isEmpty()
                ? Optional.empty()
                : Optional.of(new RewardRange(returns.get(0), returns.get(1))),
            lines(entry.apply("sluice.inputs"))),
        firstStep,
        horizon,
        rows,
        lines(entry.apply("sluice.bins")),
        new RewardRange(rewards.get(0), rewards.get(1)),
        observed,
        Boolean.parseBoolean(entry.apply("sluice.propensities")),
        ends(lines(entry.apply("sluice.ends"))),
        lines(entry.apply("sluice.notes")));
  }

  private static String entry(String file, Map<String, String> entries, String name) {
    String text = entries.get(name);
    if (text == null) {
      throw new BadLogException(
          "%s: needs the entry %s in its metadata, got none (count the log again)"
              .formatted(file, name));
    }
    return text;
  }

  private static SharedColumn alike(String line) {
    int space = line.indexOf(' ');
    return new SharedColumn(
        line.substring(space + 1),
        SharedColumn.Outcome.ALIKE,
        Double.parseDouble(line.substring(0, space)));
  }

  private static String text(EpisodeEnds ends) {
    return "%s\n%s\n%s\n%s\n%s\n%s\n%s\n%s"
        .formatted(
            ends.full(),
            ends.ended(),
            ends.cut(),
            ends.ambiguous(),
            ends.unplaced(),
            ends.filled(),
            ends.marked(),
            ends.reading().name());
  }

  private static EpisodeEnds ends(List<String> lines) {
    return new EpisodeEnds(
        Long.parseLong(lines.get(0)),
        Long.parseLong(lines.get(1)),
        Long.parseLong(lines.get(2)),
        Long.parseLong(lines.get(3)),
        Long.parseLong(lines.get(4)),
        Long.parseLong(lines.get(5)),
        Boolean.parseBoolean(lines.get(6)),
        EpisodeEnds.Reading.valueOf(lines.get(7)));
  }

  private static List<String> lines(String text) {
    return text.isEmpty() ? List.of() : Stream.of(text.split("\n")).toList();
  }

  private static List<Double> numbers(String text) {
    return lines(text).stream().map(Double::valueOf).toList();
  }
}
