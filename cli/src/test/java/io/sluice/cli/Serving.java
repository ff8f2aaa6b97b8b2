package io.sluice.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** {@code sluice serve} while it runs, in a thread of its own. */
final class Serving implements AutoCloseable {
  private static final String READY = "Ctrl-C ends it\n";

  private final CompletableFuture<String> printed = new CompletableFuture<>();
  private final CompletableFuture<Integer> exit = new CompletableFuture<>();
  private final Thread thread;

  private Serving(String... args) {
    thread = new Thread(() -> run(args), "serving");
    thread.start();
  }

  private void run(String... args) {
    ByteArrayOutputStream out =
        new ByteArrayOutputStream() {
          @Override
          public synchronized void write(byte[] bytes, int offset, int length) {
            super.write(bytes, offset, length);
            if (toString(StandardCharsets.UTF_8).endsWith(READY)) {
              printed.complete(toString(StandardCharsets.UTF_8));
            }
          }
        };
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code =
        Main.run(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false,
            args);
    printed.completeExceptionally(
        new IllegalStateException("ended with %d: %s".formatted(code, err)));
    exit.complete(code);
  }

  /** Starts it, and waits until it says where it is. */
  static Serving start(String... args) throws Exception {
    String[] all = new String[args.length + 1];
    all[0] = "serve";
    System.arraycopy(args, 0, all, 1, args.length);
    Serving serving = new Serving(all);
    serving.printed();
    return serving;
  }

  /** All that it said before it began to wait for questions. */
  String printed() throws Exception {
    return printed.get(2, TimeUnit.MINUTES);
  }

  String address() throws Exception {
    return printed().replaceAll("(?s).*(http://\\S+).*", "$1");
  }

  /** Ends it as Ctrl-C would; the exit code. */
  int end() throws Exception {
    thread.interrupt();
    return exit.get(2, TimeUnit.MINUTES);
  }

  @Override
  public void close() {
    try {
      end();
    } catch (Exception e) {
      throw new IllegalStateException("serve did not end", e);
    }
  }
}
