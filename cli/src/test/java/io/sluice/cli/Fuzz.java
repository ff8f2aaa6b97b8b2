package io.sluice.cli;

import io.sluice.duckdb.DuckDb;
import io.sluice.fit.BadLogException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Commands on damaged files and with odd options, each of which has to end in good order: exit code
 * 0, 2 or 3, within its time, with a message if it failed, with its input as it was and nothing
 * left behind. Run in a process of its own, whose folder for temporary files is its own too:
 *
 * <p>{@code Fuzz FOLDER MUTATIONS SEED SECONDS [FIRST]}
 *
 * <p>Mutation i depends on the seed and i alone, so a run can be split: MUTATIONS of them beginning
 * with the one numbered FIRST, 0 if it is not given.
 */
public final class Fuzz {
  private static final int MOST_SECONDS = 300; // for one command, on a machine that has other work

  /** Ways to read a log that most damaged logs are not read by. */
  private static final List<List<String>> READING =
      List.of(
          List.of("--history", "1"),
          List.of("--history", "2:states"),
          List.of("--where", "reward > 0"),
          List.of("--where", "state <> 'home'"));

  private final long seed;
  private final Path made;
  private final Map<String, byte[]> sound = new LinkedHashMap<>();

  /**
   * A command and the files it is given.
   *
   * @param target what is damaged: one of the files, or nothing but the options
   * @param output the file that it writes, or nothing
   */
  record Case(List<String> command, Map<String, byte[]> files, String target, String output) {
    /** The files in a folder. */
    void place(Path folder) throws IOException {
      Files.createDirectories(folder);
      for (Map.Entry<String, byte[]> file : files.entrySet()) {
        Files.write(folder.resolve(file.getKey()), file.getValue());
      }
    }

    /** The words of the command with its files in a folder. */
    String[] words(Path folder) {
      return command.stream()
          .map(w -> files.containsKey(w) || w.equals(output) ? folder.resolve(w).toString() : w)
          .toArray(String[]::new);
    }

    /** The log that the command reads. */
    String log() {
      return command.stream().filter(w -> w.startsWith("log.")).findFirst().orElse("");
    }
  }

  Fuzz(Path folder, long seed) throws IOException {
    this.seed = seed;
    made = Files.createDirectories(folder.resolve("sound"));
    StringBuilder csv = new StringBuilder("episode,step,state,action,reward,propensity\n");
    StringBuilder json = new StringBuilder();
    for (int i = 0; i < 40; i++) {
      int episode = i / 2;
      String state = i % 2 == 0 ? "home" : "shop" + episode % 3;
      String action = (episode + i) % 3 == 0 ? "x" : "y";
      int reward = (i * 7 + episode) % 3 == 0 ? 1 : 0;
      csv.append("%s,%s,%s,%s,%s,0.5\n".formatted(episode, i % 2 + 1, state, action, reward));
      json.append(
          "{\"episode\":%s,\"step\":%s,\"state\":\"%s\",\"action\":\"%s\",\"reward\":%s}\n"
              .formatted(episode, i % 2 + 1, state, action, reward));
    }
    sound.put("log.csv", bytes(csv));
    sound.put("log.jsonl", bytes(json));
    sound.put("log.csv.gz", bytes(csv));
    sound.put("log.jsonl.gz", bytes(json));
    sound.put(
        "policy.csv",
        bytes(
            "state,action,probability\nhome,x,0.3\nhome,y,0.7\nshop0,x,1\nshop1,x,1\nshop2,y,1\n"));
    Path log = made.resolve("log.csv");
    Files.write(log, bytes(csv));
    Run.of(
        "simulate",
        "chain-bandit",
        "--episodes",
        "30",
        "--out",
        made.resolve("log.parquet").toString());
    Run.of("count", log.toString(), "--out", made.resolve("counts.parquet").toString());
    Path policy = made.resolve("policy.json");
    Run.of("learn", log.toString(), "--learner", "vi", "--out", policy.toString());
    sound.put("policy.json", Files.readAllBytes(policy));
    sound.put("log.parquet", Files.readAllBytes(made.resolve("log.parquet")));
    sound.put("counts.parquet", Files.readAllBytes(made.resolve("counts.parquet")));
  }

