package io.sluice.model;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** Flight recorder event: a model was estimated. Tests use it to see that this happens once. */
@Name("io.sluice.ModelEstimated")
@Label("Model estimated")
@Category("Sluice")
@Description("Rewards and next-state probabilities were estimated from counts")
@StackTrace(false)
final class ModelEstimated extends Event {
  @Label("Cells")
  int cells;

  @Label("Pooling")
  String pooling = "";
}
