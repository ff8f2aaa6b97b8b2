package io.sluice.model;

import java.util.Optional;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
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

  /** Begins one if somebody records: the first one made takes a tenth of a second. */
  static Optional<ModelEstimated> begun() {
    if (!FlightRecorder.isInitialized()) {
      return Optional.empty();
    }
    ModelEstimated event = new ModelEstimated();
    event.begin();
    return Optional.of(event);
  }

  void end(int cells, String pooling) {
    this.cells = cells;
    this.pooling = pooling;
    commit();
  }
}
