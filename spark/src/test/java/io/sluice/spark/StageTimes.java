package io.sluice.spark;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerStageCompleted;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.scheduler.StageInfo;

/**
 * One line for each stage of a driver's work: when it began, how long it took, its tasks, and what
 * each executor spent on them. What an executor does not spend of the time of a stage, it waits.
 */
final class StageTimes extends SparkListener {
  static final String STAGE = "stage:";

  private final long begun = System.currentTimeMillis();
  private final Map<Integer, Map<String, long[]>> byStage = new TreeMap<>();

  @Override
  public synchronized void onTaskEnd(SparkListenerTaskEnd task) {
    long[] spent =
        byStage
            .computeIfAbsent(task.stageId(), id -> new TreeMap<>())
            .computeIfAbsent(task.taskInfo().executorId(), id -> new long[3]);
    spent[0]++;
    spent[1] += task.taskInfo().duration();
    spent[2] += task.taskMetrics() == null ? 0 : task.taskMetrics().executorCpuTime() / 1_000_000;
  }

  @Override
  public synchronized void onStageCompleted(SparkListenerStageCompleted completed) {
    StageInfo stage = completed.stageInfo();
    long from = (Long) stage.submissionTime().get();
    long to = (Long) stage.completionTime().get();
    StringBuilder executors = new StringBuilder();
    byStage
        .getOrDefault(stage.stageId(), Map.of())
        .forEach(
            (executor, spent) ->
                executors.append(
                    String.format(
                        Locale.ROOT,
                        "; executor %s: %d tasks, %.1f s, %.1f s on a core",
                        executor,
                        spent[0],
                        spent[1] / 1e3,
                        spent[2] / 1e3)));
    System.err.printf(
        Locale.ROOT,
        "%s %d %s: %d tasks from %.1f s to %.1f s%s%n",
        STAGE,
        stage.stageId(),
        stage.name(),
        stage.numTasks(),
        (from - begun) / 1e3,
        (to - begun) / 1e3,
        executors);
  }
}
