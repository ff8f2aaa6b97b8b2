package io.sluice.fit;

import io.sluice.baselines.MarginalizedWeights;
import io.sluice.baselines.ModelValue;
import io.sluice.baselines.PerDecision;
import io.sluice.baselines.SequentialDoublyRobust;
import io.sluice.baselines.TrajectoryWeights;
import io.sluice.baselines.ValueEstimate;
import io.sluice.baselines.Weights;
import io.sluice.interval.Interval;
import io.sluice.interval.IntervalKind;
import io.sluice.mdp.Policy;
import io.sluice.mdp.RewardRange;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.DoubleFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Published baseline estimates of V_π. All of them read the log's episodes once, or twice where the
 * standard error needs the mean.
 */
final class BaselineEstimates {
  private final Judgment judgment;
  private final Fit fit;
  private final Policy policy;
  private final List<IntervalKind> kinds;
  private final Passes passes;
  private final BiConsumer<IntervalKind, PolicyIntervals.OfKind> results;
  private @Nullable PerDecision decisions; // once its pass is done

  private BaselineEstimates(
      Judgment judgment,
      List<IntervalKind> kinds,
      Passes passes,
      BiConsumer<IntervalKind, PolicyIntervals.OfKind> results) {
    this.judgment = judgment;
    this.fit = judgment.fit();
    this.policy = judgment.policy();
    this.kinds = kinds;
    this.passes = passes;
    this.results = results;
  }

  /**
   * @param kinds of which those that are baselines are prepared
   * @param passes which have to be run
   * @param results where they are put then
   */
  static void prepare(
      Judgment judgment,
      List<IntervalKind> kinds,
      Passes passes,
      BiConsumer<IntervalKind, PolicyIntervals.OfKind> results) {
    new BaselineEstimates(judgment, kinds, passes, results).prepare();
  }

  private void prepare() {
    if (asked(IntervalKind.IPS, IntervalKind.SNIPS)) {
      passes.add(
          new TrajectoryWeights(policy),
          sums -> {
            put(IntervalKind.IPS, sums::ips, sums::weights);
            put(IntervalKind.SNIPS, sums::snips, sums::weights);
          });
    }
    if (asked(IntervalKind.PDIS, IntervalKind.WPDIS, IntervalKind.DR)) {
      passes.add(new PerDecision(policy), this::perDecision);
    }
    if (asked(IntervalKind.DR)) {
      fit.requireHalves("interval dr", 1);
      passes.add(
          new SequentialDoublyRobust(policy, range(), judgment.robust().values()),
          sums -> put(IntervalKind.DR, sums::dr, this::stepWeights));
    }
    if (asked(IntervalKind.MIS)) {
      passes.add(
          new MarginalizedWeights(fit.counts(), policy),
          sums -> passes.add(sums.estimate(), e -> put(IntervalKind.MIS, e::mis, e::weights)));
    }
    if (asked(IntervalKind.MODEL)) {
      passes.add(
          new ModelValue(fit.counts(), fit.model(), fit.range(), range(), policy),
          value -> put(IntervalKind.MODEL, made(value::model), Optional.empty()));
    }
  }

  private boolean asked(IntervalKind... some) {
    return kinds.stream().anyMatch(List.of(some)::contains);
  }

  private RewardRange range() {
    return fit.data().range();
  }

  /** The estimators that weight step by step, and so share their weights. */
  private void perDecision(PerDecision sums) {
    decisions = sums;
    put(IntervalKind.PDIS, sums::pdis, sums::weights);
    if (asked(IntervalKind.WPDIS)) {
      passes.add(
          orBadLog(sums::weighted),
          weighted -> put(IntervalKind.WPDIS, weighted::wpdis, sums::weights));
    }
  }

  /** The weights that {@link #perDecision} was given, which runs before all that need them. */
  private Weights stepWeights() {
    return Objects.requireNonNull(decisions).weights();
  }

  private void put(
      IntervalKind kind, DoubleFunction<ValueEstimate> estimate, Supplier<Weights> weights) {
    if (kinds.contains(kind)) {
      Weights possible = possible(weights.get());
      put(kind, made(estimate), Optional.of(possible));
    }
  }

  private void put(IntervalKind kind, ValueEstimate estimate, Optional<Weights> weights) {
    results.accept(kind, new ValueOnly(kind, estimate, weights));
  }

  private ValueEstimate made(DoubleFunction<ValueEstimate> estimate) {
    return orBadLog(() -> estimate.apply(fit.settings().delta()));
  }

  /** Refuses weights that right propensities do not give. */
  static Weights possible(Weights weights) {
    return orBadLog(weights::possible);
  }

  /** What an estimator cannot do with these episodes, e.g. as all weights are 0, is the data's. */
  private static <T> T orBadLog(Supplier<T> work) {
    try {
      return work.get();
    } catch (IllegalArgumentException e) {
      throw BadLogException.of(e);
    }
  }

  /** An estimate of the value, which says nothing about steps. */
  private static final class ValueOnly implements PolicyIntervals.OfKind {
    private final IntervalKind kind;
    private final ValueEstimate estimate;
    private final Optional<Weights> weights;

    ValueOnly(IntervalKind kind, ValueEstimate estimate, Optional<Weights> weights) {
      this.kind = kind;
      this.estimate = estimate;
      this.weights = weights;
    }

    @Override
    public Interval step(int step) {
      throw new IllegalArgumentException(
          "interval %s: is for the value only, asked for step %d".formatted(kind, step));
    }

    @Override
    public Interval total() {
      return estimate.gain();
    }

    @Override
    public Interval value() {
      return estimate.value();
    }

    @Override
    public Optional<Weights> weights() {
      return weights;
    }
  }
}
