package io.sluice.report;

import io.sluice.answers.Provenance;
import io.sluice.mdp.Shape;
import io.sluice.simulation.study.CoverageReading;
import java.util.List;

/**
 * How often every interval held the truth in a problem's logs.
 *
 * @param world what was simulated, in words
 * @param policy the evaluated policy as the user wrote it
 * @param episodes of each log
 * @param runs how many logs
 * @param truth the effect of each step, in the user's units
 * @param reading in the user's units too
 */
public record CoverageAnswer(
    String world,
    Shape shape,
    String policy,
    int episodes,
    int runs,
    List<Double> truth,
    CoverageReading reading,
    List<String> notes,
    Provenance provenance) {
  public CoverageAnswer {
    truth = List.copyOf(truth);
    notes = List.copyOf(notes);
  }
}
