package io.sluice.spark;

import io.sluice.counts.BlockSums;
import io.sluice.counts.EpisodeAccumulator;
import io.sluice.counts.EpisodeBlocks;
import io.sluice.counts.PartialSum;
import io.sluice.features.FeatureAccumulator;
import io.sluice.features.FeatureBlocks;
import io.sluice.logs.EpisodeRows;
import io.sluice.logs.FeatureRows;
import io.sluice.logs.OrderedRows;
import java.io.Serializable;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.Partition;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.rdd.PartitionCoalescer;
import org.apache.spark.rdd.PartitionGroup;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.storage.StorageLevel;
import org.apache.spark.unsafe.hash.Murmur3_x86_32;
import scala.Option;
import scala.Tuple2;

/**
 * Adds up episodes in executors. Every partition has neighboring blocks of episodes, whole and in
 * order; its sum, made by the same code as on one machine, is all that comes back. Large sums are
 * put together in executors, too, so that this process has one of them. {@link BlockSums} says why
 * no bit depends on the number of partitions. What is lost with an executor is computed again and
 * is the same.
 */
final class SparkEpisodes {
  private static final int SEED = 42; // of Spark's hash partitioning
  private static final int FETCHED = 8; // sums that come to this process at once
  private static final int NEIGHBORS = 8; // sums that are put together by a task

  private SparkEpisodes() {}

  /** Makes the sum of a partition of its rows, which are in order. */
  private interface Adder<A> extends Serializable {
    A sum(A empty, Iterator<Row> sorted);
  }

  private record Tables<A extends EpisodeAccumulator<A>>(EpisodeRows rows) implements Adder<A> {
    @Override
    public A sum(A empty, Iterator<Row> sorted) {
      EpisodeBlocks<A> blocks = new EpisodeBlocks<>(empty);
      EpisodeRows.Reader reader = rows.reader(blocks::add);
      while (sorted.hasNext()) {
        reader.row(new ResultRow(sorted.next()));
      }
      reader.finish();
      return blocks.sum();
    }
  }

  private record Features<A extends FeatureAccumulator<A>>(FeatureRows rows) implements Adder<A> {
    @Override
    public A sum(A empty, Iterator<Row> sorted) {
      FeatureBlocks<A> blocks = new FeatureBlocks<>(empty);
      FeatureRows.Reader reader = rows.reader(blocks::add);
      while (sorted.hasNext()) {
        reader.row(new ResultRow(sorted.next()));
      }
      reader.finish();
      return blocks.sum();
    }
  }

  /**
   * @param partitions wanted; the next power of two is taken, up to the number of blocks
   * @param large bytes of all sums, from which on they are put together in executors
   */
  static <A extends EpisodeAccumulator<A>> A collect(
      SparkSession session, EpisodeRows rows, A empty, int partitions, long large) {
    int most = Math.min(EpisodeBlocks.COUNT, partitions);
    return collect(session, rows.query(), new Tables<>(rows), empty, most, large);
  }

  /** The same of a log with feature columns. */
  static <A extends FeatureAccumulator<A>> A collect(
      SparkSession session, FeatureRows rows, A empty, int partitions, long large) {
    int most = Math.min(empty.blocks(), partitions);
    return collect(session, rows.query(), new Features<>(rows), empty, most, large);
  }

  private static <A extends PartialSum<A>> A collect(
      SparkSession session, OrderedRows rows, Adder<A> adder, A empty, int partitions, long large) {
    int count = Integer.highestOneBit(Math.max(1, partitions * 2 - 1));
    SharedParts<A> parts = new SharedParts<>(empty);
    Broadcast<SharedParts<A>> shared =
        JavaSparkContext.fromSparkContext(session.sparkContext()).broadcast(parts);
    Dataset<Row> grouped =
        session
            .sql(rows.withKeys())
            .repartition(count, partitionKey(rows.keys().get(0), count))
            .sortWithinPartitions(rows.keys().stream().map(functions::col).toArray(Column[]::new));
    JavaRDD<byte[]> sums =
        grouped.mapPartitions(new Sum<>(adder, shared), Encoders.BINARY()).toJavaRDD();
    sums.persist(StorageLevel.MEMORY_AND_DISK());
    try {
      long bytes = bytes(sums); // all are made at the same time
      return bytes > large ? inExecutors(sums, shared, parts, count) : together(sums, parts, count);
    } finally {
      sums.unpersist();
      shared.destroy();
    }
  }

  private static long bytes(JavaRDD<byte[]> sums) {
    return sums.map(sum -> (long) sum.length).fold(0L, Long::sum);
  }

