package io.sluice.benchmarks;

import io.sluice.counts.TransitionCounts;
import io.sluice.influence.EfficientInterval;
import io.sluice.influence.Influences;
import io.sluice.influence.LogSums;
import io.sluice.interval.Interval;
import io.sluice.learning.Learned;
import io.sluice.learning.Learner;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Backups;
import io.sluice.model.Bonus;
import io.sluice.model.InducedShift;
import io.sluice.model.Model;
import io.sluice.model.StepValues;
import io.sluice.model.Threads;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.Stream;

/** All kernels on one problem, in rounds: whatever slows a round slows all of them. */
final class KernelRun {
  static final double DELTA = 0.05;

  private static final Threads ONE = new Threads(1);

  private final KernelProblem problem;
  private final Model model;
  private final Backups plain;
  private final List<Kernel> kernels = new ArrayList<>();
  private List<String> missing = List.of();

  /** Plans, intervals and reference programs. */
  static KernelRun of(KernelProblem problem, int rounds) throws IOException, InterruptedException {
    KernelRun run = new KernelRun(problem);
    run.addPlans();
    run.addIntervals();
    run.goWithReferences(rounds);
    return run;
  }

  /**
   * Plans and reference programs: with intervals too, a million states would need too much memory.
   */
  static KernelRun ofPlans(KernelProblem problem, int rounds)
      throws IOException, InterruptedException {
    KernelRun run = new KernelRun(problem);
    run.addPlans();
    run.goWithReferences(rounds);
    return run;
  }

  /** Intervals and what they are compared with. */
  static KernelRun ofIntervals(KernelProblem problem, int rounds) throws IOException {
    KernelRun run = new KernelRun(problem);
    run.addIntervals();
    run.go(rounds, ReferencePrograms.none());
    return run;
  }

  private KernelRun(KernelProblem problem) {
    this.problem = problem;
    this.model = problem.model();
    this.plain = Backups.of(model, Bonus.NONE, ValueRange.of(problem.shape()));
    Shape shape = problem.shape();
    long pairs = (long) shape.states() * shape.actions();
    Probe probe = new Probe(12L * problem.transitions() + 12 * pairs); // one sweep of vi
    kernels.add(
        Kernel.alone(
            "probe",
            () -> {
              for (int h = 0; h < shape.horizon(); h++) {
                probe.read();
              }
              return probe.sum();
            }));
    kernels.add(Kernel.alone("vi", () -> point(Learner.VI.learn(plain.on(ONE), behavior()))));
  }

  private Policy behavior() {
    return Policy.uniform(problem.shape());
  }

  private void goWithReferences(int rounds) throws IOException, InterruptedException {
    Shape shape = problem.shape();
    double log = Math.log((double) shape.states() * shape.actions() * shape.horizon() / DELTA);
    try (ReferencePrograms references = ReferencePrograms.start(problem, model, log)) {
      missing = references.missing();
      go(rounds, references);
    }
  }

  private void addPlans() {
    Shape shape = problem.shape();
    InducedShift shift = InducedShift.of(model, behavior());
    Backups bounded = Backups.of(model, Bonus.paper(shape, DELTA), ValueRange.of(shape)).on(ONE);
    kernels.add(Kernel.alone("spvi", () -> all(Learner.SPVI.learn(bounded, shift))));
    if (shape.states() < KernelBenchmark.LARGE) {
      kernels.add(Kernel.alone("vi, bounds too", () -> all(Learner.VI.learn(bounded, shift))));
      kernels.add(Kernel.alone("pvi", () -> all(Learner.PVI.learn(bounded, shift))));
    }
    Threads two = new Threads(2, 0);
    kernels.add(
        Kernel.parallel("vi, 1 thread", () -> point(Learner.VI.learn(plain.on(ONE), behavior()))));
    kernels.add(
        Kernel.parallel("vi, 2 threads", () -> point(Learner.VI.learn(plain.on(two), behavior()))));
    kernels.add(
        Kernel.parallel("spvi, 2 threads", () -> all(Learner.SPVI.learn(bounded.on(two), shift))));
  }

