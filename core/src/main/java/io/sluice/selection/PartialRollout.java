package io.sluice.selection;

import io.sluice.mdp.Policy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which steps are worth changing by themselves: a new policy need not be rolled out at all steps at
 * once.
 *
 * <p>For each step h, the policy that follows the candidate at step h alone and the logged policy
 * otherwise, and the effect α^(h) of following the candidate from step h on. These are statements
 * besides the certificate, with a δ of their own: half of it for either kind, divided among K
 * policies, because the candidate was picked by looking at the holdout, and all steps. So all
 * bounds here hold together with probability 1−δ, and with the certificate with 1−2δ.
 *
 * @param of whose steps: the chosen candidate's, or the most promising one's
 * @param delta with what probability any of the bounds here may fail
 */
public record PartialRollout(Candidate of, double delta, List<Step> steps) {
  public PartialRollout {
    steps = List.copyOf(steps);
  }

  /**
   * @param alone what changing this step alone would gain
   * @param onward α^(h): what it would gain to follow the candidate from this step on
   */
  public record Step(int step, Gain alone, Gain onward) {
    public boolean isWorthChangingAlone() {
      return alone.isCertified();
    }
  }

  /**
   * @param judge of the same holdout
   */
  public static PartialRollout of(CertifiedChoice choice, ModelJudge judge) {
    Candidate candidate = choice.mostPromising().candidate();
    int horizon = candidate.policy().shape().horizon();
    double each = choice.delta() / 2 / choice.different();
    List<Gain> onward = judge.steps(candidate.policy(), each);
    List<Policy> alone = new ArrayList<>();
    for (int h = 1; h <= horizon; h++) {
      alone.add(alone(candidate.policy(), judge.behavior(), h));
    }
    List<Optional<Gain>> gains = judge.totals(alone, each / horizon);
    List<Step> steps = new ArrayList<>();
    for (int h = 1; h <= horizon; h++) {
      steps.add(new Step(h, gains.get(h - 1).orElseThrow(), onward.get(h - 1)));
    }
    return new PartialRollout(candidate, choice.delta(), steps);
  }

  /** The same in other units. */
  public PartialRollout scaled(double factor) {
    return new PartialRollout(
        of,
        delta,
        steps.stream()
            .map(s -> new Step(s.step, s.alone.scaled(factor), s.onward.scaled(factor)))
            .toList());
  }

  /** The logged policy, but for one step. */
  static Policy alone(Policy policy, Policy behavior, int step) {
    return Policy.spliced(Policy.spliced(behavior, policy, step), behavior, step + 1);
  }
}
