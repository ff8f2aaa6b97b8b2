package io.sluice.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.fit.EpisodeEnds.Reading;
import io.sluice.mdp.RewardRange;
import io.sluice.mdp.SettingException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How to read a log: every setting changed by itself. */
class LogOptionsTest {
  private static final Optional<RewardRange> RANGE = Optional.of(new RewardRange(0, 2));
  private static final LogOptions ALL =
      new LogOptions(
          Map.of(Role.STATE, List.of("s")),
          List.of(Bins.parse("s=1")),
          RANGE,
          Optional.of(new RewardRange(0, 9)),
          false,
          7);

  @Test
  void whatIsNotSaidIsByDefault() {
    LogOptions none = LogOptions.defaults();
    assertThat(none.columns()).isEmpty();
    assertThat(none.bins()).isEmpty();
    assertThat(none.seed()).isOne();
    assertThat(none.split()).isFalse();
    assertThat(none.hashed()).isFalse();
    assertThat(none.ends()).isEqualTo(Reading.UNKNOWN);
    // a name for each KiB of memory, up to a hundred million
    assertThat(none.mostNames())
        .isEqualTo((int) Math.min(100_000_000, Runtime.getRuntime().maxMemory() / 1024))
        .isGreaterThan(1000);
  }

  private static LogOptions with(
      boolean kept, int names, Reading ends, Optional<History> past, Optional<String> where) {
    return new LogOptions(
        ALL.columns(),
        ALL.bins(),
        RANGE,
        ALL.returnRange(),
        kept,
        7,
        kept,
        names,
        ends,
        past,
        where);
  }

  @Test
  void oneSettingIsChangedAndTheOthersAreKept() {
    Optional<History> past = Optional.of(new History(2, false));
    Optional<String> where = Optional.of("price > 1");
    LogOptions changed = ALL.withMostNames(5);
    assertThat(changed)
        .isEqualTo(with(false, 5, Reading.UNKNOWN, Optional.empty(), Optional.empty()));
    changed = changed.withEnds(Reading.CUT);
    assertThat(changed).isEqualTo(with(false, 5, Reading.CUT, Optional.empty(), Optional.empty()));
    assertThat(changed.toKeep())
        .isEqualTo(with(true, 5, Reading.CUT, Optional.empty(), Optional.empty()));
    changed = changed.withHistory(past);
    assertThat(changed).isEqualTo(with(false, 5, Reading.CUT, past, Optional.empty()));
    assertThat(changed.withWhere(where)).isEqualTo(with(false, 5, Reading.CUT, past, where));
  }

  @Test
  void countsKeepNeitherThePastNorACondition() {
    assertThatThrownBy(() -> ALL.withHistory(Optional.of(new History(2, true))).toKeep())
        .isInstanceOf(SettingException.class)
        .hasMessage("history: cannot be kept in counts, got 2:states");
    assertThatThrownBy(() -> ALL.withWhere(Optional.of("price > 1")).toKeep())
        .isInstanceOf(SettingException.class)
        .hasMessage("where: cannot be kept in counts, got price > 1");
  }
}
