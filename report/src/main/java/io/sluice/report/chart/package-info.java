/**
 * Static line charts, as SVG and PNG files.
 *
 * <p>A {@link io.sluice.report.chart.LineChart} holds {@link io.sluice.report.chart.Series} of
 * {@link io.sluice.report.chart.Point}s, each drawn in a {@link io.sluice.report.chart.Style};
 * {@link io.sluice.report.chart.ChartFile} writes it.
 */
/*
 * XChart draws the curves only. Axes, legend and all text are drawn here, because XChart 4.0.3
 * turns text into outlines, which nobody can search or select in an SVG, steps an axis by 0.075
 * and labels it 0.07, 0.15, 0.23, and leaves out the last number when it comes near the edge.
 */
package io.sluice.report.chart;
