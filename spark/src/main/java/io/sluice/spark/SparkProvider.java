package io.sluice.spark;

import io.sluice.logs.EngineProvider;
import io.sluice.logs.SqlEngine;
import java.util.Optional;

/** The engine for logs that outgrow one machine. */
public final class SparkProvider implements EngineProvider {
  @Override
  public String name() {
    return "spark";
  }

  @Override
  public SqlEngine start(Optional<String> master) {
    return Spark.start(master);
  }
}
