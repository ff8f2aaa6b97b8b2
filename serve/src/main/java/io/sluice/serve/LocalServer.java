package io.sluice.serve;

import java.io.IOException;
import java.io.InputStream;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;

/**
 * A log to explore in a browser of this machine: {@code 127.0.0.1} and a port that was free, or
 * another address where that is asked for. It answers only those who have its token, which the
 * address that it prints has: nobody else on a shared machine.
 */
public final class LocalServer implements AutoCloseable {
  static final String BUG = "a bug in sluice: what it was stands where sluice serve runs";

  private final ServerSocket socket;
  private final Connections connections;
  private final JobRunner jobs;
  private final Guard guard;
  private final CountDownLatch closed = new CountDownLatch(1);

  private LocalServer(ServerSocket socket, JobRunner jobs, EvaluationRequest first, Limits limits) {
    this.socket = socket;
    this.jobs = jobs;
    InetAddress address = socket.getInetAddress();
    String own = host(address) + ":" + socket.getLocalPort();
    String local = "localhost:" + socket.getLocalPort();
    this.guard =
        new Guard(address.isLoopbackAddress() ? Set.of(own, local) : Set.of(own), Guard.newToken());
    Routes routes = new Routes(guard, jobs, first);
    this.connections =
        Connections.start(socket, limits, (request, body) -> reply(routes, request, body));
  }

  /** Counts the log, and opens the page on loopback. */
  public static LocalServer start(LogProvider source, EvaluationRequest first) throws IOException {
    return start(source, first, InetAddress.getByName("127.0.0.1"));
  }

  /** The same on another address of this machine. */
  public static LocalServer start(LogProvider source, EvaluationRequest first, InetAddress address)
      throws IOException {
    return start(source, first, address, Limits.USUAL);
  }

  static LocalServer start(
      LogProvider source, EvaluationRequest first, InetAddress address, Limits limits)
      throws IOException {
    return start(() -> Explorer.open(source), first, address, limits);
  }

  /** The same for a log with feature columns. */
  public static LocalServer startFeatures(
      FeatureProvider source, EvaluationRequest first, Optional<InetAddress> address)
      throws IOException {
    return start(
        () -> FeatureExplorer.open(source),
        first,
        address.isPresent() ? address.get() : InetAddress.getByName("127.0.0.1"),
        Limits.USUAL);
  }

  private static LocalServer start(
      Supplier<PageMaker> maker, EvaluationRequest first, InetAddress address, Limits limits)
      throws IOException {
    ServerSocket socket = Connections.listen(address);
    PageMaker explorer;
    try {
      explorer = maker.get();
    } catch (RuntimeException e) {
      socket.close();
      throw e;
    }
    JobRunner jobs = new JobRunner(explorer);
    jobs.start(first);
    return new LocalServer(socket, jobs, first, limits);
  }

  private Reply reply(Routes routes, Request request, InputStream body)
      throws IOException, InterruptedException {
    try {
      return routes.reply(request, body);
    } catch (RuntimeException e) {
      jobs.explorer().report(e);
      return Reply.text(500, BUG);
    }
  }

  /** As browsers write it: an address of version 6 in brackets, its longest zeros left out. */
  static String host(InetAddress address) {
    String text = address.getHostAddress().replaceAll("%.*", "");
    if (!(address instanceof Inet6Address)) {
      return text;
    }
    for (int zeros = 8; zeros > 1; zeros--) {
      String run = "(^|:)0" + ":0".repeat(zeros - 1) + "(:|$)";
      String shorter = text.replaceFirst(run, "::");
      if (!shorter.equals(text)) {
        return "[" + shorter + "]";
      }
    }
    return "[" + text + "]";
  }

  static Thread thread(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  /** What the log is. */
  public LogAbout about() {
    return jobs.explorer().about();
  }

  /** What to open in a browser, with the token. */
  public String address() {
    return "http://%s:%s/?token=%s"
        .formatted(host(socket.getInetAddress()), socket.getLocalPort(), guard.token());
  }

  /** Waits until it is closed. */
  public void join() throws InterruptedException {
    closed.await();
  }

  /** Ends what is worked on, gives the port back, and waits for its threads. */
  @Override
  public synchronized void close() {
    if (closed.getCount() == 0) {
      return;
    }
    connections.close();
    jobs.close();
    closed.countDown();
  }
}
