package io.sluice.report.chart;

/** How an axis turns values into lengths. */
public enum Scale {
  /** Equal differences are equally long. */
  LINEAR {
    @Override
    double place(double value) {
      return value;
    }

    @Override
    Ticks ticks(Range range, int most) {
      return Ticks.over(range, most);
    }
  },
  /** Equal ratios are equally long; for values above 0. */
  LOGARITHMIC {
    @Override
    double place(double value) {
      return Math.log10(value);
    }

    @Override
    Ticks ticks(Range range, int most) {
      return Ticks.overPowers(range, most);
    }
  };

  /** Where a value lies, in units of the axis. */
  abstract double place(double value);

  /** Round values on a part of the axis, which is given in its units. */
  abstract Ticks ticks(Range range, int most);
}
