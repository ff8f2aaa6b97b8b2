package io.sluice.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A process that a test has started, and what it says; it ends with the test. */
public final class Started implements AutoCloseable {
  private final Process process;
  private final Thread hook = new Thread(this::kill);
  private final List<String> said = new CopyOnWriteArrayList<>();
  private final LinkedBlockingQueue<String> unread = new LinkedBlockingQueue<>();

  public Started(ProcessBuilder command) throws IOException {
    process = command.start();
    Runtime.getRuntime().addShutdownHook(hook); // also where the test is broken off
    Thread listener = new Thread(this::listen, "what a process says");
    listener.setDaemon(true);
    listener.start();
  }

  private void listen() {
    try (BufferedReader lines = process.errorReader()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        said.add(line);
        unread.add(line);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Process process() {
    return process;
  }

  /** Waits five minutes at most until it says something, and gives the line. */
  public String waitFor(String words) throws InterruptedException {
    return waitFor(words, 5);
  }

  /** Waits until it says something, ends without, or has had its time. */
  public String waitFor(String words, int minutes) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(minutes);
    while (true) {
      boolean alive = process.isAlive();
      String line = unread.poll(1, TimeUnit.SECONDS);
      if (line == null && alive && System.nanoTime() < end) {
        continue;
      }
      if (line == null) {
        throw new AssertionError("never said \"%s\" but %s".formatted(words, said));
      }
      if (line.contains(words)) {
        return line;
      }
    }
  }

  /** What it has said so far with these words. */
  public List<String> said(String words) {
    return said.stream().filter(line -> line.contains(words)).toList();
  }

  /** Whether it has said something so far. */
  boolean hasSaid(String words) {
    return !said(words).isEmpty();
  }

  /** Ends what it has started, without a chance to tidy up; it may start the same again. */
  void killChildren() {
    end(process.descendants().toList());
  }

  private static void end(List<ProcessHandle> all) {
    all.forEach(ProcessHandle::destroyForcibly);
    all.forEach(handle -> handle.onExit().join());
  }

  /** Ends it and what it has started, without a chance to tidy up. */
  public void kill() {
    end(Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList());
  }

  @Override
  public void close() {
    kill();
    Runtime.getRuntime().removeShutdownHook(hook);
  }
}
