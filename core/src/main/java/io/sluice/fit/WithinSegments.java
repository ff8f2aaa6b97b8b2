package io.sluice.fit;

import io.sluice.influence.ClusterSizes;
import io.sluice.influence.EffectScores;
import io.sluice.influence.SegmentProducts;
import io.sluice.interval.Interval;
import io.sluice.interval.IntervalKind;
import io.sluice.interval.Part;
import io.sluice.interval.StandardError;
import io.sluice.mdp.Segments;
import io.sluice.mdp.SettingException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * Estimates the effects of a policy within segments of a log: {@link SegmentResult}, by {@link
 * SegmentEffects}.
 *
 * <p>It uses {@code robust} if propensities are known, because that is valid for any segments;
 * otherwise {@code efficient}. The order of requested intervals may override this.
 */
public final class WithinSegments implements WholeEffects {
  private final Judgment judgment;
  private final IntervalKind kind;
  private final Decisions decisions;

  /**
   * @param asked intervals in the order in which they were asked for
   * @throws SettingException if rows were not assigned to segments
   */
  public static SegmentResult of(Judgment judgment, List<IntervalKind> asked) {
    IntervalKind kind = SegmentEffects.kind(asked, judgment.canBeWeighted());
    return of(List.of(judgment), kind).get(0);
  }

  /** Estimates the effects of several policies on one fit, with intervals that hold at once. */
  static List<SegmentResult> of(List<Judgment> judgments, IntervalKind kind) {
    Fit fit = judgments.get(0).fit();
    Segments segments =
        fit.segments()
            .orElseThrow(() -> new SettingException("by", "needs a log that was read by segment"));
    SegmentEffects.requireFew(segments, judgments.size(), fit.data().shape().horizon());
    List<EffectScores> scores = judgments.stream().map(j -> scores(j, kind)).toList();
    SegmentProducts products =
        fit.episodes("effects by segment").collect(new SegmentProducts(scores, segments));
    Optional<ClusterSizes> clusters =
        fit.data().clustered() ? fit.clusterSizes() : Optional.empty();
    return SegmentEffects.of(
        segments,
        kind,
        products.sums(),
        judgments.stream().map(j -> new WithinSegments(j, kind)).toList(),
        new SegmentEffects.Scale(
            fit.data().range().width(),
            fit.data().episodes(),
            clusters
                .map(c -> OptionalDouble.of(c.degreesOfFreedom()))
                .orElse(OptionalDouble.empty()),
            fit.settings().delta(),
            fit.settings().seed()));
  }

  private static EffectScores scores(Judgment judgment, IntervalKind kind) {
    return kind == IntervalKind.ROBUST
        ? EffectScores.robust(judgment.robust().scores("interval robust"))
        : EffectScores.efficient(judgment.influences());
  }

  private WithinSegments(Judgment judgment, IntervalKind kind) {
    this.judgment = judgment;
    this.kind = kind;
    decisions = new Decisions(judgment.with(List.of(kind)), List.of(kind));
  }

  private Interval whole(OptionalInt step) {
    return step.isPresent() ? judgment.uncut(step.getAsInt(), kind) : judgment.uncutTotal(kind);
  }

  @Override
  public double error(OptionalInt step) {
    double width = judgment.fit().data().range().width();
    return kind == IntervalKind.EFFICIENT
        ? whole(step).error().map(StandardError::value).orElse(0.0) / width
        : 0;
  }

  @Override
  public double besides(OptionalInt step, boolean below) {
    return whole(step).parts().stream()
        .filter(p -> p.source() != Part.Source.EPISODES && p.source() != Part.Source.CLUSTERS)
        .mapToDouble(below ? Part::below : Part::above)
        .sum();
  }

  @Override
  public boolean isSame(OptionalInt step) {
    return step.isPresent() ? judgment.isSame(step.getAsInt()) : judgment.isSame();
  }

  @Override
  public List<String> objections(OptionalInt step) {
    List<String> all = new ArrayList<>(decisions.objections(kind, step));
    CutCheck.withheld(judgment.fit().data(), kind)
        .filter(w -> !all.contains(w))
        .ifPresent(all::add);
    return all;
  }

  @Override
  public Optional<String> overturned(
      OptionalInt step, boolean better, double estimate, double beyond, double share) {
    double cost = SettledCheck.cost(judgment, kind, step, better) / share;
    return cost >= Math.abs(estimate) ? Optional.of(SegmentEffects.UNSEEN) : Optional.empty();
  }
}
