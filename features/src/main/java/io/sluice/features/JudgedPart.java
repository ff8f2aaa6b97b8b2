package io.sluice.features;

import io.sluice.assumptions.Finding;
import io.sluice.policy.PolicyJson;
import io.sluice.policy.SavedPolicy;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The episodes of a log that a learned policy is judged on, with its decisions, wherever rows are:
 * those set aside, or all. Rows are read again in every pass, and never kept.
 */
final class JudgedPart implements SourceView {
  private final FeatureSource source;
  private final Judged part;
  private final Optional<Finding> policySource;

  JudgedPart(FeatureSource source, Draw draw, SavedPolicy policy, Optional<Finding> policySource) {
    this.source = source;
    this.policySource = policySource;
    part = new Judged(draw, PolicyJson.text(policy));
  }

  @Override
  public Optional<Finding> policySource() {
    return policySource;
  }

  @Override
  public FeatureSource source() {
    return source;
  }

  @Override
  public <A extends FeatureAccumulator<A>> A collect(A empty) {
    return source.collect(new Sum<>(part, empty)).sum;
  }

  @Override
  public void forEach(Consumer<FeatureEpisode> visitor) {
    Judged own = part.again();
    source.forEach(
        episode -> {
          if (own.takes(episode)) {
            visitor.accept(episode);
          }
        });
  }

  /** Which episodes, and what the policy does; the policy travels as text. */
  private static final class Judged implements Serializable {
    private final Draw draw;
    private final String written;
    private transient @Nullable SavedPolicy policy;

    Judged(Draw draw, String written) {
      this.draw = draw;
      this.written = written;
    }

    Judged again() {
      Judged other = new Judged(draw, written);
      other.policy = policy();
      return other;
    }

    private SavedPolicy policy() {
      SavedPolicy read = policy;
      if (read == null) {
        read = PolicyJson.read(written, "policy");
        policy = read;
      }
      return read;
    }

    /** Whether it is one of them; then the policy has decided in its rows. */
    boolean takes(FeatureEpisode episode) {
      if (draw.halves() && !draw.isJudged(episode)) {
        return false;
      }
      SavedPolicy own = policy();
      double[] x = new double[own.columns().size()];
      for (int k = 1; k <= episode.length(); k++) {
        LearningData.clamp(own.columns(), episode.features(k), x);
        double[] into = episode.evaluated(k);
        Arrays.fill(into, 0);
        into[own.choose(k, x)] = 1;
      }
      return true;
    }
  }

  /** Adds up these episodes. */
  private static final class Sum<A extends FeatureAccumulator<A>>
      implements FeatureAccumulator<Sum<A>> {
    private final Judged part;
    private final A sum;

    Sum(Judged part, A sum) {
      this.part = part;
      this.sum = sum;
    }

    @Override
    public int blocks() {
      return sum.blocks();
    }

    @Override
    public Sum<A> empty() {
      return new Sum<>(part.again(), sum.empty());
    }

    @Override
    public void add(FeatureEpisode episode) {
      if (part.takes(episode)) {
        sum.add(episode);
      }
    }

    @Override
    public Sum<A> plus(Sum<A> later) {
      return new Sum<>(part, sum.plus(later.sum));
    }
  }
}
