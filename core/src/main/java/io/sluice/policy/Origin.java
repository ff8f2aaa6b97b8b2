package io.sluice.policy;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Where a policy comes from.
 *
 * @param learner the learner's name
 * @param learnedFrom the fingerprint of the log
 * @param settings how it was learned, by name
 * @param certificate its guarantee, if it has one
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
   * @param candidates the number of different policies that share δ
   * @param judgedOn the number of episodes it was judged on, none of which it was learned from
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
