package io.sluice.counts;

import io.sluice.mdp.Shape;

/**
 * Walks the cells of counts in order and says what each is about, without taking its key apart by
 * division: neighbors are mostly of one pair.
 */
public final class CellCursor {
  private final Shape shape;
  private final long[] keys;
  private final int end;
  private int cell;
  private long pairStart; // keys of the pair begin here
  private long pairEnd; // and end before here
  private int step;
  private int state;
  private int action;

  CellCursor(Shape shape, long[] keys, int from, int end) {
    this.shape = shape;
    this.keys = keys;
    this.end = end;
    this.cell = from - 1;
  }

  /** Moves to the next cell; false if there is none. */
  public boolean advance() {
    if (++cell >= end) {
      return false;
    }
    if (keys[cell] >= pairEnd) {
      long length = shape.states() + 1L;
      int pair = (int) (keys[cell] / length); // of all steps, so that it fits: see Shape
      pairStart = pair * length;
      pairEnd = pairStart + length;
      int row = pair / shape.actions();
      action = pair - row * shape.actions();
      step = row / shape.states() + 1;
      state = row - (step - 1) * shape.states();
    }
    return true;
  }

  /** Which cell this is at. */
  public int cell() {
    return cell;
  }

  public int step() {
    return step;
  }

  public int state() {
    return state;
  }

  public int action() {
    return action;
  }

  /** The state that followed, or {@link Shape#end()}. */
  public int next() {
    return (int) (keys[cell] - pairStart);
  }
}
