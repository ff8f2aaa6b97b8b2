package io.sluice.logs;

import io.sluice.assumptions.SharedColumn;
import io.sluice.mdp.RewardRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Where counts come from: what has to be known of them besides the numbers, so that they can be
 * added to others.
 *
 * @param roles which column played which role, for people
 * @param seed by which episodes were randomly assigned to halves
 * @param saysNext whether rows said themselves which state follows
 * @param alike columns whose episodes are alike, which counts do not account for
 * @param returns what an episode's return was declared to be
 * @param inputs a hash of every log that was counted: see {@link LogOptions#hashed()}
 */
public record Origin(
    List<String> roles,
    long seed,
    boolean saysNext,
    boolean hasClusters,
    List<SharedColumn> alike,
    Optional<RewardRange> returns,
    List<String> inputs) {
  public Origin {
    roles = List.copyOf(roles);
    alike = List.copyOf(alike);
    inputs = List.copyOf(inputs);
  }

  static Origin of(ColumnMap columns, LogOptions options, List<SharedColumn> shared, String input) {
    List<String> roles = new ArrayList<>();
    for (Role role : Role.values()) {
      if (columns.has(role)) {
        roles.add(role.columnName() + "=" + String.join("+", columns.of(role)));
      }
    }
    return new Origin(
        roles,
        options.seed(),
        columns.has(Role.NEXT_STATE),
        columns.has(Role.CLUSTER),
        shared.stream().filter(c -> c.is(SharedColumn.Outcome.ALIKE)).toList(),
        options.returnRange(),
        List.of(input));
  }
}
