package io.sluice.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.assumptions.Finding;
import io.sluice.counts.BlockSums;
import io.sluice.counts.EpisodeBlocks;
import io.sluice.fit.EvaluationResult;
import io.sluice.interval.IntervalKind;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * A log that is added up elsewhere, in any number of parts, gives the same bits; and what a log in
 * one block gives, but for rounding.
 */
class FeatureBlocksTest {
  private static final int EPISODES = 600;

  /** A log in 256 blocks; whoever collects it is given sums that were sent from elsewhere. */
  private record Blocked(FeatureSource log, int parts) implements FeatureSource {
    @Override
    public void forEach(Consumer<FeatureEpisode> visitor) {
      AtomicInteger n = new AtomicInteger();
      FeatureEpisode.Writer writer =
          new FeatureEpisode.Writer(horizon(), columns().size(), actions().size());
      log.forEach(
          e -> {
            writer.begin(
                e.cluster(), e.fold(), n.getAndIncrement() * EpisodeBlocks.COUNT / EPISODES);
            for (int k = 1; k <= e.length(); k++) {
              writer.row(
                  e.features(k),
                  e.action(k),
                  e.reward(k),
                  e.propensity(k),
                  e.behavior(k),
                  e.evaluated(k));
            }
            visitor.accept(writer.episode());
          });
    }

    @Override
    public <A extends FeatureAccumulator<A>> A collect(A empty) {
      int most = Math.min(parts, empty.blocks());
      int width = EpisodeBlocks.COUNT / most;
      List<FeatureBlocks<A>> places =
          IntStream.range(0, most).mapToObj(i -> new FeatureBlocks<A>(sent(empty))).toList();
      forEach(e -> places.get(e.block() / width).add(e));
      BlockSums<A> all = new BlockSums<>(empty);
      for (int i = 0; i < most; i++) {
        all.add(i * width, sent(places.get(i).sum()));
      }
      return all.sum();
    }

    @Override
    public List<FeatureColumn> columns() {
      return log.columns();
    }

    @Override
    public List<String> actions() {
      return log.actions();
    }

    @Override
    public int horizon() {
      return log.horizon();
    }

    @Override
    public int folds() {
      return log.folds();
    }

    @Override
    public boolean hasClusters() {
      return log.hasClusters();
    }

    @Override
    public boolean knowsBehavior() {
      return log.knowsBehavior();
    }

    @Override
    public String behaviorSource() {
      return log.behaviorSource();
    }

    @Override
    public Finding completeEpisodes() {
      return log.completeEpisodes();
    }

    @Override
    public List<String> notes() {
      return log.notes();
    }
  }

  @SuppressWarnings("unchecked")
  private static <A> A sent(A sum) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
        out.writeObject(sum);
      }
      try (ObjectInputStream in =
          new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
        return (A) in.readObject();
      }
    } catch (IOException | ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }

  private static FeatureResult result(FeatureSource log) {
    return FeatureEvaluation.of(
        log, FeatureSettings.defaults(), List.of(IntervalKind.EFFICIENT, IntervalKind.ROBUST));
  }

  private static void isTheSameInAnyNumberOfParts(FeatureSource log, FeatureSource one) {
    FeatureResult first = result(log);
    assertThat(result(estimated(log, 2))).isEqualTo(first);
    assertThat(result(estimated(log, 16))).isEqualTo(first);
    EvaluationResult whole = result(one).evaluation();
    for (IntervalKind kind : List.of(IntervalKind.EFFICIENT, IntervalKind.ROBUST)) {
      assertThat(first.evaluation().total().get(kind).estimate())
          .isCloseTo(whole.total().get(kind).estimate(), within(1e-9));
      assertThat(first.evaluation().total().get(kind).upper())
          .isCloseTo(whole.total().get(kind).upper(), within(1e-9));
    }
  }

  /** The same log in other parts, with its logged policy estimated if that of the log is. */
  private static FeatureSource estimated(FeatureSource log, int parts) {
    return log instanceof UnknownBehavior unknown
        ? new Blocked(((Blocked) unknown.source()).log(), parts).estimatingBehavior()
        : new Blocked(((Blocked) log).log(), parts);
  }

  @Test
  void momentsScoresAndTestsDoNotDependOnWhereTheyAreAddedUp() {
    FeatureSource log = SmallLogs.twoSteps(5, EPISODES, 3, false);
    isTheSameInAnyNumberOfParts(new Blocked(log, 1), log);
  }

  @Test
  void norDoesAnEstimatedLoggedPolicy() {
    FeatureSource log = SmallLogs.twoSteps(5, EPISODES, 3, false);
    isTheSameInAnyNumberOfParts(new Blocked(log, 1).estimatingBehavior(), log.estimatingBehavior());
  }
}
