package io.sluice.benchmarks;

import io.sluice.counts.TransitionCounts;
import io.sluice.influence.EfficientInterval;
import io.sluice.influence.Influences;
import io.sluice.interval.Interval;
import io.sluice.learning.Learner;
import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Backups;
import io.sluice.model.Bonus;
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
 * What is made of counts, and counts themselves, by one thread, under JMH. Also counted per row,
 * cell, or transition and step.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class CountsJmh {
  private static final int EPISODES = 20_000;
  private static final int MOST_TRANSITIONS = 10_000_000; // the counts of 80,000,000 take 4 GB

  /** Counts of a problem, and two logs of its shape. */
  @State(Scope.Benchmark)
  public static class Counted {
    /** States/actions/successors. */
    @Param("1000/4/5")
    String size;

    /** Where next states are: anywhere, or near. */
    @Param({"random", "local"})
    String next;

    private TransitionCounts counts;
    private Model model;
    private ValueRange range;
    private Policy behavior;
    private Policy evaluated;

    @Setup
    public void make() {
      KernelProblem problem = PlansJmh.problem(size, next);
      if (problem.transitions() > MOST_TRANSITIONS) {
        throw new IllegalArgumentException(
            "size: counts need at most %d transitions, got %d (choose PlansJmh)"
                .formatted(MOST_TRANSITIONS, problem.transitions()));
      }
      Shape shape = problem.shape();
      counts = problem.counts();
      model = Model.estimate(counts, Model.Pooling.POOLED);
      range = ValueRange.of(shape);
      behavior = Policy.uniform(shape);
      Backups plain = Backups.of(model, Bonus.NONE, range);
      evaluated = Learner.VI.learn(plain, behavior).policy();
    }
  }

  /** Two logs, whose next states are anywhere. */
  @State(Scope.Benchmark)
  public static class Logs {
    /** States/actions/successors. */
    @Param("1000/4/5")
    String size;

    private DrawnLog log;
    private TransitionCounts one;
    private TransitionCounts other;

    @Setup
    public void make() {
      KernelProblem problem = PlansJmh.problem(size, "random");
      log = DrawnLog.of(problem.shape(), problem.successors(), EPISODES, 1);
      one = log.counts();
      other = DrawnLog.of(problem.shape(), problem.successors(), EPISODES, 2).counts();
    }
  }

  /** How many items were read, so that JMH divides by it too. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.OPERATIONS)
  public static class Done {
    public long perItem;
  }

  @Benchmark
  public Interval efficient(Counted on, Done transitionsAndSteps) {
    transitionsAndSteps.perItem += (long) on.counts.cells() * PlansJmh.HORIZON;
    Influences all =
        Influences.of(
            on.counts,
            on.model,
            on.range,
            on.behavior,
            on.evaluated,
            step -> false,
            new Threads(1));
    return EfficientInterval.ofCounts(all.total(), KernelRun.DELTA);
  }

  @Benchmark
  public Model estimate(Counted on, Done cells) {
    cells.perItem += on.counts.cells();
    return Model.estimate(on.counts, Model.Pooling.POOLED);
  }

  @Benchmark
  public TransitionCounts count(Logs on, Done rows) {
    rows.perItem += on.log.rows();
    return on.log.counts();
  }

  @Benchmark
  public TransitionCounts plus(Logs on, Done cells) {
    cells.perItem += on.one.cells() + on.other.cells();
    return on.one.plus(on.other);
  }
}
