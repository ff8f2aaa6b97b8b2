package io.sluice.logs;

import io.sluice.logs.LogReader.CheckedRows;
import io.sluice.mdp.Labels;
import io.sluice.mdp.SettingException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What is kept of a log's rows to know how likely actions were and are, by the logged policy and by
 * those that are judged: probabilities, what rules say, and what saved policies and those by state
 * look at.
 */
final class DecisionColumns {
  private final OpenedLog log;
  private final List<RowPolicy> policies;
  private final PrefixedColumns behavior;

  // By what policies are a mixture of, in the order in which columns are kept.
  private final Map<RowPolicy, PrefixedColumns> proper = new LinkedHashMap<>();
  private final Optional<EpisodePolicy> byEpisode; // of the only policy

  /**
   * Finds the columns, and reads what is in a file by episode and step.
   *
   * @param features which are no probabilities
   */
  DecisionColumns(OpenedLog log, List<RowPolicy> policies, List<String> features) {
    this.log = log;
    this.policies = policies;
    behavior = PrefixedColumns.of(log, "behavior", log.options().behavior(), features);
    for (RowPolicy policy : policies) {
      proper.put(policy.proper(), PrefixedColumns.of(log, "policy", policy.prefix(), features));
    }
    byEpisode =
        policies.get(0).proper() instanceof RowPolicy.Table table
            ? Optional.of(EpisodePolicy.read(log.engine(), table.file(), PrefixedColumns.TOLERANCE))
            : Optional.empty();
  }

  /**
   * Fails where columns do not hold probabilities.
   *
   * @param mistaken features that are named as if they held some
   */
  void check(List<String> mistaken) {
    List<String> hints =
        mistaken.stream()
            .map("column %s: is one of `features`, and so not taken for a probability"::formatted)
            .toList();
    behavior.check("logged policy", hints);
    proper.values().forEach(of -> of.check("policy", hints));
  }

  /** The column that policies by state need, beside all columns of the log. */
  Optional<String> state(RowSql raw) {
    return proper.keySet().stream()
        .filter(policy -> policy instanceof RowPolicy.ByState)
        .map(policy -> StatePolicy.requireState((RowPolicy.ByState) policy, log.states()))
        .findFirst()
        .map(column -> raw.raw(column) + " AS " + StatePolicy.STATE);
  }

  /** The rows, with probabilities that are in a file by episode and step. */
  String joined(String rows) {
    return byEpisode.map(p -> p.joined(rows, log.columns())).orElse(rows);
  }

  /** Probabilities as they are kept: the logged policy's, then each other one's. */
  List<String> probabilities() {
    List<String> kept = new ArrayList<>();
    Stream.concat(Stream.of(behavior), proper.values().stream())
        .flatMap(of -> of.columns().stream())
        .forEach(column -> kept.add(log.sql().probability(column, probability(kept.size()))));
    int actions = byEpisode.map(p -> p.actions().size()).orElse(0);
    for (int i = 0; i < actions; i++) {
      kept.add(EpisodePolicy.probability(i) + " AS " + probability(kept.size()));
    }
    return kept;
  }

  private static String probability(int place) {
    return "q" + place;
  }

  /**
   * What rules say, and what saved policies and those by state look at, as it is kept.
   *
   * @param typed the rows that rules are about
   */
  List<String> lookedAt(String typed, FeatureKinds kinds) {
    List<String> kept = new ArrayList<>();
    KeptDecisions places = new KeptDecisions(new int[0]);
    for (RowPolicy policy : proper.keySet()) {
      if (policy instanceof RowPolicy.Rule rule) {
        require(rule, typed);
        kept.add(log.sql().rule(rule.sql(), places.rules()));
      } else if (policy instanceof RowPolicy.Saved saved) {
        kept.addAll(SavedColumns.of(saved, log.available(), kinds, log.sql(), places.saved()));
      } else if (policy instanceof RowPolicy.ByState) {
        kept.add(StatePolicy.STATE + " AS " + SavedColumns.name(places.saved()));
      }
      places.add(policy, new int[0]);
    }
    return kept;
  }

