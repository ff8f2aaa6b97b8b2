package io.sluice.cli;

import io.sluice.simulation.study.Progress;
import java.io.PrintStream;
import java.util.Locale;

/** One line that fills up while someone watches; nothing in a pipe. */
final class ProgressBar implements Progress, AutoCloseable {
  private static final int CELLS = 30;

  private final PrintStream err;
  private final boolean visible;
  private final String title;
  private final int total;
  private int done;
  private int shown = -1;

  ProgressBar(Console console, String title, int total) {
    this.err = console.progress();
    this.visible = console.terminal();
    this.title = title;
    this.total = total;
    advance(0);
  }

  @Override
  public synchronized void advance(int units) {
    done += units;
    int percent = (int) (100L * done / total);
    if (visible && percent != shown) {
      shown = percent;
      int full = CELLS * done / total;
      err.printf(
          Locale.ROOT,
          "\r%s %s%s %3d%%",
          title,
          "█".repeat(full),
          "░".repeat(CELLS - full),
          percent);
      err.flush();
    }
  }

  /** Wipes the line, so that what follows starts on a clean one. */
  @Override
  public void close() {
    if (visible) {
      err.print("\r" + " ".repeat(title.length() + CELLS + 8) + "\r");
      err.flush();
    }
  }
}
