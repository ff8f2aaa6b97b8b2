package io.sluice.features;

import io.sluice.features.LearningData.Kept;
import io.sluice.features.LearningData.Row;
import io.sluice.policy.SavedPolicy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Which candidates are worth judging: every candidate that is judged makes the bounds of all the
 * others wider. Only episodes to learn from are used, so that nothing the judges see depends on it.
 *
 * <p>All candidates are learned from one part of those episodes and compared on the other, and the
 * other way around, by the mean over episodes of
 *
 * <pre>
 * Σ_k s_k(π(x_k)) − y_k,   s_k(a) = Q̂_k(x_k,a) + 1{a taken}/π_b·(y_k − Q̂_k(x_k,a)),   y_k = r_k + V̂(x_{k+1})
 * </pre>
 *
 * less its standard error. With Q̂ and V̂ those of the best policy, the mean is V_π − V_πb of the
 * best policy, and of others up to what is lost twice. A candidate that takes an action where the
 * logged policy never does comes last, because no judge may be used for it.
 */
final class Shortlist {
  /** How many are judged, but for a tree. */
  private static final int MOST = 3;

  /** Fewer episodes to learn from, or to compare on, say nothing. */
  private static final int LEAST = 10;

  /** How many episodes' scores are kept at a time. */
  private static final int TOGETHER = 4_096;

  private final LearningData data;
  private final FeatureSettings settings;

  private Shortlist(LearningData data, FeatureSettings settings) {
    this.data = data;
    this.settings = settings;
  }

  /** Sums over episodes of one candidate's score. */
  private static final class Sums {
    private double sum;
    private double squares;
    private long episodes;
    private boolean unsupported;

    double bound() {
      double mean = sum / episodes;
      double variance = Math.max(0, squares / episodes - mean * mean);
      return unsupported ? Double.NEGATIVE_INFINITY : mean - Math.sqrt(variance / episodes);
    }
  }

  /**
   * The names of the best candidates, the best first, and of the best tree. With fewer episodes
   * than can be compared, it is all of them.
   */
  static List<String> of(LearningData data, FeatureSettings settings, List<String> candidates) {
    for (int part = 0; part < 2; part++) {
      int own = part;
      long episodes =
          data.episodes().stream().filter(k -> !k.judged() && k.fold() % 2 == own).count();
      if (episodes < LEAST) {
        return candidates;
      }
    }
    Map<String, Sums> all = new Shortlist(data, settings).compared();
    List<String> names =
        all.entrySet().stream()
            .sorted(Comparator.comparingDouble(one -> -one.getValue().bound()))
            .map(Map.Entry::getKey)
            .toList();
    List<String> best = new ArrayList<>(names.subList(0, Math.min(MOST, names.size())));
    Optional<String> tree = names.stream().filter(FeatureLearner::isTree).findFirst();
    tree.filter(t -> !best.contains(t)).ifPresent(best::add);
    return List.copyOf(best);
  }

  private Map<String, Sums> compared() {
    Map<String, Sums> all = new LinkedHashMap<>();
    for (int part = 0; part < 2; part++) {
      int own = part;
      FeatureLearner learner =
          new FeatureLearner(data, settings, k -> !k.judged() && k.fold() % 2 == own);
      Map<String, SavedPolicy> policies = learner.all();
      policies.keySet().forEach(name -> all.computeIfAbsent(name, n -> new Sums()));
      List<Kept> others =
          data.episodes().stream().filter(k -> !k.judged() && k.fold() % 2 != own).toList();
      for (int from = 0; from < others.size(); from += TOGETHER) {
        List<Kept> some = others.subList(from, Math.min(others.size(), from + TOGETHER));
        List<double[][]> scores = some.parallelStream().map(learner::scores).toList();
        policies.entrySet().parallelStream()
            .forEach(
                one ->
                    add(
                        Objects.requireNonNull(all.get(one.getKey())),
                        one.getValue(),
                        some,
                        scores));
      }
    }
    return all;
  }

  /** Adds episodes in their order, so that threads do not matter. */
  private void add(Sums into, SavedPolicy policy, List<Kept> kept, List<double[][]> scores) {
    for (int e = 0; e < kept.size(); e++) {
      add(into, policy, kept.get(e), scores.get(e));
    }
  }

  private void add(Sums into, SavedPolicy policy, Kept kept, double[][] scores) {
    double sum = 0;
    double[] x = new double[policy.columns().size()];
    boolean known = data.source().knowsBehavior();
    for (int k = 0; k < scores.length; k++) {
      Row row = kept.rows().get(k);
      LearningData.clamp(policy.columns(), row.x, x);
      int action = policy.choose(k + 1, x);
      into.unsupported |= known && row.behavior[action] == 0;
      sum += scores[k][action] - scores[k][scores[k].length - 1];
    }
    into.sum += sum;
    into.squares += sum * sum;
    into.episodes++;
  }
}
