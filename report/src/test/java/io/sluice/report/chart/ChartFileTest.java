package io.sluice.report.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

class ChartFileTest {
  @TempDir Path folder;

  @Test
  void theSvgIsXmlThatHoldsTitleLabelsNamesAndNumbersAsText() throws Exception {
    assertThat(texts(Charts.bands()))
        .contains("Effect & its intervals", "weight λ < 1", "effect")
        .contains("standard", "selective", "true effect")
        .contains("0.0", "1.0", "−0.2");
    assertThat(texts(Charts.learningCurves()))
        .contains("Learned value", "trajectories", "value", "SPVI", "optimum", "behavior")
        .contains("10,000");
  }

  @Test
  void theSvgRefersToNothingOutsideItself() throws IOException {
    Path svg = folder.resolve("a.svg");
    ChartFile.writeSvg(Charts.bands(), svg);
    assertThat(Files.readString(svg)).doesNotContain("DOCTYPE", "href", "<image");
  }

  @Test
  void idsOfTwoChartsDifferSoThatBothFitIntoOnePage() throws Exception {
    Set<String> ids = clipIds(Charts.bands());
    assertThat(ids).isNotEmpty().doesNotContainAnyElementsOf(clipIds(Charts.learningCurves()));
  }

  @Test
  void thePngHasItsSizeAndTheColorsOfItsSeries() throws IOException {
    BufferedImage image = png(Charts.bands());
    assertThat(image.getWidth()).isEqualTo(ChartFile.PNG_WIDTH);
    assertThat(image.getHeight()).isEqualTo(ChartFile.PNG_HEIGHT);
    Set<Integer> colors = colors(image);
    assertThat(colors).contains(0xFFFFFF, 0x000000, 0x0072B2, 0xD55E00);
    assertThat(colors).doesNotContain(0x009E73); // there is no third method
    assertThat(colors).hasSizeGreaterThan(100); // smooth edges
  }

  @Test
  void theSameChartGivesTheSameBytes() throws IOException {
    assertThat(bytes(Charts.bands())).isEqualTo(bytes(Charts.bands()));
    assertThat(bytes(Charts.learningCurves())).isEqualTo(bytes(Charts.learningCurves()));
  }

  @Test
  void theLocaleOfTheMachineChangesNoByte() throws IOException {
    List<String> usual = bytes(Charts.learningCurves());
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.GERMANY);
    try {
      assertThat(bytes(Charts.learningCurves())).isEqualTo(usual);
    } finally {
      Locale.setDefault(before);
    }
  }

  /** Negative control of the two tests above: one value differs by 0.01. */
  @Test
  void aSlightlyDifferentChartGivesOtherBytes() throws IOException {
    List<String> one = bytes(Charts.learningCurves(0.90));
    List<String> other = bytes(Charts.learningCurves(0.91));
    assertThat(one.get(0)).isNotEqualTo(other.get(0));
    assertThat(one.get(1)).isNotEqualTo(other.get(1));
  }

  @Test
  void anEarlierPictureIsReplacedAndNoDraftStays() throws IOException {
    Path svg = Files.writeString(folder.resolve("a.svg"), "old");
    ChartFile.write(Charts.bands(), svg, folder.resolve("a.png"));
    assertThat(svg).content().startsWith("<?xml");
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("a.svg", "a.png");
    }
  }

  @Test
  void aMissingFolderIsNamed() {
    Path svg = folder.resolve("missing").resolve("a.svg");
    assertThatThrownBy(() -> ChartFile.writeSvg(Charts.bands(), svg))
        .isInstanceOf(FileSystemException.class)
        .hasMessageContaining("missing");
  }

  /** Both files as hexadecimal text, which fails more readably than arrays. */
  private List<String> bytes(LineChart chart) throws IOException {
    Path svg = folder.resolve("bytes.svg");
    Path png = folder.resolve("bytes.png");
    ChartFile.write(chart, svg, png);
    return List.of(Files.readString(svg), HexFormat.of().formatHex(Files.readAllBytes(png)));
  }

  private List<String> texts(LineChart chart) throws Exception {
    NodeList nodes = document(chart).getElementsByTagName("text");
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < nodes.getLength(); i++) {
      texts.add(nodes.item(i).getTextContent());
    }
    return texts;
  }

  private Set<String> clipIds(LineChart chart) throws Exception {
    NodeList nodes = document(chart).getElementsByTagName("clipPath");
    Set<String> ids = new HashSet<>();
    for (int i = 0; i < nodes.getLength(); i++) {
      ids.add(nodes.item(i).getAttributes().getNamedItem("id").getNodeValue());
    }
    return ids;
  }

  private Document document(LineChart chart) throws Exception {
    Path svg = folder.resolve("parsed.svg");
    ChartFile.writeSvg(chart, svg);
    return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(svg.toFile());
  }

  private BufferedImage png(LineChart chart) throws IOException {
    Path png = folder.resolve("read.png");
    ChartFile.writePng(chart, png);
    return ImageIO.read(png.toFile());
  }

  private static Set<Integer> colors(BufferedImage image) {
    Set<Integer> colors = new HashSet<>();
    for (int y = 0; y < image.getHeight(); y++) {
      for (int x = 0; x < image.getWidth(); x++) {
        colors.add(image.getRGB(x, y) & 0xFFFFFF);
      }
    }
    return colors;
  }
}
