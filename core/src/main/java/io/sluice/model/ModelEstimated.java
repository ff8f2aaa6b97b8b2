package io.sluice.model;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** Tells the JDK's flight recorder that a model was estimated: work that is to be done once. */
@Name("io.sluice.ModelEstimated")
@Label("Model estimated")
@Category("Sluice")
@Description("Rewards and next-state probabilities were estimated from counts")
@StackTrace(false)
final class ModelEstimated extends Event {
  @Label("Cells")
  int cells;

  @Label("Pooling")
  String pooling;
}
