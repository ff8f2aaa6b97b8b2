package io.sluice.influence;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.mdp.SettingException;
import io.sluice.model.Model.Pooling;
import io.sluice.model.StepTables;
import org.junit.jupiter.api.Test;

/** Long episodes with a table per step are refused before memory is gone, not after minutes. */
class RowScoresMemoryTest {
  private static final long GIGABYTE = 1L << 30;

  /**
   * By hand: three arrays of six numbers with 24 bytes each besides, for 4,900·4,901/2 pairs of
   * steps, are 3·72·12,007,450 = 2.594·10⁹ bytes; twice that are 4.8 GB.
   */
  @Test
  void aTablePerStepOfManyStepsNeedsMemoryByTheSquareOfTheirNumber() {
    StepTables tables = new StepTables(4900, Pooling.PER_STEP);
    assertThatThrownBy(() -> RowScores.requireMemory(tables, 6, 2 * GIGABYTE))
        .isInstanceOf(SettingException.class)
        .hasMessage(
            "model: needs about 4.8 GB for a table per step of 4900 steps, got 2.0 GB (take pooled, or cut episodes into shorter ones)");
  }

  @Test
  void exactlyHalfOfTheMemoryIsEnough() {
    StepTables tables = new StepTables(3, Pooling.PER_STEP); // 3·(8·2 + 24)·3·4/2 = 720
    assertThatCode(() -> RowScores.requireMemory(tables, 2, 1440)).doesNotThrowAnyException();
    assertThatThrownBy(() -> RowScores.requireMemory(tables, 2, 1439))
        .isInstanceOf(SettingException.class);
  }

  @Test
  void onePooledTableTakesLittle() {
    StepTables tables = new StepTables(5000, Pooling.POOLED);
    assertThatCode(() -> RowScores.requireMemory(tables, 6, GIGABYTE)).doesNotThrowAnyException();
  }
}
