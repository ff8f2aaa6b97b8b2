package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class PageOpenerTest {
  private static final String ADDRESS = "http://127.0.0.1:4000/?token=5f0c";

  @TempDir Path folder;
  private final List<List<String>> started = new ArrayList<>();

  private boolean open(String system, Map<String, String> environment) {
    return new PageOpener(environment, system, started::add).open(ADDRESS);
  }

  private Map<String, String> desktop() throws IOException {
    Path program = folder.resolve("xdg-open");
    Files.writeString(program, "#!/bin/sh\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();
    return Map.of("DISPLAY", ":0", "PATH", "/nowhere:" + folder);
  }

  @Test
  void theBrowserGetsAFileThatLeadsToThePageAndNotTheToken() throws IOException {
    assertThat(open("Linux", desktop())).isTrue();
    List<String> words = started.get(0);
    assertThat(words).hasSize(2).first().isEqualTo("xdg-open");
    assertThat(words.get(1)).startsWith("file:").doesNotContain("token");
    Path leading = Path.of(URI.create(words.get(1)));
    assertThat(Files.readString(leading)).contains("url=" + ADDRESS + "\"");
  }

  @Test
  void macOsHasADesktop() {
    assertThat(open("Mac OS X", Map.of())).isTrue();
    assertThat(started.get(0)).first().isEqualTo("open");
  }

  @Test
  void withoutADesktopNothingIsStarted() {
    assertThat(open("Linux", Map.of("PATH", folder.toString()))).isFalse();
    assertThat(open("Linux", Map.of("DISPLAY", ":0", "PATH", "/nowhere"))).isFalse();
    assertThat(open("Mac OS X", Map.of("SSH_CONNECTION", "1 2 3 4"))).isFalse();
    assertThat(started).isEmpty();
  }

  @Test
  void aProgramThatDoesNotStartIsPassedOver() throws IOException {
    PageOpener.Starter broken =
        words -> {
          throw new IOException("no such program");
        };
    assertThat(new PageOpener(desktop(), "Linux", broken).open(ADDRESS)).isFalse();
  }
}