  private static byte[] bytes(CharSequence text) {
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** The i-th damaged case. */
  Case damaged(long i) throws IOException {
    Mutation mutation = new Mutation(seed * 1_000_003 + i);
    List<String> targets = List.copyOf(sound.keySet());
    int which = mutation.below(targets.size() + 3); // these more: only the options are odd
    String target = which < targets.size() ? targets.get(which) : "";
    String log = target.startsWith("log.") || target.startsWith("counts.") ? target : "log.csv";
    Map<String, byte[]> files = new LinkedHashMap<>();
    files.put(log, log.endsWith(".gz") ? Mutation.gzip(sound.get(log)) : sound.get(log));
    if (!target.isEmpty()) {
      files.put(target, damaged(target, mutation));
    }
    List<String> command = new ArrayList<>();
    String policy =
        target.startsWith("policy.")
            ? target
            : mutation.one(List.of("policy.csv", "uniform", "policy.json"));
    String output = "";
    String what =
        target.startsWith("policy.")
            ? mutation.one(List.of("evaluate", "evaluate", "compare", "export", "apply"))
            : mutation.one(List.of("check", "check", "check", "evaluate", "learn", "compare"));
    boolean reads = what.equals("evaluate") || what.equals("compare");
    if (what.equals("export")) {
      output = "exported";
      command.addAll(List.of(what, policy, "--to", mutation.one(List.of("sql", "java", "csv"))));
      files.remove(log);
    } else if (what.equals("apply")) {
      output = "decisions.csv";
      command.addAll(List.of(what, policy, log));
    } else {
      command.add(what);
      command.addAll(log.startsWith("counts.") ? List.of("--counts", log) : List.of(log));
    }
    if (what.equals("learn")) {
      output = mutation.one(List.of("learned.csv", "learned.json"));
      command.addAll(List.of("--learner", mutation.one(List.of("vi", "spvi"))));
    }
    if (!output.isEmpty()) {
      command.addAll(List.of("--out", output));
    }
    if (reads) {
      command.addAll(List.of("--policy", policy));
    }
    if (what.equals("compare")) {
      command.addAll(List.of("--policy", "always:x"));
    }
    if (sound.containsKey(policy) && (reads || target.equals(policy))) {
      files.putIfAbsent(policy, sound.get(policy));
    }
    boolean asks = !what.equals("export") && !what.equals("apply");
    if (target.isEmpty()) {
      command.addAll(mutation.options());
    } else if (asks && mutation.below(6) == 0) {
      command.addAll(mutation.one(READING));
    }
    return new Case(command, files, target, output);
  }

  private byte[] damaged(String target, Mutation mutation) throws IOException {
    byte[] bytes = sound.get(target);
    if (target.equals("counts.parquet") && mutation.below(3) > 0) {
      return mutation.entries(bytes);
    }
    if (target.equals("log.parquet") && mutation.below(2) == 0) {
      return table(mutation, bytes);
    }
    return mutation.of(target, bytes);
  }

  /** A sound Parquet file of rows that are not, or the other file where it cannot be written. */
  private byte[] table(Mutation mutation, byte[] other) throws IOException {
    Path file = made.resolve("damaged.parquet");
    try (DuckDb engine = DuckDb.start(1)) {
      engine.execute(mutation.copy(made.resolve("log.csv"), file));
      return Files.readAllBytes(file);
    } catch (BadLogException | IllegalStateException e) {
      return other; // two columns of one name, a cast that there is none for
    } finally {
      Files.deleteIfExists(file);
    }
  }

  /** What is wrong with how a case ends, or nothing. */
  static String fault(Case c, Function<String[], Run> runs, Path place, Path temporary)
      throws Exception {
    c.place(place);
    String[] command = c.words(place);
    Run ended;
    try {
      ended =
          CompletableFuture.supplyAsync(() -> runs.apply(command))
              .get(MOST_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      return "hangs";
    }
    if (ended.exit() != Main.DONE && ended.exit() != Main.USAGE && ended.exit() != Main.BAD_DATA) {
      return "exit " + ended.exit() + ": " + ended.err().lines().findFirst().orElse("");
    }
    if (ended.exit() == Main.DONE == ended.out().isEmpty()) {
      return "exit " + ended.exit() + " with output " + ended.out().length();
    }
    if (ended.exit() != Main.DONE && ended.err().isBlank() || ended.err().contains("\tat ")) {
      return "no message, or a stack trace: " + ended.err();
    }
    boolean writes = !c.output().isEmpty() && ended.exit() == Main.DONE;
    if (writes && Files.size(place.resolve(c.output())) == 0) {
      return "an empty " + c.output();
    }
    for (Map.Entry<String, byte[]> file : c.files().entrySet()) {
      if (!Arrays.equals(file.getValue(), Files.readAllBytes(place.resolve(file.getKey())))) {
        return "changes its input " + file.getKey();
      }
    }
    return left(place, c.files().size() + (writes ? 1 : 0)) + left(temporary, 0);
  }

  /** The folder of this process, which stays until it ends, with nothing of any command in it. */
  private static boolean isEmptyButForItsLock(Path folder) {
    String[] names = folder.toFile().list();
    return names != null && names.length == 1 && names[0].equals("lock");
  }

  static String left(Path place, int expected) throws IOException {
    try (Stream<Path> files = Files.list(place)) {
      List<Path> found =
          files
              .filter(f -> expected > 0 || f.getFileName().toString().startsWith("sluice"))
              .filter(f -> expected > 0 || !isEmptyButForItsLock(f))
              .toList();
      return found.size() == expected ? "" : "leaves " + found;
    }
  }

  static void delete(Path place) throws IOException {
    try (Stream<Path> files = Files.list(place)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
  }

  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[0]);
    long mutations = Long.parseLong(args[1]);
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.parseLong(args[3]));
    Fuzz fuzz = new Fuzz(folder, Long.parseLong(args[2]));
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    long first = args.length > 4 ? Long.parseLong(args[4]) : 0;
    long done = 0;
    long faults = 0;
    for (long i = first; done < mutations && System.nanoTime() < end; i++, done++) {
      Case c = fuzz.damaged(i);
      Path place = folder.resolve("case");
      String fault = fault(c, Run::of, place, temporary);
      if (!fault.isEmpty()) {
        faults++;
        System.out.println("FAULT " + i + " " + c.command() + ": " + fault);
        if (faults <= 20) {
          Path kept = Files.createDirectories(folder.resolve("fault" + i));
          for (String name : c.files().keySet()) {
            Files.copy(place.resolve(name), kept.resolve(name));
          }
        }
        if (fault.equals("hangs")) {
          break; // it still runs
        }
      }
      delete(place);
      if ((done + 1) % 500 == 0) {
        System.out.println("so far " + (done + 1) + ", of them faults " + faults);
      }
    }
    System.out.println("mutations " + done + ", faults " + faults);
    System.exit(faults == 0 ? 0 : 1);
  }
}
