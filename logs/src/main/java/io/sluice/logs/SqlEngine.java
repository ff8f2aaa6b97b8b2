package io.sluice.logs;

import io.sluice.counts.EpisodeAccumulator;
import io.sluice.counts.EpisodeBlocks;
import io.sluice.features.FeatureAccumulator;
import io.sluice.features.FeatureBlocks;
import io.sluice.fit.BadLogException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What counting a log needs of a database. One description of the aggregation ({@link RowSql},
 * {@link CheckSql}, {@link CellSql}) serves every engine; an engine only reads files, runs queries
 * and spells what engines spell differently.
 */
public interface SqlEngine extends AutoCloseable {
  /**
   * Makes files readable under a name, with a column {@value #FILE_COLUMN} that names each row's
   * file. A name that is a file's is taken literally; folder names give no columns; an empty text
   * is missing, in every format.
   *
   * @param paths files or globs
   * @return the columns, in order, as text labels, numbers or whatever the files have; lists of
   *     numbers as text, [1, 2]
   * @throws BadLogException if a file is missing or cannot be read
   */
  List<String> open(List<String> paths, String view);

  /** Each row's file, for messages. */
  String FILE_COLUMN = "sluice_file";

  /**
   * Runs a query and shows every row of its result while it is made, so that a long one need not
   * fit in memory. A visitor must not run another query.
   */
  void query(String sql, RowVisitor visitor);

  /** The same for a query without an order, whose rows may come as they are made. */
  default void queryInAnyOrder(String sql, RowVisitor visitor) {
    query(sql, visitor);
  }

  /** What a query for one number gives. */
  default long integer(String sql) {
    long[] result = new long[1];
    query(sql, row -> result[0] = row.integer(0));
    return result[0];
  }

  /**
   * Begins with a query that will be asked for soon, where something else can be done meanwhile. An
   * engine on one machine runs it when it is asked for.
   */
  default void begin(String sql) {}

  /** Of how many rows the episodes are kept in this process, by default an eighth of its memory. */
  default long rowsKept() {
    return Runtime.getRuntime().maxMemory() / 8 / BYTES_PER_ROW;
  }

  /**
   * Up to how many rows a log is counted in this process, from episodes that are kept for later
   * passes; longer logs are grouped by the engine.
   */
  default long rowsCounted() {
    return 0;
  }

  /**
   * Whether a table of all episodes is to be kept, which rows are joined with: quick on one
   * machine.
   */
  default boolean placesEpisodes() {
    return false;
  }

  /** What a row takes in memory as part of an episode, and more. */
  long BYTES_PER_ROW = 64;

  /**
   * Adds up episodes. An engine on one machine shows them to this process; one whose rows are
   * elsewhere adds them up there.
   */
  default <A extends EpisodeAccumulator<A>> A collect(EpisodeRows rows, A empty) {
    EpisodeBlocks<A> blocks = new EpisodeBlocks<>(empty);
    EpisodeRows.Reader reader = rows.reader(blocks::add);
    query(rows.query().inOrder(), reader::row);
    reader.finish();
    return blocks.sum();
  }

  /** Adds up the episodes of a log with feature columns, wherever its rows are. */
  default <A extends FeatureAccumulator<A>> A collect(FeatureRows rows, A empty) {
    FeatureBlocks<A> blocks = new FeatureBlocks<>(empty);
    FeatureRows.Reader reader = rows.reader(blocks::add);
    query(rows.query().inOrder(), reader::row);
    reader.finish();
    return blocks.sum();
  }

  /**
   * Ends the query that runs, if any, from another thread: it fails with a {@link
   * java.util.concurrent.CancellationException}. An engine that cannot runs it to its end.
   */
  default void cancel() {}

  /**
   * Makes the rows of a query readable under a name. An engine on one machine keeps them, so that
   * files are read once.
   */
  void keep(String name, String sql);

  /** A hint, right after SELECT, that these tables of a join are small; empty if none is needed. */
  default String smallTables(List<String> names) {
    return "";
  }

  /** Makes a table (label, id) of the given labels and numbers. */
  void table(String name, List<String> labels, int[] ids);

  /** A column name as SQL, whatever characters it has. */
  String identifier(String name);

  /** A text as SQL, whatever characters it has. */
  String text(String value);

  /**
   * ⌊value·2⁶⁰⌋ as a 64-bit integer, for a value in [0, 1]: {@link
   * io.sluice.counts.ExactSum#toGrid}.
   */
  String grid(String value);

  /** The sum of 64-bit integers, exact in 128 bits. */
  String exactSum(String value);

  /** Whole part of an exact sum divided by 2⁶², as a 64-bit integer. */
  String high(String sum);

  /** Remainder of an exact sum divided by 2⁶², as a 64-bit integer. */
  String low(String sum);

  /** An expression of any type as text: numbers spelled as DuckDB spells them. */
  String asText(String value);

  /**
   * A text or number as a number, missing where it is none; what a number is, DuckDB says: 1e5, .5,
   * 1_000, inf, but not 1d or 0x10.
   */
  String number(String value);

  /**
   * A text that begins with a date, YYYY-MM-DD, as days since 1970-01-01 00:00, with a fraction for
   * the time of day; missing where it is none.
   */
  String days(String text);

  /** At most 15 hexadecimal digits as a 64-bit integer. */
  String hexadecimal(String digits);

  /** Fails if a file has changed since it was opened. */
  default void requireUnchanged() {}

  /**
   * The line of a row in its file, as an editor counts lines: blank ones and those within quotes
   * count.
   *
   * @param row as {@link #numbered} numbers it
   */
  default long line(String file, long row) {
    return row;
  }

  /**
   * A query that numbers the rows of a view within their file as {@code sluice_row}, as a person
   * who looks into the file would: a header line is line 1. 0 where rows have no place, as in a
   * table.
   */
  String numbered(String view);

  @Override
  void close();

  /** Sees one row of a result. */
  @FunctionalInterface
  interface RowVisitor {
    void visit(Row row);
  }

  /** One row of a result; columns are numbered from 0. */
  interface Row {
    long integer(int column);

    double number(int column);

    /** The text, or {@code null}. */
    @Nullable String text(int column);

    boolean isMissing(int column);
  }
}
