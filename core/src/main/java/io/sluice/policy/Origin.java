package io.sluice.policy;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Where a policy comes from.
 *
 * @param learner which learner found it
 * @param learnedFrom the fingerprint of the log
 * @param settings how it was learned, by name
 * @param certificate what is promised about it, if anything is
 */
public record Origin(
    String version,
    String learner,
    String learnedFrom,
    Map<String, String> settings,
    Optional<Certificate> certificate) {
  /**
   * It is better than the logged policy by at least {@code lower}, with probability 1−δ.
   *
   * @param judge which interval the bound comes from
   * @param guarantee asymptotic, or finite-sample
   * @param candidates among how many different policies δ was shared
   * @param judgedOn how many episodes that it was not learned from
   */
  public record Certificate(
      double lower,
      double estimate,
      double delta,
      String judge,
      String guarantee,
      int candidates,
      long judgedOn) {}

  public Origin {
    settings = java.util.Collections.unmodifiableMap(new TreeMap<>(settings));
  }
}
