package io.sluice.selection;

import io.sluice.mdp.Policy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Judges that share δ evenly: each bounds every policy at its share of δ, and the highest bound of
 * those that may be used counts.
 *
 * <p>All bounds of all judges hold together with probability 1−δ, so whichever of them is taken,
 * and for whatever reason, holds too. How many share δ must be fixed before the log is looked at: a
 * judge that turns out not to be usable leaves its share unspent.
 */
public final class SharedJudge implements Judge {
  private final Policy behavior;
  private final List<? extends Judge> judges;
  private final int shares;

  /**
   * @param judges those that may be used
   * @param shares among how many δ is divided, those included that may not be used
   */
  public SharedJudge(Policy behavior, List<? extends Judge> judges, int shares) {
    if (shares < Math.max(1, judges.size())) {
      throw new IllegalArgumentException(
          "shared judge: needs a share of δ for each of %s judges, got %s"
              .formatted(judges.size(), shares));
    }
    this.behavior = behavior;
    this.judges = List.copyOf(judges);
    this.shares = shares;
  }

  @Override
  public Policy behavior() {
    return behavior;
  }

  @Override
  public List<Optional<Gain>> totals(List<Policy> policies, double delta) {
    List<Optional<Gain>> best =
        new ArrayList<>(Collections.nCopies(policies.size(), Optional.empty()));
    for (Judge judge : judges) {
      List<Optional<Gain>> gains = judge.totals(policies, delta / shares);
      for (int i = 0; i < gains.size(); i++) {
        best.set(i, higher(best.get(i), gains.get(i)));
      }
    }
    return List.copyOf(best);
  }

  /** The first, unless the second has the higher bound. */
  private static Optional<Gain> higher(Optional<Gain> first, Optional<Gain> second) {
    boolean secondWins =
        first.isEmpty() || second.isPresent() && second.get().lower() > first.get().lower();
    return secondWins ? second : first;
  }
}
