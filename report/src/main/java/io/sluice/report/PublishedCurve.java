package io.sluice.report;

import java.util.List;

/**
 * The learning curve that the authors published with their program, read off the picture by eye, so
 * to about 0.02.
 *
 * <p>From 1,500 to 2,000 and from 5,500 to 6,000 episodes it climbs steeply; there a reading is as
 * uncertain in T as in value.
 */
record PublishedCurve(String learner, int episodes, double value) {
  static final List<PublishedCurve> READINGS =
      List.of(
          new PublishedCurve("psl", 10_000, 0.28),
          new PublishedCurve("psl", 20_000, 0.28),
          new PublishedCurve("pvi", 14_000, 0.28),
          new PublishedCurve("pvi", 17_000, 0.44),
          new PublishedCurve("pvi", 20_000, 0.53),
          new PublishedCurve("spvi", 1_500, 0.25),
          new PublishedCurve("spvi", 3_000, 0.36),
          new PublishedCurve("spvi", 5_500, 0.50),
          new PublishedCurve("spvi", 6_000, 0.53),
          new PublishedCurve("spvi", 20_000, 0.555));
}
