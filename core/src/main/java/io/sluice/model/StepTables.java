package io.sluice.model;

import io.sluice.model.Model.Pooling;
import java.io.Serializable;

/**
 * Which steps share a table of estimates: all of them where the model is pooled, else each step has
 * its own. The only class that depends on {@link Pooling}: others ask for the table of a step, or
 * for the steps of a table.
 */
public record StepTables(int horizon, Pooling pooling) implements Serializable {
  /** How many tables there are. */
  public int count() {
    return pooling == Pooling.PER_STEP ? horizon : 1;
  }

  /** The table of a step, counted from 0. */
  public int of(int step) {
    return pooling == Pooling.PER_STEP ? step - 1 : 0;
  }

  /** The first step whose rows a table is made from. */
  public int first(int table) {
    return pooling == Pooling.PER_STEP ? table + 1 : 1;
  }

  /** The last such step. */
  public int last(int table) {
    return pooling == Pooling.PER_STEP ? table + 1 : horizon;
  }

  /** The last such step that is followed by another. */
  public int lastMove(int table) {
    return Math.min(last(table), horizon - 1);
  }

  /** Whether rows of one step also tell about others. */
  public boolean areShared() {
    return pooling == Pooling.POOLED;
  }
}
