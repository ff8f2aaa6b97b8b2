package io.sluice.logs;

import io.sluice.mdp.Labels;
import io.sluice.mdp.SettingException;
import java.util.List;
import java.util.Optional;

/**
 * The policies that are judged on a log that was read.
 *
 * @param actions of the log and of all policies
 * @param kept what the rows hold for them and for the logged policy
 */
record JudgedPolicies(Labels actions, KeptDecisions kept, List<RowPolicy> policies) {
  JudgedPolicies {
    policies = List.copyOf(policies);
  }

  /** Other policies on the same rows, if these hold what they need; else the log is read again. */
  Optional<JudgedPolicies> with(List<RowPolicy> asked) {
    boolean held =
        asked.stream()
            .map(RowPolicy::proper)
            .allMatch(p -> needsNoColumns(p) || kept.place(p).isPresent());
    // Without names of episodes, what is kept of a row is part of its name.
    if (!held || !policies.stream().map(RowPolicy::proper).allMatch(p -> isKept(p, asked))) {
      return Optional.empty();
    }
    requireKnown(asked, actions);
    return Optional.of(new JudgedPolicies(actions, kept, asked));
  }

  private static boolean isKept(RowPolicy proper, List<RowPolicy> asked) {
    return needsNoColumns(proper) || asked.stream().anyMatch(a -> a.proper().equals(proper));
  }

  private static boolean needsNoColumns(RowPolicy proper) {
    return proper instanceof RowPolicy.Uniform
        || proper instanceof RowPolicy.Logged
        || proper instanceof RowPolicy.Always;
  }

  /** Fails where a policy takes an action that nobody else knows. */
  static void requireKnown(List<RowPolicy> policies, Labels actions) {
    for (RowPolicy policy : policies) {
      if (policy.proper() instanceof RowPolicy.Always always && actions.id(always.action()) < 0) {
        throw new SettingException(
            "policy always:" + always.action(),
            "needs one of the actions " + String.join(", ", actions.names()));
      }
    }
  }
}
