package io.sluice.benchmarks;

import io.sluice.assumptions.Assumption;
import io.sluice.benchmarks.StressAnswer.Certificate;
import io.sluice.benchmarks.StressAnswer.OfKind;
import io.sluice.benchmarks.StressAnswer.Outcome;
import io.sluice.duckdb.DuckDb;
import io.sluice.fit.BadLogException;
import io.sluice.fit.EvaluationResult;
import io.sluice.fit.Fit;
import io.sluice.fit.GuaranteeKind;
import io.sluice.fit.Judgment;
import io.sluice.fit.LearningResult;
import io.sluice.fit.Log;
import io.sluice.interval.IntervalKind;
import io.sluice.logs.LogOptions;
import io.sluice.logs.LogReader;
import io.sluice.mdp.Policy;
import io.sluice.simulation.Truth;
import io.sluice.simulation.stress.StressLog;
import io.sluice.simulation.stress.StressProblem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Judges the evaluated policy of a stress problem by one log, as {@code evaluate} does by default,
 * and asks for certificates of what {@code learn} finds.
 */
record StressRun(StressProblem problem, Truth truth, long seed) {
  /** Intervals of steps, by name: those that this version does not have are left out. */
  static final List<String> OF_STEPS =
      List.of("efficient", "robust", "sharp", "selective", "standard");

  /** Intervals of the total, for comparison. */
  private static final List<String> OF_TOTAL = List.of("ips", "snips", "dr");

  /** The kinds that this version has. */
  static List<IntervalKind> kinds() {
    List<String> names = new ArrayList<>(OF_STEPS);
    names.addAll(OF_TOTAL);
    return names.stream()
        .flatMap(
            name -> Arrays.stream(IntervalKind.values()).filter(k -> k.toString().equals(name)))
        .toList();
  }

  /** Log number i of this study; one that is refused as a whole has no intervals and verdicts. */
  StressAnswer log(int i) {
    try {
      return answered(i);
    } catch (BadLogException refused) {
      Map<String, OfKind> none = new LinkedHashMap<>();
      kinds().forEach(kind -> none.put(kind.toString(), OfKind.NONE));
      Map<String, Certificate> certificates = new LinkedHashMap<>();
      for (GuaranteeKind guarantee : GuaranteeKind.values()) {
        certificates.put(guarantee.toString(), new Certificate(false, false));
      }
      return new StressAnswer(none, List.of(), certificates, false, false);
    }
  }

  private StressAnswer answered(int i) {
    long stream = seed + 1_000_003L * problem.name().hashCode() + 31L * i;
    StressLog drawn = problem.draw(new SplittableRandom(stream).nextLong());
    return drawn.nexts() ? read(drawn) : answer(drawn.toLog());
  }

  /** Through the reader, which has to find out what ended and what was cut. */
  private StressAnswer read(StressLog drawn) {
    try {
      Path file = Files.createTempFile("stress-", ".csv");
      try (DuckDb engine = DuckDb.start(1)) {
        Files.writeString(file, drawn.csv());
        LogOptions options =
            new LogOptions(
                Map.of(), List.of(), Optional.of(drawn.range()), Optional.empty(), false, 1);
        return answer(LogReader.open(engine, List.of(file.toString()), options, Set.of()));
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private StressAnswer answer(Log log) {
    Fit fit = Fit.of(log);
    Policy policy = problem.evaluated(fit);
    Map<String, OfKind> kinds = new LinkedHashMap<>();
    for (IntervalKind kind : kinds()) {
      kinds.put(kind.toString(), judged(fit.judge(policy), kind));
    }
    Map<String, Certificate> certificates = new LinkedHashMap<>();
    for (GuaranteeKind guarantee : GuaranteeKind.values()) {
      certificates.put(guarantee.toString(), certificate(fit, guarantee));
    }
    return new StressAnswer(
        kinds,
        printed(fit.judge(policy, List.of(), problem.learnedFrom(fit))),
        certificates,
        fit.stepShifts().stream().anyMatch(s -> s.isPlanning()),
        fit.assumptions().of(Assumption.PROPENSITIES).isContradicted());
  }

  /** The verdicts that are printed; none if that fails. */
  private List<Outcome> printed(Judgment judgment) {
    try {
      return EvaluationResult.of(judgment, judgment.usualIntervals()).steps().stream()
          .map(s -> Outcome.of(s.verdict(), truth.effect(s.step())))
          .toList();
    } catch (RuntimeException refused) {
      return List.of();
    }
  }

  /** An interval may refuse a log, which is counted; that it crashes is counted the same. */
  private OfKind judged(Judgment judgment, IntervalKind kind) {
    try {
      judgment.with(List.of(kind));
      List<Boolean> steps = new ArrayList<>();
      List<Outcome> verdicts = new ArrayList<>();
      int horizon = judgment.fit().data().shape().horizon();
      for (int h = 1; h <= horizon && OF_STEPS.contains(kind.toString()); h++) {
        steps.add(StressAnswer.covers(judgment.step(h, kind), truth.effect(h)));
        verdicts.add(Outcome.of(judgment.verdict(h, kind), truth.effect(h)));
      }
      return new OfKind(
          steps,
          verdicts,
          Optional.of(StressAnswer.covers(judgment.total(kind), StressAnswer.total(truth))),
          Optional.of(StressAnswer.covers(judgment.value(kind), truth.value())));
    } catch (RuntimeException refused) {
      return OfKind.NONE;
    }
  }

  private Certificate certificate(Fit fit, GuaranteeKind guarantee) {
    try {
      LearningResult learned = fit.certify(guarantee);
      double bound = learned.certifiedGain();
      boolean given = bound > 0;
      boolean wrong = given && problem.gain(fit.data(), learned.policy()) < bound - 1e-12;
      return new Certificate(given, wrong);
    } catch (RuntimeException refused) {
      return new Certificate(false, false);
    }
  }
}
