package io.sluice.report.chart;

import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import javax.imageio.ImageIO;

/**
 * Writes charts as pictures, without a screen.
 *
 * <p>The same chart gives the same bytes on one machine and Java version; elsewhere the fonts may
 * differ. A picture appears under its name only when it is complete.
 */
public final class ChartFile {
  /** The width of the PNG in pixels. */
  public static final int PNG_WIDTH = 1800;

  /** The height of the PNG in pixels. */
  public static final int PNG_HEIGHT = 1240;

  private ChartFile() {}

  /** Writes both pictures, replacing earlier ones. */
  public static void write(LineChart chart, Path svg, Path png) throws IOException {
    writeSvg(chart, svg);
    writePng(chart, png);
  }

  /** Writes the picture as SVG, with title, axis labels and legend as searchable text. */
  public static void writeSvg(LineChart chart, Path svg) throws IOException {
    replace(svg, svg(chart));
  }

  /** Writes the picture as PNG. */
  public static void writePng(LineChart chart, Path png) throws IOException {
    replace(png, png(chart));
  }

  private static byte[] svg(LineChart chart) {
    withoutScreen();
    return Svg.of(chart);
  }

  private static byte[] png(LineChart chart) throws IOException {
    withoutScreen();
    BufferedImage image = new BufferedImage(PNG_WIDTH, PNG_HEIGHT, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    graphics.scale((double) PNG_WIDTH / Picture.WIDTH, (double) PNG_HEIGHT / Picture.HEIGHT);
    Picture.draw(chart, graphics);
    graphics.dispose();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ImageIO.write(image, "png", bytes);
    return bytes.toByteArray();
  }

  /** AWT reads this setting once, on first use; whoever set it before keeps their choice. */
  private static void withoutScreen() {
    if (System.getProperty("java.awt.headless") == null) {
      System.setProperty("java.awt.headless", "true");
    }
  }

  private static void replace(Path file, byte[] bytes) throws IOException {
    Path target = file.toAbsolutePath();
    // Not Files.createTempFile, whose files only their owner may read.
    Path draft = target.resolveSibling(target.getFileName() + "." + UUID.randomUUID() + ".tmp");
    try {
      Files.write(draft, bytes, StandardOpenOption.CREATE_NEW);
      try {
        Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
      } catch (AtomicMoveNotSupportedException e) {
        Files.move(draft, target, StandardCopyOption.REPLACE_EXISTING);
      }
    } finally {
      Files.deleteIfExists(draft);
    }
  }
}
