package io.sluice.counts;

import io.sluice.mdp.Shape;

/**
 * Walks the cells of counts in order and says what each is about. Keys are taken apart by
 * multiplying with reciprocals, which is several times faster than dividing: the quotients are
 * below 2³¹, so a double misses them by one at most, and that is put right.
 */
public final class CellCursor {
  private final long[] keys;
  private final int end;
  private final long length; // so many keys has a pair
  private final double perLength;
  private final int actions;
  private final double perAction;
  private final int pairsOfStep;
  private int cell;
  private long pairStart; // keys of the pair begin here
  private long pairEnd; // and end before here
  private int stepStart; // pairs of the step begin here, those of all steps being numbered
  private int step;
  private int state;
  private int action;

  CellCursor(Shape shape, long[] keys, int from, int end) {
    this.keys = keys;
    this.end = end;
    this.length = shape.states() + 1L;
    this.perLength = 1.0 / length;
    this.actions = shape.actions();
    this.perAction = 1.0 / actions;
    this.pairsOfStep = shape.states() * actions;
    this.cell = from - 1;
    this.step = 1;
  }

  /** Moves to the next cell; false if there is none. */
  public boolean advance() {
    if (++cell >= end) {
      return false;
    }
    if (keys[cell] >= pairEnd) {
      movePair(keys[cell]);
    }
    return true;
  }

  private void movePair(long key) {
    int pair = (int) (key * perLength); // of all steps, so that it fits: see Shape
    pairStart = pair * length;
    if (pairStart > key) {
      pair--;
      pairStart -= length;
    } else if (key - pairStart >= length) {
      pair++;
      pairStart += length;
    }
    pairEnd = pairStart + length;
    if (pair - stepStart >= pairsOfStep) { // by one step mostly; a walk of one step begins far on
      int steps = (pair - stepStart) / pairsOfStep;
      stepStart += steps * pairsOfStep;
      step += steps;
    }
    int inStep = pair - stepStart;
    int quotient = (int) (inStep * perAction);
    int rest = inStep - quotient * actions;
    if (rest < 0) {
      quotient--;
      rest += actions;
    } else if (rest >= actions) {
      quotient++;
      rest -= actions;
    }
    state = quotient;
    action = rest;
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
