package io.sluice.features;

import io.sluice.features.EpisodeScores.Weighting;
import io.sluice.influence.ClusterMeans;
import io.sluice.policy.PolicyJson;
import io.sluice.policy.SavedPolicy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How often each rule of a policy decides, and its scores: what {@link RuleGains} are made of. */
final class RuleSums implements FeatureAccumulator<RuleSums> {
  private final Basis basis;
  private final List<Nuisances> nuisances;
  private final boolean known;
  private final int horizon;
  private final List<FeatureColumn> columns;
  private final List<String> actions;
  private final int[] first;
  private final String written; // the policy, which travels as text
  private final long[] fired;
  private final double[] logged;
  private final long[] rows;
  private ClusterMeans means;
  private transient @Nullable Scratch scratch;

  /** What an episode is scored with. */
  private static final class Scratch {
    private final RuleReader reader;
    private final PolicyRow row;
    private final double[][] phi;
    private final EpisodeScores scores;

    Scratch(RuleSums sums) {
      SavedPolicy policy = PolicyJson.read(sums.written, "policy");
      reader = new RuleReader(policy);
      row = new PolicyRow(policy, sums.columns, sums.actions);
      phi = new double[sums.horizon][sums.basis.size()];
      scores = new EpisodeScores(sums.horizon, sums.known);
    }
  }

  RuleSums(FeatureEvaluation evaluation, SavedPolicy policy) {
    this(
        evaluation.basis(),
        evaluation.nuisances(),
        evaluation.source().knowsBehavior(),
        evaluation.source().horizon(),
        evaluation.source().columns(),
        evaluation.source().actions(),
        first(new RuleReader(policy), evaluation.source().horizon()),
        PolicyJson.text(policy));
  }

  private RuleSums(
      Basis basis,
      List<Nuisances> nuisances,
      boolean known,
      int horizon,
      List<FeatureColumn> columns,
      List<String> actions,
      int[] first,
      String written) {
    this.basis = basis;
    this.nuisances = nuisances;
    this.known = known;
    this.horizon = horizon;
    this.columns = columns;
    this.actions = actions;
    this.first = first;
    this.written = written;
    int all = first[horizon + 1];
    fired = new long[all];
    logged = new double[all];
    rows = new long[horizon + 1];
    means = new ClusterMeans(all);
  }

  /** The place of the first rule of each step, and behind the last step how many there are. */
  static int[] first(RuleReader reader, int horizon) {
    int[] first = new int[horizon + 2];
    for (int h = 1; h <= horizon; h++) {
      first[h + 1] = first[h] + reader.at(h).size();
    }
    return first;
  }

  @Override
  public RuleSums empty() {
    RuleSums other =
        new RuleSums(basis, nuisances, known, horizon, columns, actions, first, written);
    other.scratch = scratch; // used by one thread
    return other;
  }

  @Override
  public void add(FeatureEpisode episode) {
    Scratch own = scratch;
    if (own == null) {
      own = new Scratch(this);
      scratch = own;
    }
    Rows.write(episode, basis, own.phi);
    own.scores.of(episode, own.phi, nuisances.get(episode.fold()));
    double[] numbers = new double[fired.length];
    for (int h = 1; h <= episode.length(); h++) {
      int place = first[h] + own.reader.rule(h, own.row.of(episode.features(h)));
      numbers[place] = own.scores.step(h, Weighting.EFFICIENT);
      fired[place]++;
      rows[h]++;
      int action = own.row.action(own.reader.at(h).get(place - first[h]).action());
      logged[place] += action < 0 ? 0 : episode.behavior(h, action);
    }
    means.add(episode.cluster(), numbers);
  }

  @Override
  public RuleSums plus(RuleSums later) {
    for (int r = 0; r < fired.length; r++) {
      fired[r] += later.fired[r];
      logged[r] += later.logged[r];
    }
    for (int h = 0; h < rows.length; h++) {
      rows[h] += later.rows[h];
    }
    means = means.plus(later.means);
    return this;
  }

  ClusterMeans means() {
    return means;
  }

  /** The share of a step's rows in which a rule decides. */
  double share(int step, int rule) {
    return rows[step] == 0 ? 0 : fired[rule] / (double) rows[step];
  }

  /** How often the logged policy does there what the rule says. */
  double logged(int rule) {
    return fired[rule] == 0 ? Double.NaN : logged[rule] / fired[rule];
  }
}
