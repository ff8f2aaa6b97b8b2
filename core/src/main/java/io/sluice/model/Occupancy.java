package io.sluice.model;

import io.sluice.mdp.Policy;
import io.sluice.mdp.Shape;
import io.sluice.mdp.StateVector;
import java.util.ArrayList;
import java.util.List;

/** The state occupancy of a policy: the distribution d_h(x) of states at each step. */
public final class Occupancy {
  private Occupancy() {}

  /**
   * d_1 = start, d_{h+1}(x′) = Σ_x d_h(x) Σ_a π(a|x) P(x′|x,a); episodes that ended are counted at
   * the end.
   *
   * @return the distributions of steps 1 … H, step h at index h−1
   */
  public static List<StateVector> forward(Model model, Policy policy, StateVector start) {
    Shape shape = model.shape();
    List<StateVector> steps = new ArrayList<>(shape.horizon());
    steps.add(start);
    for (int h = 1; h < shape.horizon(); h++) {
      double[] next = new double[shape.states() + 1];
      StateVector here = steps.get(h - 1);
      next[shape.end()] = here.at(shape.end());
      for (int x = 0; x < shape.states(); x++) {
        for (int a = 0; a < shape.actions() && here.at(x) != 0; a++) {
          double mass = here.at(x) * policy.probability(h, x, a);
          int pair = model.pair(h, x, a);
          for (int k = model.next.start[pair]; mass != 0 && k < model.next.start[pair + 1]; k++) {
            next[model.next.column[k]] += mass * model.next.value[k];
          }
        }
      }
      steps.add(StateVector.withEnd(next));
    }
    return List.copyOf(steps);
  }
}
