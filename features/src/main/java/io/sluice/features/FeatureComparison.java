package io.sluice.features;

import io.sluice.assumptions.Assumptions;
import io.sluice.features.EpisodeScores.Weighting;
import io.sluice.fit.BadLogException;
import io.sluice.fit.ComparedScores;
import io.sluice.fit.ComparisonResult;
import io.sluice.fit.ComparisonResult.Effects;
import io.sluice.fit.ComparisonResult.Entry;
import io.sluice.fit.ComparisonResult.Pair;
import io.sluice.fit.SegmentEffects;
import io.sluice.fit.SegmentResult;
import io.sluice.influence.MaxT;
import io.sluice.influence.PolicyContrasts;
import io.sluice.influence.PolicyProducts;
import io.sluice.influence.ScoreProducts;
import io.sluice.interval.IntervalKind;
import io.sluice.interval.Verdict;
import io.sluice.mdp.SettingException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Compares policies on a log with feature columns: {@link ComparisonResult}, as on tables. Each
 * policy has its own regressions and evaluation, which share what does not depend on it with those
 * of the same {@link Group}; then the scores of all policies are compared episode by episode. Every
 * source has the same episodes in the same order.
 *
 * <p>The event, asymptotically: all intervals hold at once, with probability 1−δ ({@link MaxT}). It
 * fails where single intervals fail. Standard errors are those of single intervals; that of a
 * difference comes from the difference in every episode ({@link PolicyContrasts}).
 */
public final class FeatureComparison {
  private final List<Judged> policies;
  private final int horizon;
  private final int actions;
  private final IntervalKind kind;
  private final PolicyContrasts contrasts;
  private final double delta;
  private final List<SegmentResult> segments;

  private record Judged(
      String name,
      FeatureEvaluation evaluation,
      FeatureTests tests,
      Assumptions assumptions,
      FeatureDecisions decisions,
      KeptScores scores) {}

  /**
   * Policies that are judged together.
   *
   * @param names in the order of the log's policies
   * @param log opened when its turn comes
   */
  public record Group(List<String> names, Supplier<FeatureSource> log) {
    public Group {
      names = List.copyOf(names);
    }
  }

  /** Policies with their evaluations, to be compared by one kind of scores or another. */
  public static final class Policies {
    private final FeatureSettings settings;
    private final List<Judged> judged = new ArrayList<>();
    private int horizon;
    private int actions;
    private Optional<FeatureSource> last = Optional.empty();

    private Policies(FeatureSettings settings) {
      this.settings = settings;
    }

    /**
     * @param names of all policies, in the order in which they are shown
     */
    public static Policies of(List<String> names, List<Group> groups, FeatureSettings settings) {
      Policies all = new Policies(settings);
      for (Group group : groups) {
        FeatureSource source = group.log().get();
        all.last = Optional.of(source);
        all.horizon = source.horizon();
        all.actions = source.actions().size();
        if (names.size() * (all.horizon + 1) > PolicyProducts.MOST) {
          throw new SettingException(
              "policy",
              "at most %s effects can be compared, got %s policies at %s steps"
                  .formatted(PolicyProducts.MOST, names.size(), all.horizon));
        }
        all.add(group.names(), source, names.size());
      }
      all.judged.sort(Comparator.comparingInt(p -> names.indexOf(p.name())));
      return all;
    }

    private void add(List<String> names, FeatureSource source, int count) {
      List<FeatureEvaluation> evaluations = FeatureEvaluation.each(source, settings, false);
      List<KeptScores> scores = FeatureEvaluation.keepScores(evaluations, count);
      for (int p = 0; p < names.size(); p++) {
        FeatureEvaluation evaluation = evaluations.get(p);
        FeatureTests tests = evaluation.tests();
        Assumptions assumptions = evaluation.assumptions(tests);
        judged.add(
            new Judged(
                names.get(p),
                evaluation,
                tests,
                assumptions,
                evaluation.decisions(tests, assumptions, settings.delta()),
                scores.get(p)));
      }
    }
  }

