package io.sluice.report.chart;

import io.sluice.report.chart.PanelChart.Cell;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;

/**
 * One row of a {@link PanelChart}. A share far below what is promised is drawn at the lower edge,
 * with its number, so that the others can be told apart.
 */
record PanelRow(PanelChart.Row row, PanelScales scales, double top) {
  private static final Color GRID = new Color(0xE2E2E2);
  private static final Color FRAME = new Color(0x707070);
  private static final BasicStroke THIN = new BasicStroke(1);
  private static final BasicStroke MEDIUM = new BasicStroke(2);

  void draw(Graphics2D g) {
    g.setColor(Color.BLACK);
    Label.fitting(row.name(), row.chosen() ? Font.BOLD : Font.PLAIN, 17, PanelScales.NAMES - 26)
        .draw(g, 18, top + PanelScales.ROW / 2.0 + 6);
    frame(g, PanelScales.LEFT);
    frame(g, PanelScales.RIGHT);
    for (double tick : scales.shareTicks()) {
      String number = Long.toString(Math.round(tick));
      tick(g, PanelScales.LEFT, scales.shareY(top, tick), number);
    }
    for (double tick : scales.amounts().ticks()) {
      tick(g, PanelScales.RIGHT, scales.amountY(top, tick), LogAxis.text(tick));
    }
    promised(g);
    row.cells().forEach(cell -> share(g, cell));
    amounts(g);
  }

  private void frame(Graphics2D g, double left) {
    Rectangle2D area = new Rectangle2D.Double(left, top, PanelScales.PANEL, PanelScales.ROW);
    g.setColor(Color.WHITE);
    g.fill(area);
    g.setStroke(THIN);
    g.setColor(FRAME);
    g.draw(area);
  }

  private static void tick(Graphics2D g, double left, double y, String number) {
    g.setColor(GRID);
    g.setStroke(THIN);
    g.draw(new Line2D.Double(left + 1, y, left + PanelScales.PANEL - 1, y));
    g.setColor(Color.BLACK);
    Label label = Label.fitting(number, Font.PLAIN, 14, PanelScales.NUMBERS - 8);
    label.draw(g, left - 6 - label.width(), y + 5);
  }

  private void promised(Graphics2D g) {
    g.setColor(Color.BLACK);
    g.setStroke(PanelPicture.DASHED);
    Path2D line = new Path2D.Double();
    for (Cell cell : row.cells()) {
      double y = scales.shareY(top, 100 * cell.promised());
      double half = scales.stepWidth() / 2;
      double x = scales.x(PanelScales.LEFT, cell.share().x());
      if (line.getCurrentPoint() == null) {
        line.moveTo(x - half, y);
      } else {
        line.lineTo(x - half, y);
      }
      line.lineTo(x + half, y);
    }
    g.draw(line);
  }

  private void share(Graphics2D g, Cell cell) {
    double x = scales.x(PanelScales.LEFT, cell.share().x());
    double floor = top + PanelScales.ROW - 3;
    g.setColor(color(cell));
    g.setStroke(MEDIUM);
    double low = Math.min(floor, scales.shareY(top, 100 * cell.share().low()));
    double high = Math.min(floor, scales.shareY(top, 100 * cell.share().high()));
    g.draw(new Line2D.Double(x, low, x, high));
    if (100 * cell.share().y() >= scales.shares().low()) {
      marker(g, cell, x, scales.shareY(top, 100 * cell.share().y()));
      return;
    }
    Path2D arrow = new Path2D.Double();
    arrow.moveTo(x - 7, floor - 11);
    arrow.lineTo(x + 7, floor - 11);
    arrow.lineTo(x, floor);
    arrow.closePath();
    g.fill(arrow);
    String number = Math.round(100 * cell.share().y()) + "%";
    Label.fitting(number, Font.BOLD, 14, Math.max(8, scales.stepWidth()))
        .drawCentered(g, x, floor - 16);
  }

  private void amounts(Graphics2D g) {
    g.setStroke(MEDIUM);
    g.setColor(FRAME);
    Path2D line = new Path2D.Double();
    for (Cell cell : row.cells()) {
      double x = scales.x(PanelScales.RIGHT, cell.share().x());
      double y = scales.amountY(top, cell.amount());
      if (line.getCurrentPoint() == null) {
        line.moveTo(x, y);
      } else {
        line.lineTo(x, y);
      }
    }
    g.draw(line);
    for (Cell cell : row.cells()) {
      g.setColor(color(cell));
      double x = scales.x(PanelScales.RIGHT, cell.share().x());
      marker(g, cell, x, scales.amountY(top, cell.amount()));
    }
  }

  private static Color color(Cell cell) {
    return cell.kept() ? PanelPicture.KEPT : PanelPicture.BROKEN;
  }

  private void marker(Graphics2D g, Cell cell, double x, double y) {
    double r = Math.min(10, Math.max(4, scales.stepWidth() / 3)) / 2;
    g.fill(
        cell.kept()
            ? new Ellipse2D.Double(x - r, y - r, 2 * r, 2 * r)
            : new Rectangle2D.Double(x - r, y - r, 2 * r, 2 * r));
  }
}
