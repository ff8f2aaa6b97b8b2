package io.sluice.counts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Cells are sorted by their whole key, whatever its length, and keep their places. */
class CellOrderTest {
  private static void assertSorts(long[] keys) {
    long[] sorted = keys.clone();
    int[] places = IntStream.range(0, keys.length).toArray();
    CellOrder.sort(sorted, places);
    long[] expected = keys.clone();
    Arrays.sort(expected);
    assertThat(sorted).isEqualTo(expected);
    assertThat(Arrays.stream(places).mapToLong(i -> keys[i]).toArray()).isEqualTo(expected);
    assertThat(Arrays.stream(places).distinct().count()).isEqualTo(keys.length);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 8, 9, 16, 33, 62, 63})
  void keysOfAnyLengthAreSorted(int bits) {
    Random random = new Random(bits);
    for (int size : new int[] {0, 1, 2, 3, 100, 3_000}) {
      assertSorts(random.longs(size).map(key -> key >>> (64 - bits)).toArray());
    }
  }

  @Test
  void whatTheKeysShareDoesNotMatter() {
    assertSorts(new long[] {0x70_00_00_02L, 0x70_00_00_01L}); // differ in the lowest byte only
    assertSorts(new long[] {5L << 56, 3L << 56, 4L << 56}); // in the highest only
    assertSorts(new long[] {7, 7, 7});
    assertSorts(new long[] {Long.MAX_VALUE, 0, 1L << 62, 255, 256});
  }
}
