package io.sluice.cli;

import io.sluice.simulation.study.CoverageReading;
import java.util.List;

/**
 * How often every interval held the truth in a problem's logs.
 *
 * @param policy the evaluated policy as the user wrote it
 * @param truth the effect of each step, in the user's units
 * @param reading in the user's units too
 */
record CoverageAnswer(
    CoverageProblem problem,
    String policy,
    int episodes,
    int runs,
    List<Double> truth,
    CoverageReading reading) {}
