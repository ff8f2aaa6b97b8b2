package io.sluice.simulation.stress;

import io.sluice.simulation.stress.HiddenProcess.Choice;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Several episodes of each user. A user likes a1 more or less than a0 by 0.4, and pays more or less
 * by 0.2: P(r = 1) = 0.5 ± 0.2 ± 0.2, the second sign being that of the liking for the action. Over
 * users the effect of a1 is 0, but few users tell little, however many episodes they have.
 */
public final class Users {
  private Users() {}

  /** As many episodes of each user. */
  public static HiddenProblem of(int users, int each) {
    return problem("users-%sx%s".formatted(users, each), Collections.nCopies(users, each), true);
  }

  /** The user of rank k has about 160/k^1.2 episodes, and at least one. */
  public static HiddenProblem unequal(int users) {
    List<Integer> sizes = new ArrayList<>();
    for (int k = 1; k <= users; k++) {
      sizes.add((int) Math.max(1, Math.round(160 / Math.pow(k, 1.2))));
    }
    return problem("users-unequal-" + users, sizes, true);
  }

  /** Sizes that differ less: about 40/√(k/10) episodes for the user of rank k. */
  public static HiddenProblem uneven(int users) {
    List<Integer> sizes = new ArrayList<>();
    for (int k = 1; k <= users; k++) {
      sizes.add((int) Math.round(40 / Math.sqrt(k / 10.0)));
    }
    return problem("users-uneven-" + users, sizes, true);
  }

  /**
   * Ours, not one of the listed problems: days instead of users, and no column that says which
   * episodes share a day. Propensities are right, states are complete, every episode by itself is
   * what it should be; only the order of the log shows that neighbors are alike. Standard errors by
   * episode are too small, those of a score that rests on propensities only included.
   */
  public static HiddenProblem hiddenDays(int days, int each) {
    return problem("hidden-days", Collections.nCopies(days, each), false);
  }

  private static HiddenProblem problem(String name, List<Integer> sizes, boolean shown) {
    Choice half = (h, z, a) -> 0.5;
    HiddenProcess process =
        HiddenProcess.unit(
            List.of("page", "page", "page", "page"),
            2,
            1,
            List.of(0.25, 0.25, 0.25, 0.25),
            half,
            (h, z, a, to) -> {
              double level = z < 2 ? 0.7 : 0.3;
              boolean liked = (z % 2 == 0) == (a == 1);
              to.bernoulli(level + (liked ? 0.2 : -0.2), HiddenProcess.END);
            });
    return new HiddenProblem(
        name,
        process,
        HiddenProblem.always(1),
        LogDesign.clusters(sizes, shown).withPropensities(half));
  }
}