  /**
   * @param names of all policies, in the order in which they are shown
   * @param asked efficient, robust or both, in the order in which they are to be used; none for
   *     both
   */
  public static ComparisonResult of(
      List<String> names, List<Group> groups, FeatureSettings settings, List<IntervalKind> asked) {
    ComparedScores.check(asked);
    return of(Policies.of(names, groups, settings), asked);
  }

  /**
   * @param asked efficient, robust or both, in the order in which they are to be used; none for
   *     both
   */
  public static ComparisonResult of(Policies policies, List<IntervalKind> asked) {
    return new FeatureComparison(policies, asked).result();
  }

  private FeatureComparison(Policies all, List<IntervalKind> asked) {
    policies = all.judged;
    horizon = all.horizon;
    actions = all.actions;
    FeatureSettings settings = all.settings;
    ComparedScores.check(asked);
    kind = ComparedScores.choose(asked.isEmpty() ? ComparedScores.ALL : asked, this::objections);
    delta = settings.delta();
    contrasts =
        new PolicyContrasts(products(), policies.size(), horizon + 1, delta, settings.seed());
    boolean segmented = policies.get(0).evaluation().source().segments().isPresent();
    segments =
        segmented
            ? FeatureSegments.of(
                all.last.orElseThrow(),
                policies.stream().map(Judged::evaluation).toList(),
                policies.stream().map(Judged::scores).toList(),
                SegmentEffects.kind(asked, true),
                delta)
            : List.of();
  }

  /** How many there are to a kind of scores, over all policies, steps and the total. */
  private long objections(IntervalKind one) {
    long count = 0;
    for (Judged policy : policies) {
      for (int h = 1; h <= horizon + 1; h++) {
        count += policy.decisions().objections(one, h).size();
      }
    }
    return count;
  }

  private Weighting weighting() {
    return kind == IntervalKind.ROBUST ? Weighting.ROBUST : Weighting.EFFICIENT;
  }

  private ScoreProducts products() {
    int places = horizon + 1;
    ScoreProducts products =
        new ScoreProducts(policies.size() * places, PolicyContrasts.all(policies.size(), places));
    double[] all = new double[policies.size() * places];
    KeptScores first = policies.get(0).scores();
    for (int i = 0; i < first.episodes(); i++) {
      for (int p = 0; p < policies.size(); p++) {
        KeptScores own = policies.get(p).scores();
        if (own.episodes() != first.episodes() || own.cluster(i) != first.cluster(i)) {
          throw new BadLogException("log: needs the same rows for all policies, got others");
        }
        own.copy(i, weighting(), all, p * places);
      }
      products.add(first.cluster(i), all);
    }
    return products;
  }

  private ComparisonResult result() {
    List<Effects> effects = new ArrayList<>();
    for (int h = 1; h <= horizon + 1; h++) {
      effects.add(effects(h));
    }
    Map<String, Assumptions> assumptions = new LinkedHashMap<>();
    policies.forEach(p -> assumptions.put(p.name(), p.assumptions()));
    FeatureEvaluation first = policies.get(0).evaluation();
    return new ComparisonResult(
        horizon,
        first.summary().episodes(),
        0,
        actions,
        policies.stream().map(Judged::name).toList(),
        kind,
        contrasts.critical(),
        MaxT.alone(OptionalDouble.empty(), delta),
        MaxT.DRAWS,
        effects,
        first.summary().meanReturn(),
        assumptions,
        segments,
        warnings(),
        first.provenance());
  }

  /** Notes that all policies share come once. */
  private List<String> warnings() {
    List<Set<String>> all = new ArrayList<>();
    policies.forEach(p -> all.add(new LinkedHashSet<>(p.evaluation().warnings().of(p.tests()))));
    Set<String> shared = new LinkedHashSet<>(all.get(0));
    all.forEach(shared::retainAll);
    List<String> warnings = new ArrayList<>(shared);
    for (int p = 0; p < all.size(); p++) {
      for (String one : all.get(p)) {
        if (!shared.contains(one)) {
          warnings.add(policies.get(p).name() + ": " + one);
        }
      }
    }
    return warnings;
  }

