package io.sluice.report.page;

import io.sluice.fit.EvaluationDetails;
import io.sluice.fit.EvaluationResult;
import io.sluice.interval.Verdict;
import java.util.ArrayList;
import java.util.List;

/** What can be done about what keeps an evaluation from saying more. */
final class EvaluationAdvice {
  private EvaluationAdvice() {}

  static List<String> of(EvaluationResult answer, EvaluationDetails details) {
    List<String> advice = new ArrayList<>();
    if (!answer.support().unseenActions().isEmpty()) {
      advice.add(
          "Leave actions that were never logged out of the policy, or log them in a small share of decisions first: no interval can make up for them.");
    } else if (answer.support().unsupported().stream().anyMatch(share -> share > 0)) {
      advice.add(
          "Where the log never shows what the policy would do, keep to the logged policy there, or go part of the way (--policy mix:0.1:P).");
    }
    if (details.calibration().map(c -> !c.disagreeing().isEmpty()).orElse(false)) {
      advice.add(
          "Action probabilities that disagree with the actions make every interval wrong: correct the propensity column, or leave it out, so that they are estimated and intervals allow for their error.");
    }
    if (answer.provenance().behavior().equals("estimated")) {
      advice.add(
          "Log the probability of every action (a propensity column): intervals then need not allow for estimating it.");
    }
    if (answer.steps().stream().anyMatch(s -> s.verdict().kind() == Verdict.Kind.CANNOT_TELL)) {
      advice.add(
          "Inconclusive steps: sluice plan says how many more episodes would settle them, and which decisions to explore; sluice coverage says which interval to trust on data like these.");
    }
    return advice;
  }
}
