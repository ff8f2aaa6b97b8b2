package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Negative controls: what {@link PageContract} forbids would be seen if it happened. */
@ExtendWith(SharedBrowser.class)
class PageControlsTest {
  @TempDir Path folder;

  private Path page(String body) throws IOException {
    return Files.writeString(
        folder.resolve("page.html"),
        "<!DOCTYPE html><meta charset=utf-8><meta name=viewport content='width=device-width'><link rel=icon href='data:,'>"
            + body);
  }

  @AfterEach
  void forget() {
    SharedBrowser.browser().forget();
    SharedBrowser.browser().desktop();
  }

  @Test
  void aPlainPageIsQuiet() throws IOException {
    PageContract.assertQuiet(page("<p>nothing"));
  }

  @Test
  void aRequestWouldBeSeen() throws IOException {
    Path page = page("<img src='other.png'>");
    assertThatThrownBy(() -> PageContract.assertQuiet(page)).isInstanceOf(AssertionError.class);
  }

  @Test
  void aComplaintWouldBeSeen() throws IOException {
    Path page = page("<script>nothing.here()</script>");
    assertThatThrownBy(() -> PageContract.assertQuiet(page))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("console");
  }

  @Test
  void aWidePageWouldScroll() throws IOException {
    SharedBrowser.browser().phone(380);
    SharedBrowser.browser().open(page("<div style='width: 600px'>wide</div>"));
    assertThat(PageContract.overflow()).isPositive();
  }
}
