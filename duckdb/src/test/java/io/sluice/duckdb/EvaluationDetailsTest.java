package io.sluice.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.distributions.NormalQuantile;
import io.sluice.distributions.StudentQuantile;
import io.sluice.fit.Behavior;
import io.sluice.fit.EffectParts;
import io.sluice.fit.EvaluationDetails;
import io.sluice.fit.EvaluationDetails.PathPoint;
import io.sluice.fit.EvaluationResult;
import io.sluice.fit.Fit;
import io.sluice.fit.Judgment;
import io.sluice.fit.ModelChoice;
import io.sluice.fit.Settings;
import io.sluice.fit.Settings.BonusKind;
import io.sluice.fit.ShiftChoice;
import io.sluice.influence.EfficientInterval.Variance;
import io.sluice.interval.Interval;
import io.sluice.interval.IntervalKind;
import io.sluice.logs.SqlLog;
import io.sluice.mdp.Policy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a report shows besides an evaluation agrees with it. */
class EvaluationDetailsTest {
  private static final Offset<Double> CLOSE = within(1e-12);
  private static final List<IntervalKind> KINDS =
      List.of(IntervalKind.EFFICIENT, IntervalKind.SHARP);

  @TempDir Path folder;

  private record Both(EvaluationResult answer, EvaluationDetails details) {}

  private Both evaluated(Table log, Variance variance) {
    Settings settings =
        new Settings(
            0.05,
            ModelChoice.POOLED,
            BonusKind.PAPER,
            1,
            OptionalInt.empty(),
            1,
            ShiftChoice.PLUG_IN,
            variance);
    try (DuckDb engine = DuckDb.start(2)) {
      SqlLog open = Opened.log(engine, log.toCsv(folder.resolve("log.csv")));
      Policy logged = Policy.uniform(open.data().shape());
      List<Double> sure = Collections.nCopies(open.data().shape().horizon(), 0.0);
      Behavior behavior = new Behavior(logged, Behavior.Source.FILE, sure, 0, List.of());
      Policy first = Policy.stationary(open.data().shape(), (x, a) -> a == x % 4 ? 1 : 0);
      Judgment judgment = Fit.of(open, settings, behavior).judge(first);
      return new Both(EvaluationResult.of(judgment, KINDS), EvaluationDetails.of(judgment, KINDS));
    }
  }

  /** Every row three times: as three episodes, and all three of one user if there are users. */
  private static Table copied(Table log, boolean users) {
    List<String> columns = new ArrayList<>(log.columns());
    if (users) {
      columns.add("user");
    }
    List<List<String>> rows = new ArrayList<>();
    for (List<String> row : log.rows()) {
      for (int copy = 0; copy < 3; copy++) {
        List<String> mine = new ArrayList<>(row);
        mine.set(0, row.get(0) + "-" + copy);
        if (users) {
          mine.add(row.get(0));
        }
        rows.add(mine);
      }
    }
    return new Table(columns, rows);
  }

  private static void assertTheEndOfTheWayIsTheAnswer(Both both) {
    PathPoint last = both.details().path().get(both.details().path().size() - 1);
    assertThat(last.lambda()).isEqualTo(1);
    for (IntervalKind kind : KINDS) {
      assertSame(last.total().get(kind), both.answer().total().get(kind));
    }
    for (int h = 1; h <= both.answer().horizon(); h++) {
      assertSame(
          last.steps().get(h - 1), both.answer().steps().get(h - 1).intervals().get(KINDS.get(0)));
    }
    PathPoint first = both.details().path().get(0);
    assertThat(first.total().get(IntervalKind.EFFICIENT).width()).isZero();
    for (EffectParts line : both.details().parts()) {
      Interval effect =
          both.answer().steps().get(line.step() - 1).intervals().get(IntervalKind.EFFICIENT);
      assertThat(line.immediate().estimate() + line.carried().estimate())
          .isCloseTo(effect.estimate(), CLOSE);
    }
  }

  private static void assertSame(Interval one, Interval other) {
    assertThat(one.lower()).isCloseTo(other.lower(), CLOSE);
    assertThat(one.upper()).isCloseTo(other.upper(), CLOSE);
  }

  @Test
  void theEndOfTheWayIsTheAnswerHoweverTheVarianceIsMade() {
    Table log = RandomLog.of(2_000, 3);
    assertTheEndOfTheWayIsTheAnswer(evaluated(log, Variance.SHRUNK));
    assertTheEndOfTheWayIsTheAnswer(evaluated(log, Variance.PLAIN));
    assertTheEndOfTheWayIsTheAnswer(evaluated(copied(log, true), Variance.PLAIN));
  }

  @Test
  void copiesWithinAClusterDoNotNarrowTheLedger() {
    Table log = RandomLog.of(2_000, 3);
    List<EffectParts> once = evaluated(log, Variance.PLAIN).details().parts();
    List<EffectParts> users = evaluated(copied(log, true), Variance.PLAIN).details().parts();
    List<EffectParts> mistaken = evaluated(copied(log, false), Variance.PLAIN).details().parts();
    long episodes = log.rows().stream().map(row -> row.get(0)).distinct().count();
    double few = // G/(G−1), and Student's t
        Math.sqrt(episodes / (episodes - 1.0))
            * StudentQuantile.twoSided(episodes - 1.0, 0.05)
            / NormalQuantile.twoSided(0.05);
    for (int i = 0; i < once.size(); i++) {
      double immediate = once.get(i).immediate().width();
      double carried = once.get(i).carried().width();
      assertThat(immediate).isPositive();
      assertThat(users.get(i).immediate().width()).isCloseTo(few * immediate, within(1e-9));
      assertThat(users.get(i).carried().width()).isCloseTo(few * carried, within(1e-9));
      // The control: taken for independent, three copies would look like three times the data.
      assertThat(mistaken.get(i).immediate().width())
          .isCloseTo(immediate / Math.sqrt(3), within(1e-9));
    }
  }
}
