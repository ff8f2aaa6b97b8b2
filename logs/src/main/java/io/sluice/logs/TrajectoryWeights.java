package io.sluice.logs;

import io.sluice.inputs.NormalQuantile;
import io.sluice.interval.Failure;
import io.sluice.interval.Interval;
import io.sluice.interval.Part;
import io.sluice.mdp.Episode;
import io.sluice.mdp.Policy;
import java.util.List;

/**
 * Estimates of V_π from whole episodes weighted by w = Π π/π_b, in the user's units: importance
 * sampling (the mean of w·G) and its self-normalised form (Σ w·G / Σ w). Right in the limit; one
 * large weight can spoil both, so the weights are reported.
 */
public final class TrajectoryWeights {
  private long episodes;
  private double sumWeight;
  private double sumSquare; // Σ w²
  private double sumReturn; // Σ w·G
  private double sumSquareReturn; // Σ w²·G
  private double sumSquareReturnSquare; // Σ w²·G²
  private double largest;

  /** The product of π/π_b over an episode's steps. */
  public void add(Episode episode, Policy evaluated) {
    double w = 1;
    double totalReturn = 0;
    for (int h = 1; h <= episode.length(); h++) {
      w *= evaluated.probability(h, episode.state(h), episode.action(h)) / episode.propensity(h);
      totalReturn += episode.reward(h);
    }
    episodes++;
    sumWeight += w;
    sumSquare += w * w;
    sumReturn += w * totalReturn;
    sumSquareReturn += w * w * totalReturn;
    sumSquareReturnSquare += w * w * totalReturn * totalReturn;
    largest = Math.max(largest, w);
  }

  /** (Σw)²/Σw²: how many equally weighted episodes these are worth. */
  public double effectiveSampleSize() {
    return sumSquare == 0 ? 0 : sumWeight * sumWeight / sumSquare;
  }

  public double largestWeight() {
    return largest;
  }

  /** The mean of w·G, with a normal interval. */
  public Interval ips(double delta) {
    double mean = sumReturn / episodes;
    double variance =
        Math.max(0, sumSquareReturnSquare - episodes * mean * mean) / Math.max(1, episodes - 1);
    return normal("ips", mean, Math.sqrt(variance / episodes), delta);
  }

  /** Σ w·G / Σ w, with a normal interval. */
  public Interval snips(double delta) {
    if (sumWeight == 0) {
      throw new BadLogException(
          "snips: needs an episode that the policy could have made, got none (its weights are all 0)");
    }
    double value = sumReturn / sumWeight;
    double residuals =
        sumSquareReturnSquare - 2 * value * sumSquareReturn + value * value * sumSquare;
    return normal("snips", value, Math.sqrt(Math.max(0, residuals)) / sumWeight, delta);
  }

  private static Interval normal(String name, double estimate, double error, double delta) {
    return Interval.of(
        name,
        estimate,
        new Failure(0, delta),
        List.of(Part.of("sampling of episodes", "z·SE", NormalQuantile.twoSided(delta) * error)));
  }
}
