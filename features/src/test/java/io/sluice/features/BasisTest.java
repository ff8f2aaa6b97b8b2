package io.sluice.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class BasisTest {
  private static final double[] EVEN = {0.5, 0.5};

  private static FeatureTable log(List<FeatureColumn> columns, double[]... rows) {
    FeatureTable log = new FeatureTable(columns, List.of("x", "y"), 1, 2, false);
    for (int t = 0; t < rows.length; t++) {
      log.begin(t, t % 2);
      log.row(rows[t], 0, 0, EVEN, EVEN);
    }
    return log;
  }

  private static double[] first(Basis basis, double... x) {
    double[] phi = new double[basis.tiers().get(0)];
    basis.write(x, phi);
    return phi;
  }

  @Test
  void numbersAreStandardizedAndMissingOnesCountAsTheMean() {
    List<FeatureColumn> columns = List.of(FeatureColumn.number("price"));
    FeatureSummary summary =
        FeatureSummary.of(
            log(columns, new double[] {1}, new double[] {3}, new double[] {Double.NaN}));
    // mean 2, spread 1
    assertThat(first(Basis.standardized(columns, summary, 99), 4)).containsExactly(1, 2, 0);
    assertThat(first(Basis.standardized(columns, summary, 99), Double.NaN))
        .containsExactly(1, 0, 1);
    assertThat(first(Basis.plain(columns, summary, 99), 4)).containsExactly(1, 4, 0);
    assertThat(first(Basis.plain(columns, summary, 99), Double.NaN)).containsExactly(1, 2, 1);
  }

  @Test
  void levelsHaveAFunctionEachAndRareOnesShareOne() {
    List<FeatureColumn> columns = List.of(FeatureColumn.category("device", List.of("mac", "pc")));
    FeatureSummary summary =
        FeatureSummary.of(log(columns, new double[] {0}, new double[] {1}, new double[] {2}));
    Basis basis = Basis.standardized(columns, summary, 99);
    assertThat(first(basis, 1)).containsExactly(1, 0, 1, 0);
    assertThat(first(basis, 2)).containsExactly(1, 0, 0, 1);
    assertThat(basis.name(3)).isEqualTo("device=other");
  }

  @Test
  void columnsThatSayNothingAreLeftOut() {
    List<FeatureColumn> columns =
        List.of(FeatureColumn.number("constant"), FeatureColumn.number("empty"));
    FeatureSummary summary =
        FeatureSummary.of(log(columns, new double[] {7, Double.NaN}, new double[] {7, Double.NaN}));
    assertThat(Basis.standardized(columns, summary, 99).size()).isEqualTo(1);
  }

  @Test
  void poorerBasesAreBeginningsOfRicherOnes() {
    List<FeatureColumn> columns = List.of(FeatureColumn.number("u"), FeatureColumn.number("v"));
    double[][] rows = new double[9][];
    for (int i = 0; i < 9; i++) {
      rows[i] = new double[] {i, i % 3};
    }
    Basis basis = Basis.standardized(columns, FeatureSummary.of(log(columns, rows)), 99);
    // 1, u, v; u² and three hinges, v² and two (the third quartile is the largest); u·v
    assertThat(basis.tiers()).containsExactly(3, 3 + 4 + 3, 3 + 4 + 3 + 1);
    double[] phi = new double[basis.size()];
    basis.write(new double[] {8, 0}, phi);
    assertThat(phi[3]).isCloseTo(phi[1] * phi[1], within(1e-12));
    assertThat(phi[basis.size() - 1]).isCloseTo(phi[1] * phi[2], within(1e-12));
  }

  /** 33 rows have 15 different sixteenths; where those do not fit there are eighths, or none. */
  @Test
  void cutsAreForTestsAlone() {
    List<FeatureColumn> columns = List.of(FeatureColumn.number("u"));
    double[][] rows = new double[33][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = new double[] {i};
    }
    FeatureSummary summary = FeatureSummary.of(log(columns, rows));
    Basis basis = Basis.standardized(columns, summary, 99);
    Basis cut = basis.withCuts(summary, 99);
    assertThat(cut.tiers()).isEqualTo(basis.tiers());
    assertThat(cut.size()).isEqualTo(basis.size() + 15);
    assertThat(basis.withCuts(summary, basis.size() + 14).size()).isEqualTo(basis.size() + 7);
    assertThat(basis.withCuts(summary, basis.size() + 6).size()).isEqualTo(basis.size());
    double[] phi = new double[cut.size()];
    cut.write(new double[] {5}, phi); // above 2 and 4, the first sixteenths
    assertThat(Arrays.stream(phi).skip(basis.size()).sum()).isEqualTo(2);
    assertThat(phi[basis.size() + 1]).isEqualTo(1);
    assertThat(phi[basis.size() + 2]).isZero();
  }

  /** The second column is there at step 2 only; both are missing in the same rows of it. */
  @Test
  void aColumnThatNoRowOfAStepHasIsZeroThereAndColumnsMissingTogetherShareAnIndicator() {
    double none = Double.NaN;
    List<FeatureColumn> columns =
        List.of(
            FeatureColumn.number("x"), FeatureColumn.number("lab"), FeatureColumn.number("twin"));
    FeatureTable log = new FeatureTable(columns, List.of("u"), 2, 1, false);
    double[][] second = {{1, 5, 2}, {2, 7, 3}, {3, none, none}};
    for (double[] row : second) {
      log.begin(0, 0);
      log.row(new double[] {row[0], none, none}, 0, 0, new double[] {1}, new double[] {1});
      log.row(row, 0, 0, new double[] {1}, new double[] {1});
    }
    Basis basis = Basis.plain(columns, FeatureSummary.of(log), 5);
    assertThat(basis.size()).isEqualTo(5); // 1, x, lab, lab missing, twin
    double[] phi = new double[5];
    basis.write(1, new double[] {4, none, none}, phi);
    assertThat(phi).containsExactly(1, 4, 0, 0, 0);
    basis.write(2, new double[] {4, none, none}, phi);
    assertThat(phi).containsExactly(1, 4, 6, 1, 2.5);
  }
}
