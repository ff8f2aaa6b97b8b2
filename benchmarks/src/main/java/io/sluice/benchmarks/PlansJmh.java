package io.sluice.benchmarks;

import io.sluice.learning.Learned;
import io.sluice.learning.Learner;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Backups;
import io.sluice.model.Bonus;
import io.sluice.model.InducedShift;
import io.sluice.model.Model;
import io.sluice.model.Threads;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Whole plans over all steps, by one thread, under JMH, beside a probe that reads what a sweep of
 * {@code vi} must. Also counted per transition and step.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class PlansJmh {
  static final int HORIZON = 20;

  /** A problem and all that is made once for it. */
  @State(Scope.Benchmark)
  public static class Problem {
    /** States/actions/successors. */
    @Param("1000/4/5")
    String size;

    /** Where next states are: anywhere, or near. */
    @Param({"random", "local"})
    String next;

    private KernelProblem problem;
    private InducedShift shift;
    private Backups plain;
    private Backups bounded;
    private Probe probe;

    @Setup
    public void make() {
      problem = problem(size, next);
      Shape shape = problem.shape();
      Model model = problem.model();
      ValueRange range = ValueRange.of(shape);
      Threads one = new Threads(1);
      shift = InducedShift.of(model, Policy.uniform(shape));
      plain = Backups.of(model, Bonus.NONE, range).on(one);
      bounded = Backups.of(model, Bonus.paper(shape, KernelRun.DELTA), range).on(one);
      probe = new Probe(12L * problem.transitions() + 12L * shape.states() * shape.actions());
    }

    private long swept() {
      return (long) problem.transitions() * HORIZON;
    }
  }

  /** What was swept, so that JMH divides by it too. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.OPERATIONS)
  public static class Swept {
    public long perTransition;
  }

  static KernelProblem problem(String size, String next) {
    String[] parts = size.split("/");
    if (parts.length != 3 || !(next.equals("random") || next.equals("local"))) {
      throw new IllegalArgumentException(
          "size must be states/actions/successors and next random or local, got %s and %s"
              .formatted(size, next));
    }
    return KernelProblem.of(
        Integer.parseInt(parts[0]),
        Integer.parseInt(parts[1]),
        Integer.parseInt(parts[2]),
        HORIZON,
        next.equals("local"));
  }

  @Benchmark
  public double probe(Problem on, Swept swept) {
    for (int h = 0; h < HORIZON; h++) {
      on.probe.read();
    }
    swept.perTransition += on.swept();
    return on.probe.sum();
  }

  @Benchmark
  public Learned vi(Problem on, Swept swept) {
    swept.perTransition += on.swept();
    return Learner.VI.learn(on.plain, on.shift);
  }

  @Benchmark
  public Learned pvi(Problem on, Swept swept) {
    swept.perTransition += on.swept();
    return Learner.PVI.learn(on.bounded, on.shift);
  }

  @Benchmark
  public Learned spvi(Problem on, Swept swept) {
    swept.perTransition += on.swept();
    return Learner.SPVI.learn(on.bounded, on.shift);
  }
}
