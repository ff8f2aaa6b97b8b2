package io.sluice.report;

import io.sluice.assumptions.Assumptions;
import io.sluice.fit.Provenance;
import io.sluice.mdp.Shape;
import io.sluice.simulation.study.CoverageReading;
import java.util.List;
import java.util.Optional;

/**
 * How often every interval held the truth in a problem's logs.
 *
 * @param simulated the environment, in words
 * @param features how many columns the state has, if it is not one of {@code shape}; else 0
 * @param policy the evaluated policy as the user wrote it
 * @param episodes of each log
 * @param runs how many logs
 * @param truth the effect of each step, in the user's units
 * @param reading in the user's units too
 * @param assumptions what the log says about what intervals rest on, if a log was fitted
 */
public record CoverageResult(
    String simulated,
    Shape shape,
    int features,
    String policy,
    int episodes,
    int runs,
    List<Double> truth,
    CoverageReading reading,
    Optional<Assumptions> assumptions,
    List<String> notes,
    Provenance provenance) {
  public CoverageResult {
    truth = List.copyOf(truth);
    notes = List.copyOf(notes);
  }

  /** What the state is, counted. */
  public String states() {
    return features > 0
        ? Numbers.counted(features, "feature")
        : Numbers.counted(shape.states(), "state");
  }
}
