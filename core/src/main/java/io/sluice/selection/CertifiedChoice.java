package io.sluice.selection;

import io.sluice.mdp.Policy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The policy to run: of several candidates the one whose improvement on the logged policy is
 * certified to be largest, or else the logged policy itself.
 *
 * <p>The candidates were learned on one part of the log. On the other, V_π − V_πb of each is
 * bounded from below with probability 1−δ/K, K being how many different policies there are. All K
 * bounds hold together with probability 1−δ, so whichever is picked, and however, its bound holds
 * too.
 *
 * <p><b>The certificate:</b> the event that the chosen policy is worth less than V_πb plus its
 * bound has probability at most δ. What is random is the holdout: given the learning part the
 * candidates are fixed, and so is K, because which of them are identical does not depend on the
 * holdout. {@link Guarantee} says whether this is asymptotically valid or holds for any size.
 *
 * <p><b>What breaks it:</b> a holdout that a candidate was learned on, or that somebody looked at
 * before; episodes that depend on each other, if the two parts were not split, and the bounds not
 * made, by the clusters they come in; a behavior policy other than the one that made the log, or
 * estimated from it (its error can be charged, see {@link Judge#of}, but the certificate is then
 * not proven to hold at δ); a range of rewards or returns taken from the sample; an environment
 * that changes after the log was made; states that leave out what next states or rewards depend on.
 *
 * @param delta δ
 * @param different K
 * @param appraisals one for each candidate, in their order
 * @param chosen empty if the logged policy stays
 * @param policy the chosen candidate's, or the logged policy
 */
public record CertifiedChoice(
    double delta,
    int different,
    List<Appraisal> appraisals,
    Optional<Appraisal> chosen,
    Policy policy) {
  public CertifiedChoice {
    appraisals = List.copyOf(appraisals);
  }

  /**
   * @param candidates learned without the judge's episodes
   */
  public static CertifiedChoice of(List<Candidate> candidates, Judge judge, double delta) {
    if (candidates.isEmpty() || !(delta > 0 && delta < 1)) {
      throw new IllegalArgumentException(
          "certified choice: needs at least one candidate and δ in (0, 1), got %d and %s"
              .formatted(candidates.size(), delta));
    }
    int[] first = new int[candidates.size()]; // the first candidate with identical decisions
    int different = 0;
    for (int i = 0; i < first.length; i++) {
      while (!candidates.get(first[i]).decidesLike(candidates.get(i))) {
        first[i]++;
      }
      different += first[i] == i ? 1 : 0;
    }
    List<Optional<Gain>> gains = gains(candidates, first, judge, delta / different);
    int best = -1;
    double highest = 0;
    for (int i = 0; i < first.length; i++) {
      double lower = gains.get(i).map(Gain::lower).orElse(0.0);
      if (lower > highest) {
        best = i;
        highest = lower;
      }
    }
    List<Appraisal> appraisals = new ArrayList<>();
    for (int i = 0; i < first.length; i++) {
      Appraisal.Outcome outcome =
          i == best
              ? Appraisal.Outcome.CHOSEN
              : first[i] < i ? Appraisal.Outcome.SAME : Appraisal.outcome(gains.get(i));
      appraisals.add(
          new Appraisal(candidates.get(i), gains.get(i), candidates.get(first[i]), outcome));
    }
    return new CertifiedChoice(
        delta,
        different,
        appraisals,
        best < 0 ? Optional.empty() : Optional.of(appraisals.get(best)),
        best < 0 ? judge.behavior() : candidates.get(best).policy());
  }

  /** Of every candidate; identical ones are judged once. */
  private static List<Optional<Gain>> gains(
      List<Candidate> candidates, int[] first, Judge judge, double each) {
    List<Policy> different = new ArrayList<>();
    int[] place = new int[first.length];
    for (int i = 0; i < first.length; i++) {
      place[i] = first[i] < i ? place[first[i]] : different.size();
      if (first[i] == i) {
        different.add(candidates.get(i).policy());
      }
    }
    List<Optional<Gain>> judged = judge.totals(different, each);
    return Arrays.stream(place).mapToObj(judged::get).toList();
  }

  /** The same in other units. */
  public CertifiedChoice scaled(double factor) {
    return new CertifiedChoice(
        delta,
        different,
        appraisals.stream().map(a -> a.scaled(factor)).toList(),
        chosen.map(a -> a.scaled(factor)),
        policy);
  }

  /** The chosen candidate, or, if the logged policy stays, the one with the highest estimate. */
  public Appraisal mostPromising() {
    return chosen.orElseGet(
        () -> {
          Appraisal best = appraisals.get(0);
          for (Appraisal other : appraisals) {
            best = estimate(other) > estimate(best) ? other : best;
          }
          return best;
        });
  }

  private static double estimate(Appraisal appraisal) {
    return appraisal.gain().map(Gain::estimate).orElse(Double.NEGATIVE_INFINITY);
  }

  /** What the certificate says of the chosen policy; empty if the logged policy stays. */
  public Optional<Gain> certified() {
    return chosen.flatMap(Appraisal::gain);
  }
}
