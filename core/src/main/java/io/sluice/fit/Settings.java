package io.sluice.fit;

import io.sluice.counts.TransitionCounts;
import io.sluice.influence.EfficientInterval.Variance;
import io.sluice.mdp.SettingException;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import io.sluice.model.Bonus;
import io.sluice.model.Model;
import io.sluice.model.Model.Pooling;
import java.util.Arrays;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * Settings of an evaluation.
 *
 * @param delta the probability with which an interval may miss
 * @param model whether steps share a model
 * @param bonus which bonus, and how much of it
 * @param states how many states there are, if more than the log shows
 * @param seed for every random choice
 * @param shift assumptions about how actions move the next state
 * @param variance how {@code efficient} treats variances estimated from few rows
 * @param smallestPropensity the smallest probability with which the logged policy takes an action
 *     that a judged policy may take, in any state, if declared: lets {@code sharp} and
 *     finite-sample certificates use betting
 */
public record Settings(
    double delta,
    ModelChoice model,
    BonusKind bonus,
    double scale,
    OptionalInt states,
    long seed,
    ShiftChoice shift,
    Variance variance,
    OptionalDouble smallestPropensity) {
  /** The bonuses that a user can choose. */
  public enum BonusKind {
    PAPER,
    HOEFFDING,
    BERNSTEIN;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public Settings {
    if (!(delta > 0 && delta < 1)) {
      throw new SettingException("delta", "must lie in (0, 1), got " + delta);
    }
    if (delta < 1e-100) { // what it is divided by has to stay a number
      throw new SettingException("delta", "must be at least 1e-100, got " + delta);
    }
    if (!(scale >= 0 && scale < Double.POSITIVE_INFINITY)) {
      throw new SettingException("bonus-scale", "must be a number of at least 0, got " + scale);
    }
    if (scale > 1e100) {
      throw new SettingException("bonus-scale", "must be at most 1e100, got " + scale);
    }
    double smallest = smallestPropensity.orElse(1);
    if (!(smallest > 0 && smallest <= 1)) {
      throw new SettingException("smallest-propensity", "must lie in (0, 1], got " + smallest);
    }
  }

  /** Settings without a declared smallest propensity. */
  public Settings(
      double delta,
      ModelChoice model,
      BonusKind bonus,
      double scale,
      OptionalInt states,
      long seed,
      ShiftChoice shift,
      Variance variance) {
    this(delta, model, bonus, scale, states, seed, shift, variance, OptionalDouble.empty());
  }

  /** Parses a choice of model. */
  public static ModelChoice model(String written) {
    return Arrays.stream(ModelChoice.values())
        .filter(m -> m.toString().equals(written.toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () -> new SettingException("model", "needs auto, pooled or per-step, got " + written));
  }

  /** Parses a choice of bonus. */
  public static BonusKind bonus(String written) {
    return Arrays.stream(BonusKind.values())
        .filter(b -> b.toString().equals(written.toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () ->
                new SettingException(
                    "bonus", "needs paper, hoeffding or bernstein, got " + written));
  }

  /** Parses a choice of variance. */
  public static Variance variance(String written) {
    return switch (written.toLowerCase(Locale.ROOT)) {
      case "shrunk" -> Variance.SHRUNK;
      case "plain" -> Variance.PLAIN;
      default -> throw new SettingException("variance", "needs shrunk or plain, got " + written);
    };
  }

  /** Checks that a log has the states and steps that were declared. */
  public void requireFit(Shape log) {
    bonusShape(log);
    shift.requireSteps(log.horizon());
  }

  /** Settings with a declared model, the plug-in shift, and raised variances of thin pairs. */
  public Settings(
      double delta, Pooling pooling, BonusKind bonus, double scale, OptionalInt states, long seed) {
    this(
        delta,
        ModelChoice.of(pooling),
        bonus,
        scale,
        states,
        seed,
        ShiftChoice.PLUG_IN,
        Variance.SHRUNK);
  }

  /**
   * Returns the default settings: 95%, a model chosen by the log, a bonus that follows from the
   * range of returns.
   */
  public static Settings defaults() {
    return new Settings(
        0.05,
        ModelChoice.AUTO,
        BonusKind.BERNSTEIN,
        1,
        OptionalInt.empty(),
        1,
        ShiftChoice.PLUG_IN,
        Variance.SHRUNK);
  }

  /** The shape that bonuses count pairs of. */
  Shape bonusShape(Shape shape) {
    int declared = states.orElse(shape.states());
    if (declared < shape.states()) {
      throw new SettingException(
          "states",
          "must be at least the %d states of the log, got %d".formatted(shape.states(), declared));
    }
    try {
      return new Shape(declared, shape.actions(), shape.horizon());
    } catch (IllegalArgumentException e) {
      throw new SettingException(
          "states", "must leave a table that fits into memory, got " + declared);
    }
  }

  /** The bonus of a model that was estimated from these counts. */
  Bonus bonus(TransitionCounts counts, Model model, ValueRange range) {
    Shape shape = bonusShape(counts.shape());
    Bonus chosen =
        switch (bonus) {
          case PAPER -> Bonus.paper(shape, delta);
          case HOEFFDING -> Bonus.hoeffding(shape, range, delta);
          case BERNSTEIN -> Bonus.bernstein(counts, model, shape, range, delta);
        };
    return chosen.scaled(scale);
  }

  /** Returns these settings with another δ. */
  public Settings withDelta(double delta) {
    return new Settings(
        delta, model, bonus, scale, states, seed, shift, variance, smallestPropensity);
  }

  /** Returns these settings with one model for all steps, or one for each, declared. */
  public Settings withPooling(Pooling pooling) {
    ModelChoice declared = ModelChoice.of(pooling);
    return new Settings(
        delta, declared, bonus, scale, states, seed, shift, variance, smallestPropensity);
  }

  /** Returns these settings with another bonus. */
  public Settings withBonus(BonusKind bonus) {
    return new Settings(
        delta, model, bonus, scale, states, seed, shift, variance, smallestPropensity);
  }

  /** Returns these settings with a declared smallest propensity. */
  public Settings withSmallestPropensity(double smallest) {
    return new Settings(
        delta, model, bonus, scale, states, seed, shift, variance, OptionalDouble.of(smallest));
  }
}
