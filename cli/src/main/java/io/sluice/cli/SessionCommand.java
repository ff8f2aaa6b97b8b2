package io.sluice.cli;

import java.io.InputStream;
import java.io.PrintStream;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Commands from a program, one after another in one warm process. */
@Command(
    name = "session",
    mixinStandardHelpOptions = true,
    description =
        "Runs commands that another program sends, one after another in one process, without the start-up time of each."
            + " Reads one JSON object per line from standard input: {\"id\":1,\"args\":[\"check\",\"log.csv\"]}; add"
            + " \"progress\":true for progress reports. Answers each with one line: {\"id\":1,\"exit\":0,\"out\":…,\"err\":…}."
            + " Ends when standard input ends. Opens no port.")
final class SessionCommand implements Callable<Integer> {
  private final Console console;

  SessionCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    InputStream in = System.in;
    PrintStream out = System.out;
    // A command that reads "-" must not read the next commands, and a library that prints must not
    // print between answers.
    System.setIn(InputStream.nullInputStream());
    System.setOut(System.err);
    try {
      new Session(in, console.out()).run();
    } finally {
      System.setIn(in);
      System.setOut(out);
    }
    console.requireOut();
    return Main.DONE;
  }
}
