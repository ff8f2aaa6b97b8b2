package io.sluice.influence;

import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import io.sluice.model.ActionValues;
import io.sluice.model.Backups;
import io.sluice.model.Bonus;
import io.sluice.model.Model;
import io.sluice.model.ValueTable;
import java.io.Serializable;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/**
 * V̂_h(x) and Q̂_h(x,a) of a policy, in [0, 1] units: in a model as it is, neither bounded nor
 * clipped (fitted-Q evaluation on a table), or {@linkplain ShrunkValues shrunken}. V̂_h = Σ_a π
 * Q̂_h in either.
 */
public final class PolicyValues implements Serializable {
  private final Shape shape;
  private final ValueRange range;
  private final double[][] values; // by step from 1 to H+1, the end of the episode included
  private final double[][] actionValues; // by step, then pair
  private final double[] elsewhere; // by step, in states that there were no rows of

  PolicyValues(
      Shape shape,
      ValueRange range,
      double[][] values,
      double[][] actionValues,
      double[] elsewhere) {
    this.shape = shape;
    this.range = range;
    this.values = values;
    this.actionValues = actionValues;
    this.elsewhere = elsewhere;
  }

  /** The same value of all states and actions of a step, and what an end is worth. */
  static PolicyValues constant(Shape shape, ValueRange range, IntToDoubleFunction ofStep) {
    double[][] values = new double[shape.horizon() + 2][shape.states() + 1];
    double[][] actionValues = new double[shape.horizon() + 1][shape.states() * shape.actions()];
    double[] elsewhere = new double[shape.horizon() + 2];
    for (int h = 1; h <= shape.horizon(); h++) {
      elsewhere[h] = ofStep.applyAsDouble(h);
      Arrays.fill(values[h], elsewhere[h]);
      Arrays.fill(actionValues[h], elsewhere[h]);
      values[h][shape.end()] = range.ended(h);
    }
    return new PolicyValues(shape, range, values, actionValues, elsewhere);
  }

  /** (1−share) of these values and share of others: V̂_h = Σ_a π Q̂_h if both have that. */
  PolicyValues mixed(PolicyValues other, double share) {
    return new PolicyValues(
        shape,
        range,
        mixed(values, other.values, share),
        mixed(actionValues, other.actionValues, share),
        mixed(elsewhere, other.elsewhere, share));
  }

  private static double[][] mixed(double[][] first, double[][] second, double share) {
    double[][] both = new double[first.length][];
    for (int h = 1; h < first.length; h++) {
      both[h] = mixed(first[h], second[h], share);
    }
    return both;
  }

  private static double[] mixed(double[] first, double[] second, double share) {
    double[] both = new double[first.length];
    for (int i = 0; i < both.length; i++) {
      both[i] = (1 - share) * first[i] + share * second[i];
    }
    return both;
  }

  /**
   * @param range what a step after the end counts as
   */
  public static PolicyValues of(Model model, ValueRange range, Policy evaluated) {
    Shape shape = model.shape();
    Backups backups = Backups.of(model, Bonus.NONE, range);
    ValueTable table = backups.evaluate(evaluated);
    double[][] values = new double[shape.horizon() + 2][];
    double[][] actionValues = new double[shape.horizon() + 1][shape.states() * shape.actions()];
    for (int h = 1; h <= shape.horizon(); h++) {
      values[h] = table.at(h).point().toArray();
      ActionValues q = backups.actionValues(h, table.at(h + 1));
      for (int x = 0; x < shape.states(); x++) {
        q.at(x);
        for (int a = 0; a < shape.actions(); a++) {
          actionValues[h][x * shape.actions() + a] = q.point(a);
        }
      }
    }
    values[shape.horizon() + 1] = new double[shape.states() + 1];
    return new PolicyValues(shape, range, values, actionValues, new double[shape.horizon() + 2]);
  }

  public Shape shape() {
    return shape;
  }

  /** What values can be, as declared. */
  ValueRange range() {
    return range;
  }

  /** V̂_h(x); of an episode that has ended, at {@link Shape#end()}; 0 at H+1. */
  public double value(int step, int state) {
    return values[step][state];
  }

  /** V̂_h, and Q̂_h of every action, in a state that there were no rows of. */
  double elsewhere(int step) {
    return elsewhere[step];
  }

  /** Q̂_h(x,a). */
  public double actionValue(int step, int state, int action) {
    return actionValues[step][state * shape.actions() + action];
  }
}
