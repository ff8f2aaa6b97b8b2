package io.sluice.benchmarks;

import io.sluice.benchmarks.StressAnswer.OfKind;
import io.sluice.benchmarks.StressAnswer.Outcome;
import io.sluice.interval.IntervalKind;
import io.sluice.simulation.stress.StressProblem;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The answers of all logs of a problem, as lines of Markdown and of comma-separated values. */
record StressTable(StressProblem problem, List<StressAnswer> answers) {
  static final String MARKDOWN =
      """
      | problem | T | H | logs | efficient | robust | sharp | selective | standard | value | printed | withheld | certificates | planning | alarm |
      |---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|
      """;
  static final String CSV =
      "problem,episodes,horizon,logs,interval,worst_step,total,value,wrong_any,wrong_worst,withheld,refused,"
          + "certified,certified_wrong,planning,alarm\n";

  private static final String ABSENT = "";
  private static final String PRINTED = "printed verdict";

  /** One line of figures; those that there are not are empty. */
  private record Line(
      String interval,
      String worst,
      String total,
      String value,
      String wrong,
      String wrongWorst,
      String withheld,
      String refused,
      String certified,
      String certifiedWrong) {}

  private List<Line> lines() {
    List<Line> lines = new ArrayList<>();
    for (IntervalKind kind : StressRun.kinds()) {
      lines.add(ofKind(kind.toString()));
    }
    List<List<Outcome>> printed = answers.stream().map(StressAnswer::printed).toList();
    lines.add(
        new Line(
            PRINTED,
            ABSENT,
            ABSENT,
            ABSENT,
            any(printed, Outcome.WRONG),
            worst(printed, o -> o == Outcome.WRONG, true),
            any(printed, Outcome.WITHHELD),
            share(answers, a -> a.printed().isEmpty()),
            ABSENT,
            ABSENT));
    for (String guarantee : answers.get(0).certificates().keySet()) {
      lines.add(
          new Line(
              "certificate " + guarantee,
              ABSENT,
              ABSENT,
              ABSENT,
              share(answers, a -> certificate(a, guarantee).wrong()),
              ABSENT,
              ABSENT,
              ABSENT,
              share(answers, a -> certificate(a, guarantee).given()),
              share(answers, a -> certificate(a, guarantee).wrong())));
    }
    return lines;
  }

  private static StressAnswer.Certificate certificate(StressAnswer answer, String guarantee) {
    return Objects.requireNonNull(answer.certificates().get(guarantee));
  }

  private Line ofKind(String kind) {
    List<OfKind> all =
        answers.stream().map(a -> Objects.requireNonNull(a.kinds().get(kind))).toList();
    List<OfKind> made = all.stream().filter(k -> k.total().isPresent()).toList();
    List<List<Outcome>> verdicts = made.stream().map(OfKind::verdicts).toList();
    boolean steps = made.stream().anyMatch(k -> !k.steps().isEmpty());
    return new Line(
        kind,
        steps
            ? worst(made.stream().map(OfKind::steps).toList(), covered -> covered, false)
            : ABSENT,
        share(made, k -> k.total().orElseThrow()),
        share(made, k -> k.value().orElseThrow()),
        steps ? any(verdicts, Outcome.WRONG) : ABSENT,
        steps ? worst(verdicts, o -> o == Outcome.WRONG, true) : ABSENT,
        steps ? any(verdicts, Outcome.WITHHELD) : ABSENT,
        share(all, k -> k.total().isEmpty()),
        ABSENT,
        ABSENT);
  }

  private static <X> String share(List<X> all, Predicate<X> holds) {
    return all.isEmpty() ? ABSENT : figure(all.stream().filter(holds).count(), all.size());
  }

  /** The share of logs with such a verdict at any step. */
  private static String any(List<List<Outcome>> logs, Outcome wanted) {
    return share(logs, log -> log.contains(wanted));
  }

  /** The smallest share over steps, or the largest. */
  private static <X> String worst(List<List<X>> logs, Predicate<X> holds, boolean largest) {
    List<Double> shares = new ArrayList<>();
    int horizon = logs.stream().mapToInt(List::size).max().orElse(0);
    for (int h = 0; h < horizon; h++) {
      int step = h;
      List<X> at = logs.stream().filter(l -> l.size() > step).map(l -> l.get(step)).toList();
      shares.add(at.stream().filter(holds).count() / (double) at.size());
    }
    Optional<Double> found =
        shares.isEmpty()
            ? Optional.empty()
            : Optional.of(largest ? Collections.max(shares) : Collections.min(shares));
    return found.map(s -> String.format(Locale.ROOT, "%.3f", s)).orElse(ABSENT);
  }

  private static String figure(long some, int all) {
    return String.format(Locale.ROOT, "%.3f", some / (double) all);
  }

  /** One line for the problem. */
  String markdown() {
    Map<String, Line> lines = new HashMap<>();
    lines().forEach(line -> lines.put(line.interval(), line));
    List<String> cells = new ArrayList<>();
    cells.add(problem.name());
    cells.add(String.format(Locale.ROOT, "%,d", problem.episodes()));
    cells.add(String.valueOf(problem.horizon()));
    cells.add(String.valueOf(answers.size()));
    StressRun.OF_STEPS.forEach(kind -> cells.add(cell(Optional.ofNullable(lines.get(kind)))));
    cells.add(or(Objects.requireNonNull(lines.get("efficient")).value()));
    Line printed = Objects.requireNonNull(lines.get(PRINTED));
    cells.add(or(printed.wrong()));
    cells.add(or(printed.withheld()));
    cells.add(
        lines().stream()
            .filter(line -> !line.certified().isEmpty())
            .map(line -> line.certifiedWrong() + " of " + line.certified())
            .collect(Collectors.joining(", ")));
    cells.add(share(answers, StressAnswer::planning));
    cells.add(share(answers, StressAnswer::alarm));
    return "| " + String.join(" | ", cells) + " |\n";
  }

  /** Coverage at the worst step and of the total, and the wrong verdicts if there are any. */
  private static String cell(Optional<Line> made) {
    if (made.isEmpty()) {
      return "–";
    }
    Line line = made.get();
    boolean wrong = !line.wrong().equals("0.000");
    return line.worst().isEmpty()
        ? "refused"
        : line.worst() + " / " + line.total() + (wrong ? " (" + line.wrong() + ")" : "");
  }

  private static String or(String figure) {
    return figure.isEmpty() ? "–" : figure;
  }

  String csv() {
    StringBuilder out = new StringBuilder();
    Function<Predicate<StressAnswer>, String> ofLogs = holds -> share(answers, holds);
    for (Line line : lines()) {
      out.append(
          String.join(
              ",",
              problem.name(),
              String.valueOf(problem.episodes()),
              String.valueOf(problem.horizon()),
              String.valueOf(answers.size()),
              line.interval(),
              line.worst(),
              line.total(),
              line.value(),
              line.wrong(),
              line.wrongWorst(),
              line.withheld(),
              line.refused(),
              line.certified(),
              line.certifiedWrong(),
              ofLogs.apply(StressAnswer::planning),
              ofLogs.apply(StressAnswer::alarm)));
      out.append('\n');
    }
    return out.toString();
  }
}
