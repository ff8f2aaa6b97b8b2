package io.sluice.serve;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Takes connections, so many at once and no more. When there are too many, altogether or from one
 * address, the one that has waited longest without having sent a request is closed for a new one:
 * however many requests are begun and never finished, a whole one gets through.
 */
final class Connections implements AutoCloseable {
  private static final int SECONDS = 5;

  private final ServerSocket server;
  private final Limits limits;
  private final Connection.Handler handler;
  private final ThreadPoolExecutor threads;
  private final ScheduledThreadPoolExecutor clock;
  private final Thread accepting = LocalServer.thread(this::accept, "sluice-serve-accept");
  private final Set<Connection> open = new LinkedHashSet<>(); // the oldest first

  private Connections(ServerSocket server, Limits limits, Connection.Handler handler) {
    this.server = server;
    this.limits = limits;
    this.handler = handler;
    this.threads =
        new ThreadPoolExecutor(
            0,
            2 * limits.connections(), // those that were closed need a moment to end
            10,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            task -> LocalServer.thread(task, "sluice-serve-http"));
    this.clock =
        new ScheduledThreadPoolExecutor(1, task -> LocalServer.thread(task, "sluice-serve-clock"));
    clock.setRemoveOnCancelPolicy(true);
  }

  /** A port of an address, from which nothing is taken yet. */
  static ServerSocket listen(InetAddress address) throws IOException {
    ServerSocket socket = new ServerSocket();
    try {
      socket.bind(new InetSocketAddress(address, 0));
    } catch (IOException e) {
      socket.close();
      throw e;
    }
    return socket;
  }

  static Connections start(ServerSocket server, Limits limits, Connection.Handler handler) {
    Connections connections = new Connections(server, limits, handler);
    connections.accepting.start();
    return connections;
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        take(server.accept());
      } catch (IOException e) {
        // closed, or the other side has gone before it was taken
      }
    }
  }

  private void take(Socket socket) {
    Connection connection = new Connection(socket, limits, handler, clock);
    InetAddress from = connection.from();
    synchronized (this) {
      boolean way =
          makeWay(other -> other.from().equals(from), limits.perAddress())
              && makeWay(other -> true, limits.connections());
      if (!way) {
        connection.close();
        return;
      }
      open.add(connection);
    }
    try {
      threads.execute(
          () -> {
            try {
              connection.run();
            } finally {
              forget(connection);
            }
          });
    } catch (RejectedExecutionException e) {
      connection.close();
      forget(connection);
    }
  }

  /** Closes the oldest of some connections that waits, if there are too many of them. */
  private boolean makeWay(Predicate<Connection> which, int most) {
    List<Connection> counted = open.stream().filter(which).toList();
    if (counted.size() < most) {
      return true;
    }
    Optional<Connection> oldest = counted.stream().filter(Connection::isWaiting).findFirst();
    oldest.ifPresent(
        connection -> {
          connection.close();
          open.remove(connection);
        });
    return oldest.isPresent();
  }

  private synchronized void forget(Connection connection) {
    open.remove(connection);
  }

  private synchronized List<Connection> all() {
    return List.copyOf(open);
  }

  /** Gives the port back, and waits for the threads. */
  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      // it is closed all the same
    }
    clock.shutdownNow();
    threads.shutdownNow();
    all().forEach(Connection::close);
    try {
      accepting.join(TimeUnit.SECONDS.toMillis(SECONDS));
      threads.awaitTermination(SECONDS, TimeUnit.SECONDS);
      clock.awaitTermination(SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
