package io.sluice.report.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;

/** Results as text for programs. */
public final class Json {
  private Json() {}

  /** Indented, with a line break at its end; the same bytes on every machine. */
  public static String text(Map<String, Object> result) {
    try {
      DefaultPrettyPrinter printer =
          new DefaultPrettyPrinter()
              .withObjectIndenter(new DefaultIndenter("  ", "\n"))
              .withArrayIndenter(new DefaultIndenter("  ", "\n"));
      return new ObjectMapper().writer(printer).writeValueAsString(result) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
