package io.sluice.cli;

import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.apache.spark.scheduler.SparkListenerStageCompleted;

/** In the process of a driver: says on standard error how far it is, for the test that watches. */
public final class StagesSeen extends SparkListener {
  static final String STAGE = "stage done";
  static final String LOST = "executor lost";

  @Override
  public void onStageCompleted(SparkListenerStageCompleted stage) {
    System.err.println(STAGE);
  }

  @Override
  public void onExecutorRemoved(SparkListenerExecutorRemoved executor) {
    System.err.println(LOST);
  }
}
