package io.sluice.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * What a command shows to whoever watches, as events. On a terminal it is a line that is written
 * over and over; here each of its versions is one text.
 */
final class SessionProgress implements AutoCloseable {
  private final PrintStream stream;

  SessionProgress(Consumer<String> events, boolean wanted) {
    this.stream = new PrintStream(new Lines(events, wanted), false, StandardCharsets.UTF_8);
  }

  PrintStream stream() {
    return stream;
  }

  @Override
  public void close() {
    stream.close();
  }

  /** Every flush ends a version of the line. */
  private static final class Lines extends ByteArrayOutputStream {
    private final Consumer<String> events;
    private final boolean wanted;

    Lines(Consumer<String> events, boolean wanted) {
      this.events = events;
      this.wanted = wanted;
    }

    @Override
    public synchronized void flush() {
      String text = toString(StandardCharsets.UTF_8).strip();
      reset();
      if (wanted && !text.isEmpty()) {
        events.accept(text);
      }
    }

    @Override
    public void close() {
      flush();
    }
  }
}
