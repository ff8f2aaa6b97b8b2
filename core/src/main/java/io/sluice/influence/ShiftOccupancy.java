package io.sluice.influence;

import io.sluice.mdp.Shape;
import java.util.Arrays;

/**
 * The signed shift occupancy: how a change of policy changes the distribution of states and actions
 * at each step, μ_h(x,a) = d̂_h(x)(π−π_b)(a|x) and μ_{k+1}(x′,a) = π(a|x′) Σ μ_k P̂. The change may
 * be that of one step, or those of several steps together.
 */
final class ShiftOccupancy {
  /** μ_k that weighs rewards, by step and pair; null before the first step. */
  final double[][] mass;

  /** The part of it that moves on to a next state; mostly the same arrays. */
  final double[][] moving;

  /** Whether policies may differ at every step, so that few masses are 0. */
  final boolean dense;

  /**
   * Σ of the mass over the steps of a table, by table and pair; the mass itself where it is one.
   */
  final double[][] ofTable;

  private ShiftOccupancy(PlugIn plugIn, boolean dense) {
    this.dense = dense;
    mass = new double[plugIn.shape.horizon() + 1][];
    moving = new double[plugIn.shape.horizon() + 1][];
    ofTable = new double[plugIn.tables.count()][];
    Arrays.fill(ofTable, plugIn.tables.areShared() ? new double[plugIn.pairs] : plugIn.nothing);
  }

  /** Adds the mass of a block of pairs to that of its table. */
  private void addToTable(PlugIn plugIn, int step, PolicyBlocks blocks) {
    double[] here = mass[step];
    if (!plugIn.tables.areShared()) {
      ofTable[plugIn.tables.of(step)] = here;
      return;
    }
    double[] sums = ofTable[plugIn.tables.of(step)];
    for (int pair = plugIn.pair(blocks.from(), 0); pair < plugIn.pair(blocks.to(), 0); pair++) {
      sums[pair] += here[pair];
    }
  }

  /**
   * @param first the first step at which policies differ
   * @param last the last one
   * @param earning whether these steps' own rewards count, or only what follows from moving
   */
  static ShiftOccupancy of(PlugIn plugIn, int first, int last, boolean earning) {
    Shape shape = plugIn.shape;
    ShiftOccupancy all = new ShiftOccupancy(plugIn, first == 1 && last == shape.horizon());
    double[] arriving = new double[shape.states() + 1];
    for (int k = first; k <= shape.horizon(); k++) {
      boolean own = k <= last;
      boolean ownMoves = own && !plugIn.exogenous.test(k);
      all.mass[k] = new double[plugIn.pairs];
      all.moving[k] = (own && earning) == ownMoves ? all.mass[k] : new double[plugIn.pairs];
      double[] next = new double[shape.states() + 1];
      double[] met = own ? plugIn.share(k).toArray() : new double[0];
      double[] arrived = arriving;
      PolicyBlocks blocks = new PolicyBlocks(plugIn, k, own);
      for (int x = 0; x < shape.states(); x = blocks.to()) {
        blocks.at(x, shape.states());
        if (own) {
          all.addOwn(k, blocks, arrived, met, earning);
        } else {
          all.move(k, blocks, arrived);
        }
        all.addToTable(plugIn, k, blocks);
        if (k < shape.horizon()) {
          plugIn.model.arriving(k, x, blocks.to(), all.moving[k], next);
        }
      }
      arriving = next;
    }
    return all;
  }

  /** Where π itself goes from the log's first states: d̂_1(x)π(a|x), and on by P̂. */
  static ShiftOccupancy ofPolicy(PlugIn plugIn) {
    Shape shape = plugIn.shape;
    ShiftOccupancy all = new ShiftOccupancy(plugIn, true);
    double[] here = plugIn.share(1).toArray();
    for (int k = 1; k <= shape.horizon(); k++) {
      all.mass[k] = new double[plugIn.pairs];
      all.moving[k] = all.mass[k];
      double[] next = new double[shape.states() + 1];
      PolicyBlocks blocks = new PolicyBlocks(plugIn, k, false);
      for (int x = 0; x < shape.states(); x = blocks.to()) {
        blocks.at(x, shape.states());
        all.move(k, blocks, here);
        all.addToTable(plugIn, k, blocks);
        if (k < shape.horizon()) {
          plugIn.model.arriving(k, x, blocks.to(), all.moving[k], next);
        }
      }
      here = next;
    }
    return all;
  }

  /**
   * One loop over pairs, which is measurably faster than one over states with one over actions in
   * it.
   */
  private void addOwn(int k, PolicyBlocks blocks, double[] arrived, double[] met, boolean earning) {
    double[] here = mass[k];
    double[] on = moving[k];
    double[] evaluated = blocks.evaluated;
    double[] behavior = blocks.behavior;
    double earned = earning ? 1 : 0;
    double moved = on == here ? earned : 1 - earned; // they differ where only one of them counts
    int[] stateOf = blocks.stateOf;
    int from = blocks.from();
    int first = from * blocks.actions();
    int size = (blocks.to() - from) * blocks.actions();
    for (int i = 0; i < size; i++) {
      int x = from + stateOf[i];
      double carried = arrived[x] * evaluated[i];
      double own = met[x] * (evaluated[i] - behavior[i]);
      here[first + i] = carried + earned * own;
      on[first + i] = carried + moved * own;
    }
  }

  private void move(int k, PolicyBlocks blocks, double[] arrived) {
    double[] here = mass[k];
    double[] evaluated = blocks.evaluated;
    int[] stateOf = blocks.stateOf;
    int from = blocks.from();
    int first = from * blocks.actions();
    int size = (blocks.to() - from) * blocks.actions();
    for (int i = 0; i < size; i++) {
      here[first + i] = arrived[from + stateOf[i]] * evaluated[i];
    }
  }
}
