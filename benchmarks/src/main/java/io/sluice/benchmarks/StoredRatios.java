package io.sluice.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Times of kernels in units of the probe's, in a file to compare later runs with: one {@code name:
 * ratio} a line.
 */
final class StoredRatios {
  private StoredRatios() {}

  /** Stores these; others that the file has stay as they are. */
  static void store(Path file, Map<String, Double> ratios) throws IOException {
    Map<String, Double> all = Files.exists(file) ? read(Files.readAllLines(file)) : new TreeMap<>();
    all.putAll(ratios);
    List<String> lines = new ArrayList<>();
    all.forEach((name, ratio) -> lines.add(String.format(Locale.ROOT, "%s: %.3f", name, ratio)));
    Path temporary = Files.createTempFile(file.toAbsolutePath().getParent(), "ratios", ".tmp");
    Files.write(temporary, lines);
    Files.move(temporary, file, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
  }

  static Map<String, Double> read(List<String> lines) {
    Map<String, Double> ratios = new TreeMap<>();
    for (String line : lines) {
      int colon = line.lastIndexOf(": ");
      if (colon < 0) {
        throw new IllegalArgumentException("stored ratios: needs name: ratio, got " + line);
      }
      ratios.put(line.substring(0, colon), Double.parseDouble(line.substring(colon + 2)));
    }
    return ratios;
  }

  /** One line for each kernel that takes more than so many times what it took, by the probe. */
  static List<String> slower(Map<String, Double> stored, Map<String, Double> now, double most) {
    List<String> lines = new ArrayList<>();
    now.forEach(
        (name, ratio) -> {
          Double before = stored.get(name);
          if (before != null && ratio > most * before) {
            lines.add(
                String.format(
                    Locale.ROOT,
                    "%s: %.2f × probe, at most %.3g times the stored %.2f wanted",
                    name,
                    ratio,
                    most,
                    before));
          }
        });
    return lines;
  }
}
