package io.sluice.cli;

import io.sluice.simulation.ChainBandit;
import io.sluice.simulation.ContinuousSession;
import io.sluice.simulation.Environment;
import io.sluice.simulation.GridWorld;
import io.sluice.simulation.RandomMdp;
import io.sluice.simulation.SearchSession;
import io.sluice.simulation.WetChicken;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Which problem of known truth: its name, and the options that shape it. */
final class EnvironmentArguments {
  private static final String CONTINUOUS = "continuous-session";
  private static final String THRESHOLDS = "-thresholds";

  /** The problems there are. */
  static final List<String> NAMES =
      List.of(
          "chain-bandit",
          "chain-bandit-released",
          CONTINUOUS,
          CONTINUOUS + THRESHOLDS,
          "grid-world",
          "grid-world-uniform",
          "random-mdp",
          "search-session",
          "wet-chicken");

  @Option(
      names = "--dial",
      paramLabel = "D",
      defaultValue = "0.5",
      description =
          "From bandit (0) to planning (1): how much actions change the state of random-mdp or the columns of"
              + " continuous-session, or the share of exploring shoppers in search-session (default: ${DEFAULT-VALUE}).")
  private double strength;

  @Option(
      names = "--length",
      paramLabel = "N",
      description =
          "Length of the chain (3), or number of steps of random-mdp (4), search-session (6), grid-world (3) and"
              + " wet-chicken (10).")
  private Integer length;

  /** One name of an environment, unless a file of the folder has it. */
  static boolean isEnvironment(List<String> arguments, Path folder) {
    String first = arguments.get(0);
    return arguments.size() == 1 && NAMES.contains(first) && !Files.exists(folder.resolve(first));
  }

  /** The names in a sentence: a, b or c. */
  static String anyName() {
    int last = NAMES.size() - 1;
    return String.join(", ", NAMES.subList(0, last)) + " or " + NAMES.get(last);
  }

  /** The problem whose states are columns, if that is meant. */
  Optional<ContinuousSession> continuous(String name) {
    if (!name.startsWith(CONTINUOUS) || !NAMES.contains(name)) {
      return Optional.empty();
    }
    if (length != null) {
      throw new IllegalArgumentException(
          "--length: is not for %s, which has %d steps".formatted(name, ContinuousSession.HORIZON));
    }
    if (!(strength >= 0 && strength <= 1)) {
      throw new IllegalArgumentException("--dial: must lie in [0, 1], got " + strength);
    }
    return Optional.of(new ContinuousSession(strength, name.endsWith(THRESHOLDS)));
  }

  /**
   * @param seed makes a random problem
   * @throws IllegalArgumentException if there is no such problem
   */
  Environment environment(String name, long seed) {
    return switch (name) {
      case "chain-bandit" -> ChainBandit.of(lengthOr(3));
      case "chain-bandit-released" -> ChainBandit.released(lengthOr(3));
      case "grid-world" -> grid().environment();
      case "grid-world-uniform" -> grid().uniformStart().environment();
      case "random-mdp" -> RandomMdp.of(12, 3, lengthOr(4), strength).environment(seed);
      case "search-session" -> new SearchSession(strength, lengthOr(6)).environment();
      case "wet-chicken" -> WetChicken.of(lengthOr(10)).environment();
      default ->
          throw new IllegalArgumentException("ENV: needs %s, got %s".formatted(anyName(), name));
    };
  }

  /** What the problem is made of, enough to make it again with a seed. */
  String described(String name) {
    boolean depends =
        name.equals("random-mdp") || name.equals("search-session") || name.startsWith(CONTINUOUS);
    return name
        + (depends ? " --dial " + strength : "")
        + (length == null ? "" : " --length " + length);
  }

  private GridWorld grid() {
    GridWorld paper = GridWorld.paper();
    return new GridWorld(
        paper.columns(),
        paper.rows(),
        paper.startColumn(),
        paper.startRow(),
        paper.goalColumn(),
        paper.goalRow(),
        lengthOr(paper.horizon()));
  }

  private int lengthOr(int usual) {
    return length == null ? usual : length;
  }
}
