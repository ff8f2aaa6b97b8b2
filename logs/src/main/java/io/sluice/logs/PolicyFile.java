package io.sluice.logs;

import io.sluice.fit.BadLogException;
import io.sluice.fit.LearningResult;
import io.sluice.fit.LogData;
import io.sluice.fit.PlanResult;
import io.sluice.mdp.Policy;
import io.sluice.policy.Origin;
import io.sluice.policy.PolicyColumn;
import io.sluice.policy.PolicyJson;
import io.sluice.policy.SavedPolicy;
import io.sluice.policy.StepModel;
import io.sluice.policy.StepModel.Table;
import io.sluice.selection.Gain;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Saved policies as files, and tables of states and actions as saved policies. */
public final class PolicyFile {
  private static final String MARK = "\"sluice-policy\"";
  private static final int BEGINNING = 200;

  private PolicyFile() {}

  /**
   * The policy in a file, if that is what it holds; empty for every other file, and for what is no
   * file.
   *
   * @throws BadLogException if it is such a file but cannot be used
   */
  public static Optional<SavedPolicy> read(String written) {
    if (!written.endsWith(".json")) {
      return Optional.empty();
    }
    try {
      Path file = Path.of(written);
      if (!Files.isRegularFile(file)) {
        return Optional.empty();
      }
      String text = Files.readString(file);
      String beginning = text.substring(0, Math.min(BEGINNING, text.length()));
      return beginning.contains(MARK)
          ? Optional.of(PolicyJson.read(text, written))
          : Optional.empty();
    } catch (InvalidPathException | MalformedInputException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new BadLogException("%s: cannot be read, %s".formatted(written, e.getMessage()));
    } catch (IllegalArgumentException e) {
      throw new BadLogException(String.valueOf(e.getMessage()));
    }
  }

  /**
   * A learned table of states and actions. In states it does not have, it does what it does in
   * most.
   */
  public static SavedPolicy learned(LogData log, LearningResult result) {
    return table(log, result.policy(), origin(log, result), false);
  }

  /** The policy of an experiment: probabilities for every state, to be drawn from. */
  public static SavedPolicy exploring(LogData log, PlanResult result) {
    Map<String, String> settings = new TreeMap<>();
    settings.put("step", result.step().isPresent() ? "" + result.step().getAsInt() : "total");
    settings.put("width", String.valueOf(result.wanted()));
    settings.put("seed", String.valueOf(result.provenance().settings().seed()));
    settings.put("behavior", result.provenance().behavior());
    return table(
        log,
        result.exploring().policy(),
        new Origin(
            result.provenance().version(), "plan", log.fingerprint(), settings, Optional.empty()),
        true);
  }

  /**
   * @param average whether states that it does not have get the average probabilities; else the
   *     action of most states
   */
  private static SavedPolicy table(LogData log, Policy policy, Origin origin, boolean average) {
    int states = log.shape().states();
    int actions = log.shape().actions();
    List<String> names = new ArrayList<>();
    for (int x = 0; x < states; x++) {
      names.add(log.state(x));
    }
    List<String> choices = new ArrayList<>();
    for (int a = 0; a < actions; a++) {
      choices.add(log.action(a));
    }
    List<StepModel> steps = new ArrayList<>();
    for (int h = 1; h <= log.shape().horizon(); h++) {
      Map<String, List<Double>> rows = new LinkedHashMap<>();
      double[] sums = new double[actions];
      for (int x = 0; x < states; x++) {
        List<Double> row = new ArrayList<>();
        for (int a = 0; a < actions; a++) {
          row.add(policy.probability(h, x, a));
          sums[a] += row.get(a);
        }
        rows.put(names.get(x), row);
      }
      int most = 0;
      for (int a = 1; a < actions; a++) {
        most = sums[a] > sums[most] ? a : most;
      }
      List<Double> fallback = new ArrayList<>();
      for (int a = 0; a < actions; a++) {
        fallback.add(average ? sums[a] / states : a == most ? 1.0 : 0.0);
      }
      steps.add(new Table(rows, fallback));
    }
    return new SavedPolicy(
        origin,
        log.firstStep(),
        choices,
        List.of(PolicyColumn.category("state", names)),
        List.of(),
        steps);
  }

  private static Origin origin(LogData log, LearningResult result) {
    Map<String, String> settings = new TreeMap<>();
    settings.put("delta", String.valueOf(result.provenance().settings().delta()));
    settings.put("seed", String.valueOf(result.provenance().settings().seed()));
    settings.put("behavior", result.provenance().behavior());
    Optional<Origin.Certificate> certificate =
        result
            .certificate()
            .flatMap(
                c -> {
                  Optional<Gain> gain = c.choice().certified();
                  return gain.map(
                      g ->
                          new Origin.Certificate(
                              g.lower(),
                              g.estimate(),
                              c.choice().delta(),
                              g.judge(),
                              c.guarantee().toString(),
                              c.choice().different(),
                              c.judgedOn()));
                });
    return new Origin(
        result.provenance().version(), result.learner(), log.fingerprint(), settings, certificate);
  }
}
