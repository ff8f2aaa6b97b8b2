package io.sluice.features;

import java.io.Serializable;
import java.util.List;

/**
 * What the classifier of actions needs of a step in a part of a log; sums over rows:
 *
 * <pre>
 * Σψψᵀ   Σψ(1{a taken} − π_b(a|x))   Σπ_b   Σ(1{a=a′}π_b(a) − π_b(a)π_b(a′))
 * </pre>
 *
 * and the second again with actions drawn anew from π_b, which the next row cannot tell. Of every
 * {@linkplain NextParts part} of the next row's numbers, the rows in it and Σ(1{a taken} − π_b).
 */
final class PairMoments implements Serializable {
  final int size;
  final double[] gram; // its upper half, until it is a sum of parts
  final double[][] targets; // [action]
  final double[][][] redrawn; // [draw][action]
  final double[] taken; // Σπ_b(a)
  final double[] spread; // [a·A + a′]
  final double[][] parts; // [action]: Σ(1{a taken} − π_b) of each
  final long[] inPart;
  long rows;
  long pooled; // that a row with a pooled level follows

  PairMoments(int size, int actions, int draws, int parts) {
    this.size = size;
    this.parts = new double[actions][parts];
    inPart = new long[parts];
    gram = new double[size * size];
    targets = new double[actions][size];
    redrawn = new double[draws][actions][size];
    taken = new double[actions];
    spread = new double[actions * actions];
  }

  /** The sum of several, formed in their order, with both halves of Σψψᵀ. */
  static PairMoments sum(List<PairMoments> parts) {
    PairMoments first = parts.get(0);
    PairMoments sum =
        new PairMoments(
            first.size, first.targets.length, first.redrawn.length, first.inPart.length);
    parts.forEach(sum::add);
    for (int i = 0; i < sum.size; i++) {
      for (int j = 0; j < i; j++) {
        sum.gram[i * sum.size + j] = sum.gram[j * sum.size + i];
      }
    }
    return sum;
  }

  void add(PairMoments part) {
    plus(gram, part.gram);
    plus(taken, part.taken);
    plus(spread, part.spread);
    rows += part.rows;
    pooled += part.pooled;
    for (int i = 0; i < inPart.length; i++) {
      inPart[i] += part.inPart[i];
    }
    for (int a = 0; a < targets.length; a++) {
      plus(targets[a], part.targets[a]);
      plus(parts[a], part.parts[a]);
      for (int d = 0; d < redrawn.length; d++) {
        plus(redrawn[d][a], part.redrawn[d][a]);
      }
    }
  }

  private static void plus(double[] into, double[] other) {
    for (int i = 0; i < into.length; i++) {
      into[i] += other[i];
    }
  }

  /**
   * Adds a row.
   *
   * @param drawn an action of each new draw
   */
  void add(double[] psi, int action, double[] behavior, int[] drawn) {
    rows++;
    for (int i = 0; i < size; i++) {
      addRow(i * size, i, psi[i], psi);
    }
    for (int a = 0; a < behavior.length; a++) {
      taken[a] += behavior[a];
      for (int b = 0; b < behavior.length; b++) {
        spread[a * behavior.length + b] += (a == b ? behavior[a] : 0) - behavior[a] * behavior[b];
      }
      addScaled(targets[a], (a == action ? 1 : 0) - behavior[a], psi);
      for (int d = 0; d < drawn.length; d++) {
        addScaled(redrawn[d][a], (a == drawn[d] ? 1 : 0) - behavior[a], psi);
      }
    }
  }

  private void addRow(int start, int from, double factor, double[] values) {
    double[] into = gram;
    if (factor != 0) {
      for (int j = from; j < values.length; j++) {
        into[start + j] += factor * values[j];
      }
    }
  }

  /** Adds what a row is followed by. */
  void addNext(NextParts next, double[] row, int action, double[] behavior) {
    pooled += next.isPooled(row) ? 1 : 0;
    for (int j = 0; j < next.columns(); j++) {
      int part = next.part(j, row);
      inPart[part]++;
      for (int a = 0; a < behavior.length; a++) {
        parts[a][part] += (a == action ? 1 : 0) - behavior[a];
      }
    }
  }

  private static void addScaled(double[] into, double factor, double[] values) {
    if (factor != 0) {
      for (int i = 0; i < into.length; i++) {
        into[i] += factor * values[i];
      }
    }
  }
}
