package io.sluice.cli;

import java.io.IOException;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** One browser for all tests of pages, started by the first and closed after the last. */
final class SharedBrowser implements BeforeAllCallback {
  private static Browser browser;

  /** The browser, in tests that have this extension. */
  static Browser browser() {
    return browser;
  }

  /** Skips the tests where there is no browser. */
  @Override
  public void beforeAll(ExtensionContext context) throws IOException {
    if (browser == null) {
      browser = Browser.start();
      context
          .getRoot()
          .getStore(ExtensionContext.Namespace.create(SharedBrowser.class))
          .put("browser", (AutoCloseable) SharedBrowser::close);
    }
  }

  private static void close() throws IOException {
    browser.close();
    browser = null;
  }
}
