package io.sluice.features;

/**
 * What was learned from where a log has more rows than fit into memory: whole clusters, or
 * episodes, drawn by a hash of their names with a seed.
 *
 * @param drawn what was drawn: clusters or episodes
 * @param rows that were learned from
 * @param episodes that they belong to
 * @param of how many episodes might have been learned from: one half, or all
 * @param share of the clusters that was to be drawn
 * @param seed of the draw
 */
public record LearningSample(
    String drawn, long rows, long episodes, long of, double share, long seed) {}
