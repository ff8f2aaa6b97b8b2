package io.sluice.report.chart;

import io.sluice.files.WholeFile;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import javax.imageio.ImageIO;

/**
 * Writes charts as pictures, without a screen.
 *
 * <p>The same chart gives the same bytes on one machine and Java version; elsewhere the fonts may
 * differ. A picture appears under its name only when it is complete.
 */
public final class ChartFile {
  private static final int PNG_SCALE = 2; // so that it stays sharp on dense screens

  /** The width of a line chart's PNG in pixels. */
  public static final int PNG_WIDTH = PNG_SCALE * Picture.WIDTH;

  /** The height of a line chart's PNG in pixels. */
  public static final int PNG_HEIGHT = PNG_SCALE * Picture.HEIGHT;

  private ChartFile() {}

  /** Writes both pictures, replacing earlier ones. */
  public static void write(LineChart chart, Path svg, Path png) throws IOException {
    writeSvg(chart, svg);
    writePng(chart, png);
  }

  /** Writes both pictures, replacing earlier ones. */
  public static void write(PanelChart chart, Path svg, Path png) throws IOException {
    replace(svg, svg(Sheet.of(chart)));
    replace(png, png(Sheet.of(chart)));
  }

  /** Writes the picture as SVG, with title, axis labels and legend as searchable text. */
  public static void writeSvg(LineChart chart, Path svg) throws IOException {
    replace(svg, svg(Sheet.of(chart)));
  }

  /** Writes the picture as PNG. */
  public static void writePng(LineChart chart, Path png) throws IOException {
    replace(png, png(Sheet.of(chart)));
  }

  private static byte[] svg(Sheet sheet) {
    withoutScreen();
    return Svg.of(sheet);
  }

  private static byte[] png(Sheet sheet) throws IOException {
    withoutScreen();
    BufferedImage image =
        new BufferedImage(
            PNG_SCALE * sheet.width(), PNG_SCALE * sheet.height(), BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    graphics.scale(PNG_SCALE, PNG_SCALE);
    sheet.draw(graphics);
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
    WholeFile.write(file, out -> out.write(bytes));
  }
}