  private void addIntervals() {
    TransitionCounts counts = problem.counts();
    Shape shape = problem.shape();
    ValueRange range = ValueRange.of(shape);
    Policy behavior = behavior();
    Model own = Model.estimate(counts, Model.Pooling.POOLED);
    Policy learned = Learner.VI.learn(Backups.of(own, Bonus.NONE, range), behavior).policy();
    LogSums log = LogSums.of(counts, own);
    kernels.add(
        Kernel.alone(
            "efficient, the whole",
            () -> {
              Influences all = Influences.of(log, range, behavior, learned, never(), ONE);
              return EfficientInterval.ofCounts(all.total(), DELTA).width();
            }));
    kernels.add(
        Kernel.alone(
            "efficient, a new log",
            () -> {
              LogSums fresh = LogSums.of(counts, own);
              Influences all = Influences.of(fresh, range, behavior, learned, never(), ONE);
              return EfficientInterval.ofCounts(all.total(), DELTA).width();
            }));
    if (shape.states() >= KernelBenchmark.LARGE) {
      return; // a minute for each
    }
    kernels.add(
        Kernel.alone(
            "efficient, every step",
            () -> {
              Influences all = Influences.of(log, range, behavior, learned, never(), ONE);
              return EfficientInterval.profile(all, DELTA).steps().stream()
                  .mapToDouble(Interval::width)
                  .sum();
            }));
  }

  private static IntPredicate never() {
    return step -> false;
  }

  /**
   * Rounds are cut into slices in which every kernel has its turn, so that what disturbs a second
   * of a round disturbs all of them alike.
   */
  private void go(int rounds, ReferencePrograms references) throws IOException {
    int slices = Math.max(1, 1_000_000 / problem.transitions());
    int times = Math.max(1, 4_000_000 / problem.transitions() / slices);
    int warmUp = slices > 1 ? 6 : 1;
    for (int round = -warmUp; round < rounds; round++) {
      for (int slice = 0; slice < slices; slice++) {
        for (Kernel kernel : kernels) {
          boolean many = kernel.name().endsWith("every step");
          if (!many || slice % 10 == 0) {
            kernel.slice(many ? 1 : times);
          }
          references.slice(kernel.name(), times);
        }
      }
      boolean forCompiler = round < 0;
      Stream.concat(kernels.stream(), references.kernels().stream())
          .forEach(forCompiler ? Kernel::forget : Kernel::endRound);
    }
    kernels.addAll(references.kernels());
  }

  private double point(Learned learned) {
    double sum = 0;
    for (int x = 0; x < problem.shape().states(); x++) {
      sum += learned.values().at(1).point().at(x);
    }
    return sum;
  }

  private double all(Learned learned) {
    StepValues v = learned.values().at(1);
    double sum = 0;
    for (int x = 0; x < problem.shape().states(); x++) {
      double gap = v.optimistic().at(x) - v.pessimistic().at(x);
      sum += v.point().at(x) + v.pessimistic().at(x) + gap;
    }
    return sum;
  }

  /** Reference programs that could not be run. */
  List<String> missing() {
    return missing;
  }

  KernelProblem problem() {
    return problem;
  }

  List<Kernel> kernels() {
    return kernels;
  }

  Optional<Kernel> kernel(String name) {
    return kernels.stream().filter(k -> k.name().equals(name)).findFirst();
  }

  /** How many times longer one took than the other, if both were run. */
  Optional<Double> ratio(String name, String other) {
    return kernel(name).flatMap(k -> kernel(other).map(k::over));
  }

  /** Nanoseconds per transition and step. */
  double perTransition(Kernel kernel) {
    return kernel.median() / problem.transitions() / problem.shape().horizon();
  }
}
