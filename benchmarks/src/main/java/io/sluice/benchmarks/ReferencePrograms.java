package io.sluice.benchmarks;

import io.sluice.mdp.Shape;
import io.sluice.model.Model;
import io.sluice.model.SparseRows;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;

/**
 * Plain C loops for {@code vi} and {@code spvi}, and peers' ways to plan, on the same problem: as
 * many of them as this machine can run.
 */
final class ReferencePrograms implements AutoCloseable {
  private static final Path SOURCES = Path.of("benchmarks/src/main");
  private static final List<Role> C =
      List.of(new Role("vi in C", "vi", "vi"), new Role("spvi in C", "spvi", "spvi"));
  private static final List<Role> EIGEN = List.of(Role.ofPeer("Eigen"));
  private static final List<Role> SCIPY =
      List.of(Role.ofPeer("scipy"), Role.ofPeer("pymdptoolbox"));

  /** What to compare a plan by two threads with. */
  static final List<String> PEERS = names(List.of(EIGEN, SCIPY));

  static final List<String> NAMES = names(List.of(C, EIGEN, SCIPY));

  /**
   * @param name as it is printed
   * @param beside the kernel of ours that it is timed right after
   * @param word what its program is asked for
   */
  private record Role(String name, String beside, String word) {
    static Role ofPeer(String name) {
      return new Role(name, "vi, 2 threads", name);
    }
  }

  private static List<String> names(List<List<Role>> roles) {
    return roles.stream().flatMap(List::stream).map(Role::name).toList();
  }

  private record Reference(Role role, Program program, Kernel kernel) {}

  private final List<Program> programs = new ArrayList<>();
  private final List<Reference> references = new ArrayList<>();
  private final Optional<Path> folder;

  private ReferencePrograms(Optional<Path> folder) {
    this.folder = folder;
  }

  static ReferencePrograms none() {
    return new ReferencePrograms(Optional.empty());
  }

  /**
   * Builds what can be built and starts what can be started.
   *
   * @param log what the bonus takes the root of, times the number of visits
   */
  static ReferencePrograms start(KernelProblem problem, Model model, double log)
      throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("sluice-references");
    ReferencePrograms all = new ReferencePrograms(Optional.of(folder));
    Shape shape = problem.shape();
    List<Integer> sizes =
        List.of(shape.states(), shape.actions(), problem.successors(), shape.horizon());
    List<Object> drawn = new ArrayList<>(sizes);
    drawn.add(problem.local() ? 1 : 0);
    drawn.add(Double.toHexString(log));
    all.add(compiled(folder, "c/kernels.c", "gcc", "-ffp-contract=off", "-lm"), drawn, C);
    Path file = folder.resolve("problem");
    write(model, file);
    List<Object> read = new ArrayList<>(sizes);
    read.add(0, file);
    all.add(
        compiled(folder, "peers/eigen.cpp", "g++", "-DNDEBUG", "-I/usr/include/eigen3"),
        read,
        EIGEN);
    String script = SOURCES.resolve("peers/sparse.py").toString();
    all.add(List.of("python3", script), read, SCIPY);
    if (all.missing().contains("scipy")) { // Debian's scipy is for Debian's Python
      all.add(List.of("/usr/bin/python3", script), read, SCIPY);
    }
    Files.delete(file);
    return all;
  }

  /**
   * @return the command to start it; an empty one if there is no such compiler, or it does not find
   *     what it needs
   */
  private static List<String> compiled(
      Path folder, String source, String compiler, String... options)
      throws IOException, InterruptedException {
    Path program = folder.resolve(compiler);
    List<String> words = new ArrayList<>(List.of(compiler, "-O3", "-o", program.toString()));
    words.add(SOURCES.resolve(source).toString());
    words.addAll(List.of(options));
    ProcessBuilder build = new ProcessBuilder(words);
    build.redirectError(ProcessBuilder.Redirect.DISCARD);
    try {
      return build.start().waitFor() == 0 ? List.of(program.toString()) : List.of();
    } catch (IOException e) {
      return List.of();
    }
  }

  /** Adds what a program does, if it starts here. */
  private void add(List<String> command, List<Object> arguments, List<Role> roles)
      throws IOException {
    Optional<Program> started =
        command.isEmpty() ? Optional.empty() : Program.start(command, arguments);
    started.ifPresent(programs::add);
    for (Role role : started.isPresent() ? roles : List.<Role>of()) {
      references.add(new Reference(role, started.get(), Kernel.alone(role.name, () -> 0)));
    }
  }

  /** Those who cannot be run here. */
  List<String> missing() {
    List<String> running = references.stream().map(reference -> reference.role.name).toList();
    return NAMES.stream().filter(name -> !running.contains(name)).toList();
  }

  /** A slice of every reference program of a kernel of ours. */
  void slice(String beside, int times) throws IOException {
    for (Reference reference : references) {
      if (reference.role.beside.equals(beside)) {
        Program.Plan plan = reference.program.run(reference.role.word, times);
        reference.kernel.slice(times * plan.nanos(), times, plan.sum());
      }
    }
  }

  List<Kernel> kernels() {
    return references.stream().map(Reference::kernel).toList();
  }

  /** Columns, probabilities and rewards, pair by pair, as this machine has them in memory. */
  private static void write(Model model, Path file) throws IOException {
    SparseRows rows = model.next();
    ByteBuffer buffer = ByteBuffer.allocate(1 << 16).order(ByteOrder.nativeOrder());
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16)) {
      write(out, buffer, rows.entries(), k -> buffer.putInt(rows.column(k)));
      write(out, buffer, rows.entries(), k -> buffer.putDouble(rows.value(k)));
      write(out, buffer, rows.rows(), pair -> buffer.putDouble(model.reward(pair)));
    }
  }

  private static void write(OutputStream out, ByteBuffer buffer, int count, IntConsumer put)
      throws IOException {
    for (int i = 0; i < count; i++) {
      put.accept(i);
      if (buffer.remaining() < Double.BYTES || i == count - 1) {
        out.write(buffer.array(), 0, buffer.position());
        buffer.clear();
      }
    }
  }

  @Override
  public void close() throws IOException {
    programs.forEach(Program::close);
    if (folder.isPresent()) {
      try (var files = Files.list(folder.get())) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
      Files.delete(folder.get());
    }
  }
}
