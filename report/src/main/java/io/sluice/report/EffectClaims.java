package io.sluice.report;

import io.sluice.interval.ModelInterval;
import io.sluice.report.Claim.Verdict;
import io.sluice.simulation.study.EffectStudy;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * What the paper says about selective and standard intervals, under each reading of its selective
 * interval: the text prints one, its theorem has another, and the authors' program a third.
 */
final class EffectClaims {
  private static final double BEHAVIOR_LAMBDA = 0.8;

  private final String figure;
  private final List<EffectStudy.Point> points;
  private final Reading reading;

  /** What the paper may mean by its selective interval. */
  enum Reading {
    PRINTED("as printed", ModelInterval.SELECTIVE_PRINTED),
    BY_POLICY("the policy's shift", ModelInterval.SELECTIVE_BY_POLICY),
    RELEASED("the authors' program", ModelInterval.SELECTIVE_RELEASED);

    private final String words;
    private final ModelInterval method;

    Reading(String words, ModelInterval method) {
      this.words = words;
      this.method = method;
    }

    /** What it is called in reports. */
    String words() {
      return words;
    }

    ModelInterval method() {
      return method;
    }
  }

  private EffectClaims(String figure, List<EffectStudy.Point> points, Reading reading) {
    this.figure = figure;
    this.points = points;
    this.reading = reading;
  }

  static List<Claim> ofChain(String figure, List<EffectStudy.Point> points) {
    List<Claim> all = new ArrayList<>();
    for (Reading reading : Reading.values()) {
      all.add(new EffectClaims(figure, points, reading).largerNearTheBehavior());
    }
    for (Reading reading : Reading.values()) {
      all.add(new EffectClaims(figure, points, reading).tighter());
    }
    for (Reading reading : Reading.values()) {
      all.add(new EffectClaims(figure, points, reading).coverage());
    }
    return all;
  }

  static List<Claim> ofGrid(String figure, List<EffectStudy.Point> points) {
    List<Claim> all = new ArrayList<>();
    for (Reading reading : Reading.values()) {
      all.add(new EffectClaims(figure, points, reading).similar());
    }
    for (Reading reading : Reading.values()) {
      all.add(new EffectClaims(figure, points, reading).coverage());
    }
    return all;
  }

  private Claim claim(String said, String measured, Verdict verdict) {
    return new Claim(figure, said + " (" + reading.words() + ")", measured, verdict);
  }

  private Claim largerNearTheBehavior() {
    double near = ratio(BEHAVIOR_LAMBDA);
    double far = ratio(0);
    double other = ratio(1);
    return claim(
        "The benefit of selective over standard propagation is larger when the evaluated policy is closer to the"
            + " behavior policy (λ = 0.8).",
        text(
            "selective/standard width %.2f at λ = 0.8, against %.2f at λ = 0 and %.2f at λ = 1",
            near, far, other),
        near < far && near < other
            ? Verdict.HOLDS
            : near < far || near < other ? Verdict.HOLDS_IN_PART : Verdict.DOES_NOT_HOLD);
  }

  private Claim tighter() {
    List<Double> lambdas = points.stream().map(EffectStudy.Point::lambda).distinct().toList();
    long narrower = lambdas.stream().filter(lambda -> ratio(lambda) < 1).count();
    return claim(
        "Selective intervals are tighter than standard ones.",
        text(
            "narrower at %d of %d values of λ; mean width %.2f selective, %.2f standard",
            narrower, lambdas.size(), meanWidth(reading.method()), standardWidth()),
        Verdict.of(narrower == lambdas.size()));
  }

  private Claim similar() {
    double ratio = meanWidth(reading.method()) / standardWidth();
    return claim(
        "Selective and standard intervals perform similarly.",
        text(
            "mean width %.2f selective, %.2f standard: ratio %.2f (similar: 0.75 to 1.33)",
            meanWidth(reading.method()), standardWidth(), ratio),
        Verdict.of(ratio > 0.75 && ratio < 1.33));
  }

  private Claim coverage() {
    double standard = mean(ModelInterval.STANDARD, EffectStudy.Point::coverage);
    double selective = mean(reading.method(), EffectStudy.Point::coverage);
    return claim(
        "Both are valid: they contain the true effect (δ = 0.05).",
        text(
            "in %.1f%% of runs and λ standard, in %.1f%% selective",
            100 * standard, 100 * selective),
        Verdict.of(standard >= 0.95 && selective >= 0.95));
  }

  private double ratio(double lambda) {
    return width(reading.method(), lambda) / width(ModelInterval.STANDARD, lambda);
  }

  private double width(ModelInterval method, double lambda) {
    return points.stream()
        .filter(p -> p.method() == method && p.lambda() == lambda)
        .findFirst()
        .orElseThrow()
        .width();
  }

  private double meanWidth(ModelInterval method) {
    return mean(method, EffectStudy.Point::width);
  }

  private double standardWidth() {
    return meanWidth(ModelInterval.STANDARD);
  }

  private double mean(ModelInterval method, ToDoubleFunction<EffectStudy.Point> what) {
    return points.stream()
        .filter(p -> p.method() == method)
        .mapToDouble(what)
        .average()
        .orElseThrow();
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
