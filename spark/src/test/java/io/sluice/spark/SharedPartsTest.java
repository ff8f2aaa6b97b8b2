package io.sluice.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.counts.PartialSum;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A sum travels without what it shares with the empty one, and has it again on arrival. */
class SharedPartsTest {
  /** Numbers that are read, in an array and in a list, and one of its own. */
  private static final class Sum implements PartialSum<Sum> {
    private final double[] read;
    private final List<double[]> more;
    private final double[] own = new double[1];

    Sum(double[] read, List<double[]> more) {
      this.read = read;
      this.more = more;
    }

    @Override
    public Sum empty() {
      return new Sum(read, more);
    }

    @Override
    public Sum plus(Sum later) {
      own[0] += later.own[0];
      return this;
    }
  }

  private static Sum model() {
    return new Sum(new double[100_000], List.of(new double[50_000], new double[50_000]));
  }

  @Test
  void whatIsOnlyReadStaysWhereItIs() {
    SharedParts<Sum> executor = new SharedParts<>(model());
    Sum sum = executor.empty().empty();
    sum.own[0] = 0.1;
    byte[] bytes = executor.toBytes(sum);
    assertThat(bytes).hasSizeLessThan(1_000);
    SharedParts<Sum> driver = new SharedParts<>(model()); // another process has the same bytes
    Sum arrived = driver.fromBytes(bytes);
    assertThat(arrived.own).containsExactly(0.1);
    assertThat(arrived.read).isSameAs(driver.empty().read);
    assertThat(arrived.more.get(1)).isSameAs(driver.empty().more.get(1));
    assertThat(arrived.own).isNotSameAs(driver.empty().own);
  }

  /** A sum of another model shares nothing. */
  @Test
  void whatIsNotSharedTravels() {
    SharedParts<Sum> parts = new SharedParts<>(model());
    byte[] bytes = parts.toBytes(model());
    assertThat(bytes).hasSizeGreaterThan(8 * 200_000);
    assertThat(parts.fromBytes(bytes).read).isNotSameAs(parts.empty().read).hasSize(100_000);
  }
}
