package io.sluice.benchmarks;

import io.sluice.counts.TransitionCounts;
import io.sluice.interval.EfficientInterval;
import io.sluice.interval.Influences;
import io.sluice.interval.Interval;
import io.sluice.interval.LogSums;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.Threads;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Backups;
import io.sluice.model.Bonus;
import io.sluice.model.InducedShift;
import io.sluice.model.Model;
import io.sluice.model.StepValues;
import io.sluice.planning.Learned;
import io.sluice.planning.Learner;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.Stream;

/** All kernels on one problem, in rounds: whatever slows a round slows all of them. */
final class KernelRun {
  static final double DELTA = 0.05;

  private final KernelProblem problem;
  private final Model model;
  private final List<Kernel> kernels = new ArrayList<>();
  private List<String> missing;

  private KernelRun(KernelProblem problem, Model model) {
    this.problem = problem;
    this.model = model;
  }

  static KernelRun of(KernelProblem problem, int rounds, boolean withIntervals)
      throws IOException, InterruptedException {
    KernelRun run = new KernelRun(problem, problem.model());
    run.addPlans();
    if (withIntervals) {
      run.addIntervals(problem.counts());
    }
    Shape shape = problem.shape();
    double log = Math.log((double) shape.states() * shape.actions() * shape.horizon() / DELTA);
    try (Rivals rivals = Rivals.start(problem, run.model, log)) {
      run.missing = rivals.missing();
      run.go(rounds, rivals);
    }
    return run;
  }

  private void addPlans() {
    Shape shape = problem.shape();
    ValueRange range = ValueRange.of(shape);
    Policy behavior = Policy.uniform(shape);
    InducedShift shift = InducedShift.of(model, behavior);
    Backups plain = Backups.of(model, Bonus.NONE, range);
    Backups bounded = Backups.of(model, Bonus.paper(shape, DELTA), range);
    Threads one = new Threads(1);
    Threads two = new Threads(2, 0);
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
    kernels.add(Kernel.alone("vi", () -> point(Learner.VI.learn(plain.on(one), shift))));
    kernels.add(Kernel.alone("spvi", () -> all(Learner.SPVI.learn(bounded.on(one), shift))));
    if (shape.states() < KernelBenchmark.LARGE) {
      kernels.add(
          Kernel.alone("vi, bounds too", () -> all(Learner.VI.learn(bounded.on(one), shift))));
      kernels.add(Kernel.alone("pvi", () -> all(Learner.PVI.learn(bounded.on(one), shift))));
    }
    addThreads(shift, plain, bounded, one, two);
  }

  private void addThreads(
      InducedShift shift, Backups plain, Backups bounded, Threads one, Threads two) {
    kernels.add(
        Kernel.parallel("vi, 1 thread", () -> point(Learner.VI.learn(plain.on(one), shift))));
    kernels.add(
        Kernel.parallel("vi, 2 threads", () -> point(Learner.VI.learn(plain.on(two), shift))));
    kernels.add(
        Kernel.parallel("spvi, 2 threads", () -> all(Learner.SPVI.learn(bounded.on(two), shift))));
  }

  private void addIntervals(TransitionCounts counts) {
    Shape shape = problem.shape();
    ValueRange range = ValueRange.of(shape);
    Policy behavior = Policy.uniform(shape);
    Model own = Model.estimate(counts, Model.Pooling.POOLED);
    Policy learned = Learner.VI.learn(Backups.of(own, Bonus.NONE, range), behavior).policy();
    LogSums log = LogSums.of(counts, own);
    Threads one = new Threads(1);
    kernels.add(
        Kernel.alone(
            "efficient, the whole",
            () -> {
              Influences all = Influences.of(log, range, behavior, learned, never(), one);
              return EfficientInterval.ofCounts(all.total(), DELTA).width();
            }));
    kernels.add(
        Kernel.alone(
            "efficient, a new log",
            () -> {
              LogSums fresh = LogSums.of(counts, own);
              Influences all = Influences.of(fresh, range, behavior, learned, never(), one);
              return EfficientInterval.ofCounts(all.total(), DELTA).width();
            }));
    if (shape.states() >= KernelBenchmark.LARGE) {
      return; // a minute for each
    }
    kernels.add(
        Kernel.alone(
            "efficient, every step",
            () -> {
              Influences all = Influences.of(log, range, behavior, learned, never(), one);
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
  private void go(int rounds, Rivals rivals) throws IOException {
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
          rivals.slice(kernel.name(), times);
        }
      }
      boolean forCompiler = round < 0;
      Stream.concat(kernels.stream(), rivals.kernels().stream())
          .forEach(forCompiler ? Kernel::forget : Kernel::endRound);
    }
    kernels.addAll(rivals.kernels());
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

  /** Rivals that could not be run. */
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
