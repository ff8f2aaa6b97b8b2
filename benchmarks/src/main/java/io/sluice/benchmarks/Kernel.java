package io.sluice.benchmarks;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Something whose time is taken, round by round. */
final class Kernel {
  private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();

  private final String name;
  private final boolean parallel;
  private final Work work;
  private final List<Double> nanos = new ArrayList<>();
  private double sum;
  private double spent; // in the round so far
  private int done;

  /** Does it once; what it returns says what was done. */
  @FunctionalInterface
  interface Work {
    double run();
  }

  private Kernel(String name, boolean parallel, Work work) {
    this.name = name;
    this.parallel = parallel;
    this.work = work;
  }

  /** Timed by the processor: what others do on the same core does not count. */
  static Kernel alone(String name, Work work) {
    return new Kernel(name, false, work);
  }

  /** Timed in elapsed seconds. */
  static Kernel parallel(String name, Work work) {
    return new Kernel(name, true, work);
  }

  String name() {
    return name;
  }

  double sum() {
    return sum;
  }

  /** A part of a round: so many times. */
  void slice(int times) {
    long from = now();
    for (int i = 0; i < times; i++) {
      sum = work.run();
    }
    slice(now() - from, times, sum);
  }

  /** A part of a round, done by somebody else. */
  void slice(double nanos, int times, double sum) {
    spent += nanos;
    done += times;
    this.sum = sum;
  }

  /** A round of one slice. */
  void round(int times) {
    slice(times);
    endRound();
  }

  /** The round is over; how long it took each time, on average, is kept. */
  void endRound() {
    if (done > 0) {
      nanos.add(spent / done);
    }
    spent = 0;
    done = 0;
  }

  /** Forgets the rounds so far: they were for the compiler. */
  void forget() {
    nanos.clear();
    spent = 0;
    done = 0;
  }

  private long now() {
    return parallel ? System.nanoTime() : CLOCK.getCurrentThreadCpuTime();
  }

  double median() {
    return median(nanos.stream().mapToDouble(t -> t).toArray());
  }

  /** The median over rounds of how many times longer this took than another did in that round. */
  double over(Kernel other) {
    double[] ratios = new double[Math.min(nanos.size(), other.nanos.size())];
    Arrays.setAll(ratios, i -> nanos.get(i) / other.nanos.get(i));
    return median(ratios);
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    int n = values.length;
    return n == 0 ? Double.NaN : (values[(n - 1) / 2] + values[n / 2]) / 2;
  }
}
