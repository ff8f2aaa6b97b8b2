package io.sluice.benchmarks;

/** One line of the study of size: an interval, and what it is told. */
enum SizeLine {
  STANDARD("standard", false),
  SELECTIVE("selective, plug-in shift", false),
  SELECTIVE_SHRUNK("selective, shrunk shift", false),
  SELECTIVE_DECLARED("selective, declared", false),
  BANDIT("bandit", false),
  THEOREM("theorem", false),
  THEOREM_UNWEIGHTED("theorem, declared, without weights", false),
  THEOREM_DECLARED("theorem, declared", true),
  FUSED("fused", false),
  FUSED_DECLARED("fused, declared", true),
  SHARP_UNWEIGHTED("sharp, without weights", false),
  SHARP("sharp", false),
  SHARP_DECLARED_UNWEIGHTED("sharp, declared, without weights", false),
  SHARP_DECLARED("sharp, declared", true),
  DOUBLY_ROBUST("doubly robust, normal, half of the log", true),
  EFFICIENT("efficient", false),
  EFFICIENT_UNWEIGHTED("efficient, declared, without weights", false),
  EFFICIENT_DECLARED("efficient, declared", true),
  POOLED("efficient, pooled", false),
  POOLED_UNWEIGHTED("efficient, pooled, declared, without weights", false),
  POOLED_DECLARED("efficient, pooled, declared", true);

  private final String label;
  private final boolean mustHold;

  SizeLine(String label, boolean mustHold) {
    this.label = label;
    this.mustHold = mustHold;
  }

  /** For readers. */
  String label() {
    return label;
  }

  /** Whether its width must not depend on the number of states. */
  boolean mustHold() {
    return mustHold;
  }
}
