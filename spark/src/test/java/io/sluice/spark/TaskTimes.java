package io.sluice.spark;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.apache.spark.SparkContext;
import org.apache.spark.executor.TaskMetrics;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;

/**
 * Where the time of a driver's work goes, from now on: in tasks, or in this process. Also bytes
 * that were moved between executors and that came here, and what was left of the heap at the most.
 */
final class TaskTimes extends SparkListener {
  private record Span(long from, long to) {}

  private final List<Span> tasks = new ArrayList<>();
  private final long begun = System.currentTimeMillis();
  private final long processor = processorTime();
  private final SparkContext context;
  private long running;
  private long onCore;
  private long collecting;
  private long shuffled;
  private long results;

  private TaskTimes(SparkContext context) {
    this.context = context;
  }

  static TaskTimes in(SparkContext context) {
    TaskTimes times = new TaskTimes(context);
    context.addSparkListener(times);
    return times;
  }

  private static long processorTime() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  @Override
  public synchronized void onTaskEnd(SparkListenerTaskEnd task) {
    tasks.add(new Span(task.taskInfo().launchTime(), task.taskInfo().finishTime()));
    TaskMetrics metrics = task.taskMetrics();
    if (metrics != null) {
      running += metrics.executorRunTime();
      onCore += metrics.executorCpuTime();
      collecting += metrics.jvmGCTime();
      shuffled += metrics.shuffleWriteMetrics().bytesWritten();
      results += metrics.resultSize();
    }
  }

  /**
   * Task time is what tasks take on executors, added up. The driver's share is its processor time
   * over that of both; idle time is when no task runs anywhere.
   */
  String said() {
    try {
      context.listenerBus().waitUntilEmpty();
    } catch (java.util.concurrent.TimeoutException e) {
      throw new IllegalStateException(e);
    }
    synchronized (this) {
      double wall = (System.currentTimeMillis() - begun) / 1e3;
      double driver = (processorTime() - processor) / 1e9;
      double executors = onCore / 1e9;
      return String.format(
          Locale.ROOT,
          "%.1f s; %d tasks, %.1f s of task time, %.1f s of it on a core, %.1f s collecting garbage; driver %.1f s on a core, share %.3f; no task for %.1f s; %d MB shuffled, %d MB of results; heap after collections %d MB",
          wall,
          tasks.size(),
          running / 1e3,
          executors,
          collecting / 1e3,
          driver,
          driver / (driver + executors),
          wall - busy() / 1e3,
          shuffled >> 20,
          results >> 20,
          heap() >> 20);
    }
  }

  private long busy() {
    tasks.sort(Comparator.comparingLong(Span::from));
    long sum = 0;
    long end = begun;
    for (Span task : tasks) {
      long from = Math.max(end, task.from());
      sum += Math.max(0, task.to() - from);
      end = Math.max(end, task.to());
    }
    return sum;
  }

  /** What was left of each pool when it was last collected. */
  private static long heap() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP && pool.getCollectionUsage() != null)
        .map(MemoryPoolMXBean::getCollectionUsage)
        .mapToLong(usage -> usage.getUsed())
        .sum();
  }
}
