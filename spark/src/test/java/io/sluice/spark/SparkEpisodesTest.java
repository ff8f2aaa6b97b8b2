package io.sluice.spark;

import io.sluice.duckdb.EpisodesTest;
import io.sluice.duckdb.Spelling;
import io.sluice.logs.SqlEngine;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A second pass on Spark shows the same episodes in the same order. That every format is read alike
 * is for {@link SparkEngineTest}; here three are enough.
 */
class SparkEpisodesTest extends EpisodesTest {
  private static final Set<String> FORMATS = Set.of("CSV", "Parquet", "three files");

  protected static Stream<Spelling> spellings() {
    return EpisodesTest.spellings().filter(s -> FORMATS.contains(s.name()));
  }

  @Override
  protected SqlEngine engine(int threads) {
    return SharedSpark.small();
  }
}