  private void require(RowPolicy.Rule rule, String typed) {
    try {
      log.engine()
          .query(
              "SELECT count(v) FROM (SELECT (%s) AS v FROM %s) q".formatted(rule.sql(), typed),
              row -> {});
    } catch (RuntimeException e) {
      throw new BadSqlException(
          "policy sql:" + rule.sql(), "an SQL expression", log.available(), e);
    }
  }

  /** Fails where a policy does not decide in every row that was kept. */
  void requireDecisions(CheckedRows rows) {
    byEpisode.ifPresent(p -> p.requireAll(probability(behavior.columns().size())));
    for (RowPolicy policy : proper.keySet()) {
      if (policy instanceof RowPolicy.Saved saved) {
        SavedColumns.requireSteps(saved.file(), saved.saved(), rows.base(), rows.horizon());
      }
    }
  }

  /**
   * The actions that rows or policies name.
   *
   * @return none if policies differ in them, so that they are not judged as one at a time
   */
  Optional<Labels> actions() {
    Set<String> seen =
        CellReader.names(
            log.engine(),
            "SELECT DISTINCT action FROM " + RowSql.ROWS,
            "actions",
            log.options().log());
    seen.addAll(behavior.actions());
    List<Labels> all = proper.keySet().stream().map(policy -> actions(seen, policy)).toList();
    Labels first = all.get(0);
    if (all.stream().allMatch(one -> one.names().equals(first.names()))) {
      return Optional.of(first);
    }
    if (!log.columns().has(Role.EPISODE)) { // rows would be in another order for each of them
      throw new SettingException(
          "policy", "needs an episode column to compare policies with different actions");
    }
    return Optional.empty();
  }

  private Labels actions(Set<String> logged, RowPolicy policy) {
    Set<String> all = new LinkedHashSet<>(logged);
    all.addAll(named(policy));
    if (policy instanceof RowPolicy.Saved saved) {
      all.addAll(saved.saved().actions());
    }
    if (policy instanceof RowPolicy.ByState table) {
      all.addAll(table.table().actions());
    }
    return Labels.of(all);
  }

  /** The actions that a policy has kept probabilities of, in their order. */
  private List<String> named(RowPolicy policy) {
    return byEpisode
        .map(EpisodePolicy::actions)
        .orElseGet(() -> Objects.requireNonNull(proper.get(policy)).actions());
  }

  /**
   * The policies as they are judged on the rows that were kept.
   *
   * @param notes gets what the person should know of policies by state
   */
  JudgedPolicies judged(CheckedRows rows, Labels actions, List<String> notes) {
    JudgedPolicies.requireKnown(policies, actions);
    behavior.requireAll("behavior", actions);
    KeptDecisions kept = new KeptDecisions(places(actions, behavior.actions()));
    Map<RowPolicy, RowPolicy> ready = new LinkedHashMap<>(); // as executors are to have them
    for (RowPolicy policy : proper.keySet()) {
      RowPolicy one =
          policy instanceof RowPolicy.ByState table
              ? StatePolicy.on(
                  table, log.engine(), rows, kept.saved(), actions, log.options().log(), notes)
              : policy;
      kept.add(one, places(actions, named(policy)));
      ready.put(policy, one);
    }
    return new JudgedPolicies(
        actions,
        kept,
        policies.stream().map(p -> p.with(Objects.requireNonNull(ready.get(p.proper())))).toList());
  }

  /** For each action its place among names, −1 for one that is not there; none without names. */
  private static int[] places(Labels actions, List<String> names) {
    int[] places = new int[names.isEmpty() ? 0 : actions.size()];
    Arrays.fill(places, -1);
    for (int i = 0; i < names.size(); i++) {
      places[actions.id(names.get(i))] = i;
    }
    return places;
  }
}
