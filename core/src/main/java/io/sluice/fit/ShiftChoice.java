package io.sluice.fit;

import io.sluice.mdp.Policy;
import io.sluice.mdp.SettingException;
import io.sluice.model.InducedShift;
import io.sluice.model.Model;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Assumptions about how actions move the next state.
 *
 * @param estimate how it is estimated
 * @param exogenous steps at which a user declares that actions do not move it
 * @param everywhere whether that is declared of all steps
 */
public record ShiftChoice(Estimate estimate, SortedSet<Integer> exogenous, boolean everywhere) {
  /** The estimated shift as it is. */
  public static final ShiftChoice PLUG_IN =
      new ShiftChoice(Estimate.PLUG_IN, new TreeSet<>(), false);

  /** How the shift is estimated. */
  public enum Estimate {
    /** As it is seen, noise and all. */
    PLUG_IN,
    /** Less what can be noise, with the error of that charged. */
    SHRUNK;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  public ShiftChoice {
    exogenous = java.util.Collections.unmodifiableSortedSet(new TreeSet<>(exogenous));
  }

  /**
   * Parses what a user writes.
   *
   * @param estimate {@code plug-in} or {@code shrunk}
   * @param steps steps with commas between them, {@code all}; without them, none
   */
  public static ShiftChoice parse(String estimate, Optional<String> steps) {
    Estimate kind =
        Arrays.stream(Estimate.values())
            .filter(e -> e.toString().equals(estimate.toLowerCase(Locale.ROOT)))
            .findFirst()
            .orElseThrow(
                () -> new SettingException("shift", "needs plug-in or shrunk, got " + estimate));
    SortedSet<Integer> declared = new TreeSet<>();
    boolean all = steps.equals(Optional.of("all"));
    List<String> listed =
        steps.filter(s -> !all).map(s -> s.split(",", -1)).map(List::of).orElse(List.of());
    for (String step : listed) {
      try {
        declared.add(Integer.parseInt(step.trim()));
      } catch (NumberFormatException e) {
        throw new SettingException(
            "exogenous", "needs steps such as 1,2 or all, got " + steps.orElseThrow());
      }
    }
    if (!declared.isEmpty() && declared.first() < 1) {
      throw new SettingException("exogenous", "steps begin at 1, got " + declared.first());
    }
    return new ShiftChoice(kind, declared, all);
  }

  /** Checks that steps declared exogenous exist. */
  public void requireSteps(int horizon) {
    if (!exogenous.isEmpty() && exogenous.last() > horizon) {
      throw new SettingException(
          "exogenous", "needs steps 1 … %d, got %d".formatted(horizon, exogenous.last()));
    }
  }

  public boolean isExogenous(int step) {
    return everywhere || exogenous.contains(step);
  }

  /** Whether any step of a log with this horizon, but the last, is declared exogenous. */
  boolean declares(int horizon) {
    return everywhere && horizon > 1 || exogenous.stream().anyMatch(step -> step < horizon);
  }

  InducedShift on(Model model, Policy behavior) {
    InducedShift shift = InducedShift.of(model, behavior).exogenous(this::isExogenous);
    return estimate == Estimate.SHRUNK ? shift.shrunk() : shift;
  }
}
