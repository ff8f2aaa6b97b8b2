package io.sluice.report.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.report.chart.PanelChart.Cell;
import io.sluice.report.chart.PanelChart.Row;
import io.sluice.report.chart.PanelChart.Words;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PanelChartTest {
  private static final int KEPT = 0x0072B2;
  private static final int BROKEN = 0xD55E00;

  @TempDir Path folder;

  private static Cell cell(int step, double share, boolean kept, double amount) {
    double low = Math.max(0, share - 0.05);
    return new Cell(new Point(step, share, low, Math.min(1, share + 0.05)), 0.95, kept, amount);
  }

  private static PanelChart chart(Row... rows) {
    Words words = new Words("kept < 1", "broken", "promised", "chosen");
    return new PanelChart("Two & more", "step", "share, %", "amount", words, List.of(rows));
  }

  private static Row good() {
    return new Row("good", true, List.of(cell(1, 0.96, true, 2), cell(2, 1, true, 0)));
  }

  private static Row bad() {
    return new Row("bad", false, List.of(cell(1, 0.12, false, 0.5), cell(2, 0.9, true, 1)));
  }

  private BufferedImage png(PanelChart chart) throws IOException {
    ChartFile.write(chart, folder.resolve("a.svg"), folder.resolve("a.png"));
    return ImageIO.read(folder.resolve("a.png").toFile());
  }

  private static Set<Integer> colors(BufferedImage image) {
    Set<Integer> colors = new HashSet<>();
    for (int x = 0; x < image.getWidth(); x++) {
      for (int y = 0; y < image.getHeight(); y++) {
        colors.add(image.getRGB(x, y) & 0xFFFFFF);
      }
    }
    return colors;
  }

  @Test
  void namesNumbersAndWordsAreText() throws IOException {
    png(chart(good(), bad()));
    assertThat(Files.readString(folder.resolve("a.svg")))
        .contains("Two &amp; more", ">step<", ">share, %<", ">amount<", ">good<", ">bad<")
        .contains("kept &lt; 1", ">broken<", ">promised<", ">chosen<")
        .contains(">100<", ">90<", ">80<", ">1<", ">2<")
        .contains(">12%<") // far below what is promised: its number is written
        .doesNotContain(">96%<");
  }

  @Test
  void everyRowMakesThePictureHigherByTheSame() throws IOException {
    int one = png(chart(good())).getHeight();
    int two = png(chart(good(), bad())).getHeight();
    Row third = new Row("third", false, bad().cells());
    assertThat(png(chart(good(), bad(), third)).getHeight() - two).isEqualTo(two - one);
    assertThat(two - one).isPositive();
  }

  /** Both colors are in the legend; a point that breaks its promise adds some of the second. */
  @Test
  void whatBreaksItsPromiseHasAColorOfItsOwn() throws IOException {
    assertThat(colors(png(chart(good())))).contains(KEPT, BROKEN);
    Row kept = new Row("bad", false, List.of(cell(1, 0.94, true, 0.5), cell(2, 0.9, true, 1)));
    assertThat(count(png(chart(good(), bad())), BROKEN))
        .isGreaterThan(count(png(chart(good(), kept)), BROKEN));
  }

  private static long count(BufferedImage image, int color) {
    long count = 0;
    for (int x = 0; x < image.getWidth(); x++) {
      for (int y = 0; y < image.getHeight(); y++) {
        count += (image.getRGB(x, y) & 0xFFFFFF) == color ? 1 : 0;
      }
    }
    return count;
  }

  @Test
  void theLocaleOfTheMachineChangesNoByte() throws IOException {
    png(chart(good(), bad()));
    byte[] usual = Files.readAllBytes(folder.resolve("a.svg"));
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.GERMANY);
    try {
      png(chart(good(), bad()));
      assertThat(folder.resolve("a.svg")).hasBinaryContent(usual);
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void oneStepAndManyStepsCanBeDrawn() throws IOException {
    Row one = new Row("one", false, List.of(cell(1, 1, true, 1)));
    assertThat(png(chart(one))).isNotNull();
    List<Cell> cells =
        java.util.stream.IntStream.rangeClosed(1, 60)
            .mapToObj(h -> cell(h, 0.95, true, h))
            .toList();
    png(chart(new Row("many", false, cells)));
    assertThat(Files.readString(folder.resolve("a.svg"))).contains(">60<").doesNotContain(">59<");
  }

  @Test
  void whatCannotBeDrawnIsRefused() {
    assertThatThrownBy(() -> chart()).hasMessageContaining("needs at least one row");
    assertThatThrownBy(() -> chart(new Row("none", false, List.of())))
        .hasMessageContaining("needs at least one row and one step");
    Row other = new Row("other", false, List.of(cell(1, 1, true, 1)));
    assertThatThrownBy(() -> chart(good(), other))
        .hasMessageContaining("row \"other\": needs the rising steps of the first row, [1.0, 2.0]");
    assertThatThrownBy(() -> cell(3, 1, true, -1)).hasMessageContaining("at least 0, got -1.0");
    assertThatThrownBy(() -> cell(3, 1, true, Double.NaN)).hasMessageContaining("got NaN");
    assertThatThrownBy(() -> new Cell(new Point(1, 1.5, 1, 2), 0.9, true, 1))
        .hasMessageContaining("shares must lie in [0, 1]");
  }
}