  private static <A extends PartialSum<A>> A together(
      JavaRDD<byte[]> sums, SharedParts<A> shared, int parts) {
    BlockSums<A> all = new BlockSums<>(shared.empty());
    for (int first = 0; first < parts; first += FETCHED) {
      int[] fetched = IntStream.range(first, Math.min(first + FETCHED, parts)).toArray();
      List<byte[]>[] parcels = sums.collectPartitions(fetched);
      for (int i = 0; i < fetched.length; i++) {
        for (byte[] bytes : parcels[i]) { // one, or none
          all.add(fetched[i] * (EpisodeBlocks.COUNT / parts), shared.fromBytes(bytes));
        }
      }
    }
    return all.sum();
  }

  /**
   * Neighboring sums are put together until there is one, which is all that is sent. A task reads
   * them one after the other from where they are, so it holds one of them and what {@link
   * BlockSums} keeps.
   */
  private static <A extends PartialSum<A>> A inExecutors(
      JavaRDD<byte[]> sums, Broadcast<SharedParts<A>> shared, SharedParts<A> parts, int count) {
    if (count == 1) {
      return together(sums, parts, 1);
    }
    int fewer = Math.max(1, count / NEIGHBORS);
    int width = EpisodeBlocks.COUNT / count;
    JavaRDD<byte[]> left =
        sums.mapPartitionsWithIndex((i, own) -> new Placed(i * width, own), true)
            .rdd()
            .coalesce(fewer, false, Option.apply(new Neighbors()), null)
            .toJavaRDD()
            .mapPartitions(new Together<>(shared));
    left.persist(StorageLevel.MEMORY_AND_DISK());
    try {
      bytes(left); // now, while the sums that it is made of are kept
      return inExecutors(left, shared, parts, fewer);
    } finally {
      left.unpersist();
    }
  }

  /**
   * A number whose hash is the partition that a block belongs to: Spark puts rows into partitions
   * by a hash, and partition i must have the i-th of equally many neighboring blocks.
   *
   * @param block a column with two hexadecimal digits
   */
  private static Column partitionKey(String block, int parts) {
    int[] keys = new int[parts];
    int found = 0;
    boolean[] has = new boolean[parts];
    for (int key = 0; found < parts; key++) {
      int partition = Math.floorMod(Murmur3_x86_32.hashInt(key, SEED), parts);
      if (!has[partition]) {
        has[partition] = true;
        keys[partition] = key;
        found++;
      }
    }
    Column number = functions.conv(functions.col(block), 16, 10).cast("int");
    Column part = functions.floor(number.divide(EpisodeBlocks.COUNT / parts)).cast("int");
    return functions.element_at(functions.lit(keys), part.plus(1));
  }

  /** Sums with the first of their blocks. */
  private record Placed(int block, Iterator<byte[]> sums)
      implements Iterator<Tuple2<Integer, byte[]>> {
    @Override
    public boolean hasNext() {
      return sums.hasNext();
    }

    @Override
    public Tuple2<Integer, byte[]> next() {
      return new Tuple2<>(block, sums.next());
    }
  }

  /** Equally many neighboring partitions become one, in their order. */
  private static final class Neighbors implements PartitionCoalescer, Serializable {
    @Override
    public PartitionGroup[] coalesce(int parts, RDD<?> parent) {
      Partition[] all = parent.partitions();
      PartitionGroup[] groups = new PartitionGroup[parts];
      for (int i = 0; i < parts; i++) {
        groups[i] = new PartitionGroup(Option.empty());
        for (int k = all.length / parts * i; k < all.length / parts * (i + 1); k++) {
          groups[i].partitions().append(all[k]);
        }
      }
      return groups;
    }
  }

  /** The sum over neighboring sums, which come in their order. */
  private record Together<A extends PartialSum<A>>(Broadcast<SharedParts<A>> shared)
      implements FlatMapFunction<Iterator<Tuple2<Integer, byte[]>>, byte[]> {
    @Override
    public Iterator<byte[]> call(Iterator<Tuple2<Integer, byte[]>> sums) {
      if (!sums.hasNext()) {
        return List.<byte[]>of().iterator();
      }
      SharedParts<A> parts = shared.value();
      BlockSums<A> all = new BlockSums<>(parts.empty());
      while (sums.hasNext()) {
        Tuple2<Integer, byte[]> next = sums.next();
        all.add(next._1(), parts.fromBytes(next._2()));
      }
      return List.of(parts.toBytes(all.sum())).iterator();
    }
  }

  /** The sum over a partition, as bytes. */
  private record Sum<A extends PartialSum<A>>(Adder<A> adder, Broadcast<SharedParts<A>> shared)
      implements MapPartitionsFunction<Row, byte[]> {
    @Override
    public Iterator<byte[]> call(Iterator<Row> sorted) {
      if (!sorted.hasNext()) {
        return List.<byte[]>of().iterator();
      }
      SharedParts<A> parts = shared.value();
      return List.of(parts.toBytes(adder.sum(parts.empty(), sorted))).iterator();
    }
  }
}
