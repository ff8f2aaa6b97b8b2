package io.sluice.counts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.mdp.Episode;
import io.sluice.mdp.RewardRange;
import io.sluice.mdp.Shape;
import org.junit.jupiter.api.Test;

/** Sums within blocks, and then over pairs of blocks, pairs of pairs, and so on. */
class EpisodeBlocksTest {
  private static final Shape SHAPE = new Shape(1, 1, 1);

  /** Writes down what is added to what. */
  private static final class Notes implements EpisodeAccumulator<Notes> {
    private String text = "";

    @Override
    public Notes empty() {
      return new Notes();
    }

    @Override
    public void add(Episode episode) {
      text += (long) episode.reward(1);
    }

    @Override
    public Notes plus(Notes later) {
      text = "(" + text + "+" + later.text + ")";
      return this;
    }
  }

  private static Episode episode(int number) {
    Episode.Writer writer = new Episode.Writer(SHAPE, new RewardRange(0, 100));
    writer.begin(number, 0);
    writer.row(0, 0, number, 1);
    return writer.episode();
  }

  @Test
  void blocksAreAddedInPairs() {
    Notes empty = new Notes();
    EpisodeBlocks<Notes> blocks = new EpisodeBlocks<>(empty);
    blocks.add(0, episode(1));
    blocks.add(0, episode(2));
    blocks.add(1, episode(3));
    blocks.add(6, episode(4)); // whose pair has no episodes
    blocks.add(8, episode(5));
    blocks.add(9, episode(6));
    blocks.add(255, episode(7));
    assertThat(blocks.sum().text).isEqualTo("((((12+3)+4)+(5+6))+7)");
    assertThat(empty.text).isEmpty();
  }

  @Test
  void blocksMustComeInTheirOrder() {
    EpisodeBlocks<Notes> blocks = new EpisodeBlocks<>(new Notes());
    blocks.add(7, episode(1));
    assertThatThrownBy(() -> blocks.add(6, episode(2)))
        .hasMessage("episode blocks: need rising numbers below 256, got 6 after 7");
    assertThatThrownBy(() -> blocks.add(256, episode(2)))
        .hasMessage("episode blocks: need rising numbers below 256, got 256 after 7");
  }

  /** A sum whose last digits depend on the order of its terms. */
  private static final class Rounded implements EpisodeAccumulator<Rounded> {
    private double sum;

    @Override
    public Rounded empty() {
      return new Rounded();
    }

    @Override
    public void add(Episode episode) {
      sum += 1 / (1 + episode.reward(1));
    }

    @Override
    public Rounded plus(Rounded later) {
      sum += later.sum;
      return this;
    }
  }

  /** More rows than may wait: blocks are added at the same time, and the last one goes on. */
  @Test
  void blocksThatAreAddedAtTheSameTimeGiveTheSameBits() {
    int rows = 700_000;
    EpisodeBlocks<Rounded> blocks = new EpisodeBlocks<>(new Rounded());
    double[] ofBlock = new double[EpisodeBlocks.COUNT];
    for (int i = 0; i < rows; i++) {
      int block = i < rows / 2 ? i / 10_000 : 100; // the second half is one block
      int reward = i * 37 % 101;
      blocks.add(block, episode(reward));
      ofBlock[block] += 1 / (1 + (double) reward);
    }
    assertThat(blocks.sum().sum).isEqualTo(inPairs(ofBlock, 0, EpisodeBlocks.COUNT));
  }

  /** The definition, from the top. */
  private static double inPairs(double[] ofBlock, int from, int to) {
    int middle = (from + to) / 2;
    return to - from == 1
        ? ofBlock[from]
        : inPairs(ofBlock, from, middle) + inPairs(ofBlock, middle, to);
  }

  /** Sixteen neighbors put together somewhere else count as their first. */
  @Test
  void sumsOfNeighborsGiveTheSameBits() {
    EpisodeBlocks<Rounded> all = new EpisodeBlocks<>(new Rounded());
    BlockSums<Rounded> ofParts = new BlockSums<>(new Rounded());
    for (int part = 0; part < 16; part++) {
      EpisodeBlocks<Rounded> here = new EpisodeBlocks<>(new Rounded());
      for (int block = 16 * part; block < 16 * part + 16; block++) {
        for (int i = 0; i < block % 5; i++) { // some have none
          all.add(block, episode((block * 31 + i * 7) % 101));
          here.add(block, episode((block * 31 + i * 7) % 101));
        }
      }
      ofParts.add(16 * part, here.sum());
    }
    assertThat(ofParts.sum().sum).isEqualTo(all.sum().sum);
    assertThat(new BlockSums<>(new Rounded()).sum().sum).isZero();
  }

  /** MD5 of "1:ann" is afc…, of "11:ann" 71a…: from {@code printf '1:ann' | md5sum}. */
  @Test
  void halfAndBlockComeFromTheDigitsOfAHash() {
    assertThat(EpisodeBlocks.hash(1, "ann")).startsWith("afc");
    assertThat(EpisodeBlocks.hash(11, "ann")).startsWith("71a");
    assertThat(EpisodeBlocks.fold("afc")).isEqualTo(1);
    assertThat(EpisodeBlocks.fold("71a")).isZero();
    assertThat(EpisodeBlocks.block("afc")).isEqualTo(0xfc);
    assertThat(EpisodeBlocks.block("71a")).isEqualTo(0x1a);
  }

  @Test
  void anEpisodeKeepsWhatItWasGiven() {
    Episode.Writer writer = new Episode.Writer(SHAPE, RewardRange.UNIT);
    writer.begin(1, 0);
    writer.row(0, 0, 1, 0.5);
    Episode first = writer.episode();
    writer.begin(2, 1);
    writer.row(0, 0, 0, 0.25);
    Episode second = writer.episode();
    assertThat(first.reward(1)).isEqualTo(1);
    assertThat(first.propensity(1)).isEqualTo(0.5);
    assertThat(second.reward(1)).isZero();
    assertThat(second.cluster()).isEqualTo(2);
  }
}
