package io.sluice.report.page;

import io.sluice.fit.Fit;
import io.sluice.fit.Log;
import io.sluice.fit.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;

/**
 * Logs in memory, small enough that a test can make every page of them.
 *
 * @param states their names
 * @param actions two names; the second earns more, and leads to the last state more often
 * @param endsEarly whether some episodes end before the last step
 */
record SmallLog(
    List<String> states, List<String> actions, int episodes, int horizon, boolean endsEarly) {
  /** How often the first action is taken. */
  static final double FIRST = 0.6;

  /** One decision. */
  record Row(String state, String action, double reward, double propensity) {}

  /** Three states, two actions, 300 episodes of three steps. */
  static SmallLog usual() {
    return named(List.of("homepage", "search", "shop"), List.of("banner", "list"));
  }

  static SmallLog named(List<String> states, List<String> actions) {
    return new SmallLog(states, actions, 300, 3, true);
  }

  List<List<Row>> rows() {
    Random random = new Random(1);
    List<List<Row>> log = new ArrayList<>();
    for (int i = 0; i < episodes; i++) {
      List<Row> episode = new ArrayList<>();
      int state = i % states.size();
      int length = endsEarly && i % 7 == 0 ? horizon - 1 : horizon;
      for (int h = 1; h <= length; h++) {
        int action = random.nextDouble() < FIRST ? 0 : 1;
        boolean earns = random.nextDouble() < 0.2 + 0.5 * action;
        double reward = (i * horizon + h) % 50 == 0 ? 0.25 : earns ? 1 : 0;
        double propensity = action == 0 ? FIRST : 1 - FIRST;
        episode.add(new Row(states.get(state), actions.get(action), reward, propensity));
        state =
            action == 1 && random.nextBoolean()
                ? states.size() - 1
                : (7 * state + 3 + random.nextInt(2)) % states.size();
      }
      log.add(episode);
    }
    return log;
  }

  /** With the propensities that made it. */
  Fit fit() {
    return fit(Row::propensity);
  }

  /** With propensities that are said to have made it. */
  Fit fit(ToDoubleFunction<Row> propensity) {
    return Fit.of(
        Log.of(rows(), row -> row, Row::state, Row::action, Row::reward)
            .withPropensity(propensity));
  }

  /** Without propensities, so that the logged policy has to be estimated. */
  Fit fitWithoutPropensities() {
    return Fit.of(
        Log.of(rows(), row -> row, Row::state, Row::action, Row::reward), Settings.defaults());
  }
}
