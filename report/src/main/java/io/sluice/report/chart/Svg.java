package io.sluice.report.chart;

import java.awt.Dimension;
import java.io.ByteArrayOutputStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.apache.batik.svggen.SVGGeneratorContext;
import org.apache.batik.svggen.SVGGraphics2D;
import org.apache.batik.svggen.SVGIDGenerator;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** The picture as an SVG document. */
final class Svg {
  private Svg() {}

  static byte[] of(Sheet sheet) {
    SVGGeneratorContext context = SVGGeneratorContext.createDefault(document());
    context.setComment(null);
    context.setIDGenerator(new Ids(sheet.name()));
    SVGGraphics2D graphics = new SVGGraphics2D(context, false);
    graphics.setSVGCanvasSize(new Dimension(sheet.width(), sheet.height()));
    sheet.draw(graphics);

    Element root = graphics.getRoot();
    root.setAttributeNS(null, "viewBox", "0 0 " + sheet.width() + " " + sheet.height());
    root.setAttributeNS(null, "role", "img");
    return bytes(root);
  }

  /** Not by Batik's own writer, which adds a DOCTYPE that readers would fetch from the network. */
  private static byte[] bytes(Element root) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      Transformer transformer = TransformerFactory.newDefaultInstance().newTransformer();
      transformer.transform(new DOMSource(root), new StreamResult(bytes));
      return bytes.toByteArray();
    } catch (TransformerException e) {
      throw new IllegalStateException("the chart could not be written as XML", e);
    }
  }

  private static Document document() {
    try {
      return DocumentBuilderFactory.newDefaultInstance()
          .newDocumentBuilder()
          .getDOMImplementation()
          .createDocument("http://www.w3.org/2000/svg", "svg", null);
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException("the Java runtime has no XML parser", e);
    }
  }

  /** Ids that depend on the chart alone, and differ between charts put into one HTML page. */
  private static final class Ids extends SVGIDGenerator {
    private final String start;

    Ids(String name) {
      start = "c" + Integer.toHexString(name.hashCode()) + "-";
    }

    @Override
    public String generateID(String prefix) {
      return start + super.generateID(prefix);
    }
  }
}
