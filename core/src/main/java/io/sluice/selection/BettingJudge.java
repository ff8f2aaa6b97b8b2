package io.sluice.selection;

import io.sluice.counts.EpisodeAccumulator;
import io.sluice.counts.EpisodeSource;
import io.sluice.influence.BettingInterval;
import io.sluice.influence.BettingSums;
import io.sluice.mdp.Episode;
import io.sluice.mdp.Policy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Judges by {@link BettingInterval}: bets on the scores of the holdout, with values, shares of them
 * and first bets from the learning part. It needs known propensities and how small they can be, and
 * no model; the bound fails with probability at most δ for any number of episodes.
 *
 * <p>Random is the holdout, given the learning part. The losses that the declared range allows are
 * paid for whether or not the holdout has one, so a rare catastrophe does not deceive it.
 */
public final class BettingJudge implements Judge {
  private final EpisodeSource episodes;
  private final Policy behavior;
  private final Function<Policy, Optional<Case>> cases;
  private final int atOnce;

  /**
   * A policy to judge.
   *
   * @param empty for its scores
   * @param interval made from them
   */
  public record Case(BettingSums empty, Function<BettingSums, BettingInterval> interval) {}

  /**
   * @param cases of a policy; none if it does what the logged policy never does
   * @param atOnce how many policies' scores fit in memory
   */
  public BettingJudge(
      EpisodeSource episodes, Policy behavior, Function<Policy, Optional<Case>> cases, int atOnce) {
    this.episodes = episodes;
    this.behavior = behavior;
    this.cases = cases;
    this.atOnce = atOnce;
  }

  @Override
  public Policy behavior() {
    return behavior;
  }

  @Override
  public List<Optional<Gain>> totals(List<Policy> policies, double delta) {
    List<Optional<Gain>> gains = new ArrayList<>();
    for (int from = 0; from < policies.size(); from += atOnce) {
      List<Optional<Case>> some =
          policies.subList(from, Math.min(policies.size(), from + atOnce)).stream()
              .map(cases)
              .toList();
      List<BettingSums> sums =
          episodes.collect(
                  new Sums(some.stream().flatMap(Optional::stream).map(Case::empty).toList()))
              .parts;
      int next = 0;
      for (Optional<Case> one : some) {
        gains.add(
            one.isEmpty()
                ? Optional.empty()
                : Optional.of(gain(one.get(), sums.get(next++), delta)));
      }
    }
    return gains;
  }

  private static Gain gain(Case one, BettingSums sums, double delta) {
    return Gain.below(one.interval().apply(sums).totalFromBelow(delta), delta);
  }

  /** The scores of several policies. */
  static final class Sums implements EpisodeAccumulator<Sums> {
    private final ArrayList<BettingSums> parts;

    Sums(List<BettingSums> parts) {
      this.parts = new ArrayList<>(parts);
    }

    @Override
    public Sums empty() {
      return new Sums(parts.stream().map(BettingSums::empty).toList());
    }

    @Override
    public void add(Episode episode) {
      parts.forEach(part -> part.add(episode));
    }

    @Override
    public Sums plus(Sums later) {
      for (int i = 0; i < parts.size(); i++) {
        parts.set(i, parts.get(i).plus(later.parts.get(i)));
      }
      return this;
    }
  }
}
