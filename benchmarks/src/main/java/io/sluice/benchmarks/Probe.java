package io.sluice.benchmarks;

/**
 * How long this machine takes to read as many bytes as a kernel must, one after the other: no
 * kernel can be faster. Run beside the kernels, so that whatever slows them slows it too.
 */
final class Probe {
  private final double[] values;
  private double sum; // so that no reading is left out

  Probe(long bytes) {
    values = new double[(int) Math.min(Integer.MAX_VALUE - 8, Math.max(64, bytes / 8))];
    java.util.Arrays.fill(values, 1);
  }

  void read() {
    sum += read(values);
  }

  double sum() {
    return sum;
  }

  /** Eight sums, so that no addition waits for another. */
  private static double read(double[] v) {
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    double e = 0;
    double f = 0;
    double g = 0;
    double h = 0;
    for (int i = 0; i < v.length - 7; i += 8) {
      a += v[i];
      b += v[i + 1];
      c += v[i + 2];
      d += v[i + 3];
      e += v[i + 4];
      f += v[i + 5];
      g += v[i + 6];
      h += v[i + 7];
    }
    return a + b + c + d + e + f + g + h;
  }
}
