package io.sluice.cli;

import io.sluice.features.StateShift;
import io.sluice.report.Numbers;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/** Bandit or planning on feature columns, for people. */
final class StateShiftText {
  private static final int MOVES = 3;

  private StateShiftText() {}

  static void append(StringBuilder text, List<StateShift> shifts, double tolerance, int horizon) {
    if (shifts.isEmpty()) {
      return;
    }
    text.append("\nbandit or planning? how far actions move the next state, 0 to 1\n");
    text.append("  step   shift   noise floor   95% upper bound   held-out t\n");
    List<StateShift> shown =
        LongHorizon.shown(horizon, shifts, Comparator.comparingDouble(s -> s.noise() - s.shift()));
    for (StateShift s : shown) {
      text.append(
          String.format(
              Locale.ROOT,
              "  %-6d %.3f   %.3f         %.3f             %10s   %s%n",
              s.step(),
              s.shift(),
              s.noise(),
              s.upper(),
              Numbers.shown(s.t()),
              words(s, tolerance)));
      s.moves().stream()
          .filter(StateShift.Move::clear)
          .limit(MOVES)
          .forEach(
              m ->
                  text.append(
                      "           %s moves %s by %s (t = %s)\n"
                          .formatted(
                              m.action(),
                              m.column(),
                              Numbers.shownSigned(m.change()),
                              Numbers.shown(m.t()))));
    }
    text.append("  %-6s nothing follows: a bandit\n".formatted(horizon));
    text.append(
        LongHorizon.verdicts(
            horizon, shifts, StateShift::step, s -> s.verdict(tolerance).toString()));
    text.append(
        LongHorizon.rest(horizon, shown.size() + 1, "those with the largest shift beyond noise"));
  }

  private static String words(StateShift s, double tolerance) {
    return switch (s.verdict(tolerance)) {
      case PLANNING -> "planning: actions move the next state";
      case BANDIT ->
          "bandit: actions move the next state by less than " + Numbers.asWritten(tolerance);
      case CANNOT_TELL -> "cannot tell yet" + needed(s, tolerance);
    };
  }

  private static String needed(StateShift s, double tolerance) {
    OptionalLong needed = s.episodesNeeded(tolerance);
    return needed.isPresent()
        ? ": if actions move nothing, about %s would show it"
            .formatted(Numbers.counted(Numbers.roughly(needed.getAsLong()), "episode"))
        : "";
  }
}
