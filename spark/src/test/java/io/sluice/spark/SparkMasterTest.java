package io.sluice.spark;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.mdp.SettingException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A cluster that is not there is said at once. */
class SparkMasterTest {
  @ParameterizedTest
  @ValueSource(strings = {"spark://", "spark://host", "spark://host:port", "spark://host:99999"})
  void anAddressIsAHostAndAPort(String master) {
    assertThatThrownBy(() -> SparkMaster.requireReachable(master))
        .isInstanceOf(SettingException.class)
        .hasMessage(
            "master: needs a cluster that can be reached, got %s (not spark://HOST:PORT)"
                .formatted(master));
  }

  @Test
  void somebodyHasToListen() throws IOException {
    ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    String master = "spark://127.0.0.1:" + server.getLocalPort();
    assertThatCode(() -> SparkMaster.requireReachable(master)).doesNotThrowAnyException();
    server.close();
    assertThatThrownBy(() -> SparkMaster.requireReachable(master))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("needs a cluster that can be reached, got %s (".formatted(master));
  }

  @Test
  void ofSeveralOneIsEnough() throws IOException {
    ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    int refused = closed.getLocalPort();
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      closed.close();
      String both = "spark://127.0.0.1:%d,127.0.0.1:%d".formatted(refused, server.getLocalPort());
      assertThatCode(() -> SparkMaster.requireReachable(both)).doesNotThrowAnyException();
    }
  }

  @Test
  void whatIsNoStandaloneClusterIsLeftToSpark() {
    assertThatCode(() -> SparkMaster.requireReachable("yarn")).doesNotThrowAnyException();
  }
}
