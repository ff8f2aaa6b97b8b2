package io.sluice.features;

import io.sluice.features.EpisodeScores.Weighting;
import io.sluice.interval.IntervalKind;
import java.io.Serializable;

/**
 * Where the figures of an episode are among the numbers of a {@link ScorePass}: the scores first,
 * then what says how good regressions are, then what is tested.
 */
record ScorePlaces(int horizon) implements Serializable {
  /** Where ψ_h is; H + 1 for the total, H + 2 for the value. */
  int score(Weighting weighting, int h) {
    return weighting.ordinal() * (horizon + 2) + h - 1;
  }

  /** The score of a baseline, for the total or the value. */
  int baseline(IntervalKind kind, boolean value) {
    int place = kind == IntervalKind.IPS ? 0 : 2;
    return Weighting.values().length * (horizon + 2) + place + (value ? 1 : 0);
  }

  /** How many scores have weights of steps; they come before those of baselines. */
  int weighted() {
    return score(Weighting.BANDIT, horizon + 2) + 1;
  }

  /** How many scores there are; they come first. */
  int scores() {
    return baseline(IntervalKind.PDIS, true) + 1;
  }

  int fitted(int h) {
    return scores() + h - 1;
  }

  /** |ω̂_{h,h+1}|, the size of the shift. */
  int shift(int h) {
    return fitted(horizon) + h;
  }

  /** (y_k − Q̂_k)², out of fold; then y_k and y_k². */
  int left(int k) {
    return shift(horizon) + k;
  }

  int outcome(int k) {
    return left(horizon) + k;
  }

  int outcomeSquare(int k) {
    return outcome(horizon) + k;
  }

  /** (ρ_h − 1)² less what ω̂_{h,h+1} leaves of it, out of fold; then (ρ_h − 1)². */
  int shiftGain(int h) {
    return outcomeSquare(horizon) + h;
  }

  int shiftSquare(int h) {
    return shiftGain(horizon) + h;
  }

  int valueBasis(int k) {
    return shiftSquare(horizon) + k;
  }

  int weightBasis(int h, int k) {
    return valueBasis(horizon) + (h - 1) * horizon + k;
  }

  int weight(int k) {
    return weightBasis(horizon, horizon) + k;
  }

  /** ψ_h of efficient less that of robust; H + 1 for the total. */
  int difference(int h) {
    return weight(horizon) + h;
  }

  /** (ρ_h − 1)·ω̂_{h,h+1}: above 0 if actions move the next state. */
  int moved(int h) {
    return difference(horizon + 1) + h;
  }

  /** ρ_h − 1; 0 after the end of an episode. */
  int ratio(int h) {
    return moved(horizon) + h;
  }

  int observedReturn() {
    return ratio(horizon) + 1;
  }

  /** Where begins what the correction for an estimated logged policy adds to every score. */
  int corrections() {
    return observedReturn() + 1;
  }
}
