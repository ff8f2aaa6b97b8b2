package io.sluice.spark;

import io.sluice.mdp.SettingException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where a cluster is. Spark tries for a minute and then says nothing that helps. */
final class SparkMaster {
  private static final Pattern STANDALONE = Pattern.compile("spark://([^:/,]+):(\\d{1,5})");
  private static final int MILLISECONDS = 10_000;

  private SparkMaster() {}

  /**
   * Fails if nobody listens where a standalone cluster should be. Of several masters, as {@code
   * spark://one:7077,two:7077} has them, one is enough.
   */
  static void requireReachable(String master) {
    if (!master.startsWith("spark://")) {
      return; // Spark knows at once
    }
    String why = "not spark://HOST:PORT";
    for (String one : master.substring("spark://".length()).split(",", -1)) {
      Matcher place = STANDALONE.matcher("spark://" + one);
      if (!place.matches() || Integer.parseInt(place.group(2)) > 65_535) {
        why = "not spark://HOST:PORT";
        break;
      }
      InetSocketAddress address =
          new InetSocketAddress(place.group(1), Integer.parseInt(place.group(2)));
      if (address.isUnresolved()) {
        why = "no such host";
        continue;
      }
      try (Socket socket = new Socket()) {
        socket.connect(address, MILLISECONDS);
        return;
      } catch (IOException e) {
        why = String.valueOf(e.getMessage());
      }
    }
    throw unreachable(master, why);
  }

  static SettingException unreachable(String master, String why) {
    return new SettingException(
        "master", "needs a cluster that can be reached, got %s (%s)".formatted(master, why));
  }
}
