package io.sluice.counts;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.mdp.Shape;
import java.math.BigInteger;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Keys are taken apart exactly, though by reciprocals. */
class CellCursorTest {
  /** Shapes with keys of up to 61 bits, where doubles have long ceased to hold every integer. */
  @ParameterizedTest
  @CsvSource({
    "1, 1, 1",
    "2, 3, 4",
    "7, 3, 20",
    "1000, 10, 50",
    "999983, 7, 20",
    "1000000, 8, 200",
    "1073741000, 1, 2",
    "3, 49, 14608732",
    "1, 2147483639, 1",
    "46340, 46340, 1"
  })
  void everyCellIsWhatItsKeySays(int states, int actions, int horizon) {
    Shape shape = new Shape(states, actions, horizon);
    Random random = new Random(states);
    TreeSet<Long> keys = new TreeSet<>();
    for (int i = 0; i < 2_000; i++) {
      int step = 1 + random.nextInt(horizon);
      int state = near(random, states);
      int action = near(random, actions);
      int next = near(random, states + 1);
      keys.add(TransitionCounts.key(shape, step, state, action, next));
    }
    CellWriter cells = new CellWriter(shape, keys.size());
    keys.forEach(key -> cells.cell(key, 1, 0, 0, 0, 0));
    TransitionCounts counts = cells.done();
    CellCursor at = counts.walk();
    for (long key : keys) {
      assertThat(at.advance()).isTrue();
      BigInteger[] pairAndNext =
          BigInteger.valueOf(key).divideAndRemainder(BigInteger.valueOf(states + 1L));
      long pair = pairAndNext[0].longValueExact();
      assertThat(at.next()).isEqualTo(pairAndNext[1].intValueExact());
      assertThat(at.action()).isEqualTo((int) (pair % actions));
      assertThat(at.state()).isEqualTo((int) (pair / actions % states));
      assertThat(at.step()).isEqualTo((int) (pair / actions / states) + 1);
    }
    assertThat(at.advance()).isFalse();
  }

  /** Mostly at the ends, where an error of one shows. */
  private static int near(Random random, int bound) {
    return switch (random.nextInt(4)) {
      case 0 -> 0;
      case 1 -> bound - 1;
      default -> random.nextInt(bound);
    };
  }
}