  private Effects effects(int step) {
    return Effects.of(
        step > horizon ? OptionalInt.empty() : OptionalInt.of(step),
        policies.size(),
        p -> entry(p, step),
        (p, q) -> pair(p, q, step));
  }

  private double estimate(int policy, int step) {
    ScorePass pass = policies.get(policy).evaluation().pass();
    return pass.means.mean(pass.at.score(weighting(), step));
  }

  private double error(int policy, int step) {
    ScorePass pass = policies.get(policy).evaluation().pass();
    return pass.means.error(pass.at.score(weighting(), step));
  }

  private Entry entry(int policy, int step) {
    Judged judged = policies.get(policy);
    double estimate = estimate(policy, step);
    double error = error(policy, step);
    double half = contrasts.reach(policy, step - 1) * error;
    double lower = estimate - half;
    double upper = estimate + half;
    boolean same = judged.decisions().isSame(step);
    List<String> against = judged.decisions().objections(kind, step);
    FeatureDecisions own = judged.decisions();
    double independent = own.independent(kind, step, half);
    Verdict.Kind verdict =
        same
            ? Verdict.Kind.SAME
            : verdict(
                judged,
                lower,
                upper,
                Math.max(own.unseenDown(step), independent),
                Math.max(own.unseenUp(step), independent));
    boolean open = !same && !against.isEmpty();
    return new Entry(
        judged.name(),
        estimate,
        lower,
        upper,
        error,
        open ? Verdict.Kind.WITHHELD : verdict,
        open ? String.join("; ", against) : "");
  }

  /**
   * @param down how far outcomes never seen may lower the estimate
   * @param up how far they may raise it
   */
  private static Verdict.Kind verdict(
      Judged judged, double lower, double upper, double down, double up) {
    double tolerance = judged.decisions().tolerance();
    boolean possible = upper - lower > tolerance && judged.decisions().unsettled().isEmpty();
    return possible && lower > tolerance + down
        ? Verdict.Kind.BETTER
        : possible && upper < -tolerance - up ? Verdict.Kind.WORSE : Verdict.Kind.CANNOT_TELL;
  }

  private Pair pair(int p, int q, int step) {
    double estimate = estimate(p, step) - estimate(q, step);
    double error = contrasts.error(p, q, step - 1, error(p, step), error(q, step), 1);
    boolean same = error == 0 && Math.abs(estimate) <= policies.get(p).decisions().tolerance();
    double apart = Math.hypot(error(p, step), error(q, step));
    double half = contrasts.reach(p, q, step - 1) * error;
    double lower = estimate - half;
    double upper = estimate + half;
    Set<String> against = new LinkedHashSet<>(policies.get(p).decisions().objections(kind, step));
    against.addAll(policies.get(q).decisions().objections(kind, step));
    FeatureDecisions one = policies.get(p).decisions();
    FeatureDecisions other = policies.get(q).decisions();
    double independent =
        Math.max(one.independent(kind, step, half), other.independent(kind, step, half));
    Verdict.Kind verdict =
        same
            ? Verdict.Kind.SAME
            : verdict(
                policies.get(p),
                lower,
                upper,
                Math.max(one.unseenDown(step) + other.unseenUp(step), independent),
                Math.max(one.unseenUp(step) + other.unseenDown(step), independent));
    boolean open = !same && !against.isEmpty();
    return new Pair(
        policies.get(p).name(),
        policies.get(q).name(),
        estimate,
        lower,
        upper,
        error,
        apart == 0 ? 1 : error / apart,
        open ? Verdict.Kind.WITHHELD : verdict,
        open ? String.join("; ", against) : "");
  }
}
