package io.sluice.logs;

import io.sluice.counts.EpisodeBlocks;
import io.sluice.counts.KeptEpisodes;
import io.sluice.counts.KeptEpisodes.Placed;
import io.sluice.mdp.Episode;
import io.sluice.mdp.RewardRange;
import io.sluice.mdp.Segments;
import io.sluice.mdp.Shape;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a log's episodes, as SQL, and how rows become episodes; wherever that is done.
 *
 * @param columns step, state, action, what follows the last row, reward, propensity, hash, cluster
 * @param from where they are
 * @param order of the rows; the first term is the block
 * @param logged whether propensities are
 * @param segments that rows are in, if they are; the segment is then the last column
 */
public record EpisodeRows(
    String columns,
    String from,
    List<String> order,
    Shape shape,
    RewardRange range,
    boolean logged,
    @Nullable Segments segments)
    implements Serializable {
  private static final int HASH = 6;
  private static final int SEGMENT = 8;

  public EpisodeRows {
    order = List.copyOf(order);
  }

  /** All rows, episode after episode, in the order of blocks. */
  public OrderedRows query() {
    return new OrderedRows(columns, from, order);
  }

  /** Is shown episode after episode, in the order of their blocks. */
  @FunctionalInterface
  public interface Visitor {
    void visit(int block, Episode episode);
  }

  /** Reads all episodes into memory. */
  KeptEpisodes kept(SqlEngine engine, boolean clustered) {
    List<Placed> all = new ArrayList<>();
    Reader reader = reader((block, episode) -> all.add(new Placed(block, episode)));
    engine.query(query().inOrder(), reader::row);
    reader.finish();
    return new KeptEpisodes(clustered, all);
  }

  public Reader reader(Visitor visitor) {
    return new Reader(visitor, this);
  }

  /** Puts rows together to episodes. */
  public static final class Reader {
    private final Visitor visitor;
    private final boolean logged;
    private final Episode.Writer writer;
    private final @Nullable Segments segments;
    private int segment; // of the first row, where all rows have the same
    private int block;
    private long cluster = -1;
    private @Nullable String clusterName;

    private Reader(Visitor visitor, EpisodeRows rows) {
      this.visitor = visitor;
      this.segments = rows.segments();
      this.logged = rows.logged();
      this.writer = new Episode.Writer(rows.shape(), rows.range());
    }

    /** Rows come in order. */
    public void row(SqlEngine.Row row) {
      if (row.integer(0) == 1) {
        finish();
        begin(row);
      }
      int state = (int) row.integer(1);
      int action = (int) row.integer(2);
      double reward = row.number(4);
      double propensity = logged ? row.number(5) : Double.NaN;
      writer.row(state, action, (int) row.integer(3), reward, propensity);
      if (segments != null) {
        if (writer.length() == 1 || !segments.ofEpisodes()) {
          String value = String.valueOf(row.text(SEGMENT));
          segment = segments.of(value);
          if (writer.length() == 1) {
            writer.look(segments.look(value));
          }
        }
        writer.segment(segment);
      }
    }

    private void begin(SqlEngine.Row row) {
      String hash = Objects.requireNonNull(row.text(HASH));
      String name = row.text(7);
      if (name == null || !Objects.equals(name, clusterName)) {
        cluster++;
        clusterName = name;
      }
      block = EpisodeBlocks.block(hash);
      writer.beginInPart(cluster, EpisodeBlocks.part(hash));
    }

    /** After the last row. */
    public void finish() {
      if (writer.length() > 0) {
        visitor.visit(block, writer.episode());
      }
    }
  }
}
