package io.sluice.model;

import io.sluice.counts.CellCursor;
import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.Shape;
import io.sluice.model.Model.Pooling;
import java.util.stream.IntStream;

/**
 * Rewards, visits and next-state probabilities of all pairs, from counts. Rows do not depend on
 * each other, so parts of a large table are estimated at the same time.
 */
final class RowEstimates {
  /** With fewer cells, another thread does not pay. */
  private static final int WORTHWHILE = 1 << 16;

  private static final int PARTS = 16;

  private final TransitionCounts counts;
  private final Shape shape;
  private final StepTables tables;
  private final double[] reward;
  private final long[] visits;
  private final SparseRows next;

  RowEstimates(TransitionCounts counts, Pooling pooling) {
    this.counts = counts;
    shape = counts.shape();
    tables = new StepTables(shape.horizon(), pooling);
    int pairs = tables.count() * shape.states() * shape.actions();
    reward = new double[pairs];
    visits = new long[pairs];
    long all = (long) tables.count() * shape.states(); // the states of all tables
    int parts = counts.cells() < WORTHWHILE ? 1 : PARTS;
    next =
        SparseRows.joined(
            IntStream.range(0, parts)
                .parallel()
                .mapToObj(i -> rows((int) (all * i / parts), (int) (all * (i + 1) / parts)))
                .toList());
  }

  /** R̂(x,a), 0 where never seen. */
  double[] reward() {
    return reward;
  }

  /** n(x,a). */
  long[] visits() {
    return visits;
  }

  /** P̂. */
  SparseRows next() {
    return next;
  }

  /** The rows of some states, those of the first table being numbered first. */
  private SparseRows rows(int from, int to) {
    int all = tables.count() * shape.states();
    long cells = counts.cells() / (tables.areShared() ? 2 : 1);
    SparseRows.Writer rows =
        new SparseRows.Writer(
            (to - from) * shape.actions(), (int) (cells * (to - from) / Math.max(1, all)));
    RowScratch row = new RowScratch(shape.states() + 1);
    for (int begin = from; begin < to; ) {
      int table = begin / shape.states();
      int end = Math.min(to, (table + 1) * shape.states());
      estimate(table, begin % shape.states(), end - table * shape.states(), row, rows);
      begin = end;
    }
    return rows.done();
  }

  private void estimate(int table, int from, int to, RowScratch row, SparseRows.Writer rows) {
    CellCursor[] cursors = new CellCursor[shape.horizon() + 1];
    boolean[] more = new boolean[cursors.length];
    for (int h = tables.first(table); h <= tables.last(table); h++) {
      cursors[h] = counts.walk(h, from, to);
      more[h] = cursors[h].advance();
    }
    int pair = (table * shape.states() + from) * shape.actions();
    for (int x = from; x < to; x++) {
      for (int a = 0; a < shape.actions(); a++, pair++) {
        for (int h = tables.first(table); h <= tables.last(table); h++) {
          CellCursor at = cursors[h];
          for (; more[h] && at.action() == a && at.state() == x; more[h] = at.advance()) {
            visits[pair] += counts.count(at.cell());
            reward[pair] += counts.rewardSum(at.cell());
            if (h < shape.horizon()) {
              row.add(at.next(), counts.count(at.cell()));
            }
          }
        }
        if (visits[pair] > 0) {
          reward[pair] /= visits[pair];
        }
        writeNormalized(row, rows);
      }
    }
  }

  private static void writeNormalized(RowScratch row, SparseRows.Writer rows) {
    int[] columns = row.columns();
    double total = 0;
    for (int i = 0; i < row.size(); i++) {
      total += row.at(columns[i]);
    }
    for (int i = 0; i < row.size(); i++) {
      rows.entry(columns[i], row.at(columns[i]) / total);
    }
    rows.endRow();
    row.clear();
  }
}
