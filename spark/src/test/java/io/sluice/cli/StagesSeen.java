package io.sluice.cli;

import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.apache.spark.scheduler.SparkListenerSpeculativeTaskSubmitted;
import org.apache.spark.scheduler.SparkListenerStageCompleted;

/** In the process of a driver: says on standard error how far it is, for the test that watches. */
public final class StagesSeen extends SparkListener {
  static final String STAGE = "stage done";
  static final String LOST = "executor lost";
  static final String AGAIN = "task started a second time";

  /** A pass over episodes, at its end. */
  static final String PASS = STAGE + " fold at SparkEpisodes";

  @Override
  public void onStageCompleted(SparkListenerStageCompleted stage) {
    System.err.println(STAGE + ' ' + stage.stageInfo().name());
  }

  @Override
  public void onExecutorRemoved(SparkListenerExecutorRemoved executor) {
    System.err.println(LOST);
  }

  @Override
  public void onSpeculativeTaskSubmitted(SparkListenerSpeculativeTaskSubmitted task) {
    System.err.println(AGAIN);
  }
}
