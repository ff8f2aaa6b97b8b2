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
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.storage.StorageLevel;
import org.apache.spark.unsafe.hash.Murmur3_x86_32;

/**
 * Adds up episodes in executors. Every partition has neighboring blocks of episodes, whole and in
 * order; its sum, made by the same code as on one machine, is all that comes back. {@link
 * BlockSums} says why no bit depends on the number of partitions. What is lost with an executor is
 * computed again and is the same.
 */
final class SparkEpisodes {
  private static final int SEED = 42; // of Spark's hash partitioning
  private static final int FETCHED = 8; // sums that come to this process at once

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
   */
  static <A extends EpisodeAccumulator<A>> A collect(
      SparkSession session, EpisodeRows rows, A empty, int partitions) {
    int most = Math.min(EpisodeBlocks.COUNT, partitions);
    return collect(session, rows.query(), new Tables<>(rows), empty, most);
  }

  /** The same of a log with feature columns. */
  static <A extends FeatureAccumulator<A>> A collect(
      SparkSession session, FeatureRows rows, A empty, int partitions) {
    int most = Math.min(empty.blocks(), partitions);
    return collect(session, rows.query(), new Features<>(rows), empty, most);
  }

  private static <A extends PartialSum<A>> A collect(
      SparkSession session, OrderedRows rows, Adder<A> adder, A empty, int partitions) {
    int parts = Integer.highestOneBit(Math.max(1, partitions * 2 - 1));
    Broadcast<A> shared =
        JavaSparkContext.fromSparkContext(session.sparkContext()).broadcast(empty);
    Dataset<Row> grouped =
        session
            .sql(rows.withKeys())
            .repartition(parts, partitionKey(rows.keys().get(0), parts))
            .sortWithinPartitions(rows.keys().stream().map(functions::col).toArray(Column[]::new));
    JavaRDD<byte[]> sums =
        grouped.mapPartitions(new Sum<>(adder, shared), Encoders.BINARY()).toJavaRDD();
    sums.persist(StorageLevel.MEMORY_AND_DISK());
    try {
      sums.count(); // all of them, at the same time
      return together(sums, empty, parts);
    } finally {
      sums.unpersist();
      shared.destroy();
    }
  }

  private static <A extends PartialSum<A>> A together(JavaRDD<byte[]> sums, A empty, int parts) {
    BlockSums<A> all = new BlockSums<>(empty);
    for (int first = 0; first < parts; first += FETCHED) {
      int[] fetched = IntStream.range(first, Math.min(first + FETCHED, parts)).toArray();
      List<byte[]>[] parcels = sums.collectPartitions(fetched);
      for (int i = 0; i < fetched.length; i++) {
        for (byte[] bytes : parcels[i]) { // one, or none
          all.add(fetched[i] * (EpisodeBlocks.COUNT / parts), fromBytes(bytes));
        }
      }
    }
    return all.sum();
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

  /** The sum over a partition, as bytes. */
  private record Sum<A extends PartialSum<A>>(Adder<A> adder, Broadcast<A> shared)
      implements MapPartitionsFunction<Row, byte[]> {
    @Override
    public Iterator<byte[]> call(Iterator<Row> sorted) {
      if (!sorted.hasNext()) {
        return List.<byte[]>of().iterator();
      }
      return List.of(toBytes(adder.sum(shared.value(), sorted))).iterator();
    }
  }

  private static byte[] toBytes(PartialSum<?> sum) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(sum);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  @SuppressWarnings("unchecked") // what toBytes was given
  private static <A extends PartialSum<A>> A fromBytes(byte[] bytes) {
    ClassLoader loader = SparkEpisodes.class.getClassLoader();
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes)) {
          @Override
          protected Class<?> resolveClass(ObjectStreamClass type)
              throws IOException, ClassNotFoundException {
            try {
              return Class.forName(type.getName(), false, loader);
            } catch (ClassNotFoundException e) {
              return super.resolveClass(type);
            }
          }
        }) {
      return (A) in.readObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }
}
