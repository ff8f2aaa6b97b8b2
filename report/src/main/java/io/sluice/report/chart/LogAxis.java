package io.sluice.report.chart;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;

/**
 * A logarithmic axis over amounts; those that are 0 have no place on it.
 *
 * @param low where it begins, more than 0
 */
record LogAxis(double low, double high) {
  /** The axis for some amounts, with some air at both ends. */
  static LogAxis around(List<Double> amounts) {
    double least = amounts.stream().filter(v -> v > 0).min(Double::compare).orElse(1.0);
    double most = amounts.stream().filter(v -> v > 0).max(Double::compare).orElse(1.0);
    double air = Math.max(1.25, Math.pow(most / least, 0.08));
    return new LogAxis(least / air, most * air);
  }

  /** Where an amount lies, from 0 at the low end to 1 at the high one. */
  double place(double amount) {
    return Math.log(amount / low) / Math.log(high / low);
  }

  /** Powers of ten, every second one where they would be many, with 2s and 5s where few. */
  List<Double> ticks() {
    double decades = Math.log10(high / low);
    int[] factors = decades < 1.2 ? new int[] {1, 2, 5} : new int[] {1};
    int stride = Math.max(1, (int) Math.ceil(decades / 4));
    List<Double> ticks = new ArrayList<>();
    for (int e = (int) Math.floor(Math.log10(low)); e <= Math.log10(high); e++) {
      for (int factor : factors) {
        double tick = Double.parseDouble(factor + "e" + e); // rounds once
        if (tick >= low && tick <= high && Math.floorMod(e, stride) == 0) {
          ticks.add(tick);
        }
      }
    }
    return ticks;
  }

  /** A tick as people write it: 0.01, 20; far from 1, 1e−9. */
  static String text(double tick) {
    BigDecimal value = new BigDecimal(tick, new MathContext(3)).stripTrailingZeros();
    boolean far = tick < 1e-4 || tick >= 1e6;
    int exponent = value.precision() - value.scale() - 1;
    return far
        ? value.scaleByPowerOfTen(-exponent).toPlainString()
            + "e"
            + Integer.toString(exponent).replace('-', '−')
        : value.toPlainString();
  }
}
