package io.sluice.fit;

import io.sluice.counts.CountsAccumulator;
import io.sluice.counts.EpisodeBlocks;
import io.sluice.counts.EpisodeSource;
import io.sluice.counts.ExactSum;
import io.sluice.counts.KeptEpisodes;
import io.sluice.counts.KeptEpisodes.Placed;
import io.sluice.counts.PropensityTable;
import io.sluice.counts.TransitionCounts;
import io.sluice.mdp.Episode;
import io.sluice.mdp.Labels;
import io.sluice.mdp.RewardRange;
import io.sluice.mdp.Segments;
import io.sluice.mdp.Shape;
import io.sluice.mdp.ValueRange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * A log of objects in memory: {@link Log#of}. It is read and checked on first use.
 *
 * <p>Episodes are named by their position, counted from 1, which together with the seed determines
 * their half of the log.
 *
 * @param <E> an episode
 * @param <S> one of its decisions
 */
public final class ObjectLog<E, S> implements Log {
  private final Iterable<E> episodes;
  private final Function<? super E, ? extends Iterable<S>> steps;
  private final Function<? super S, ?> state;
  private final Function<? super S, ?> action;
  private final ToDoubleFunction<? super S> reward;

  // What may be declared besides; changed in copies only, before anything is read.
  private Optional<ToDoubleFunction<? super S>> propensity = Optional.empty();
  private Optional<Function<? super E, ?>> cluster = Optional.empty();
  private RewardRange range = RewardRange.UNIT;
  private Optional<RewardRange> returns = Optional.empty();
  private long seed = 1;
  private Optional<Segmentation<? super S>> segmentation = Optional.empty();

  private final Lazy<Read> read = new Lazy<>(() -> new Reader().read());

  /** All that was read. */
  private record Read(LogData data, KeptEpisodes episodes, Optional<Segments> segments) {}

  /** An episode with its name, by which it is placed among those of its block. */
  private record Named(String name, Placed placed) {}

  ObjectLog(
      Iterable<E> episodes,
      Function<? super E, ? extends Iterable<S>> steps,
      Function<? super S, ?> state,
      Function<? super S, ?> action,
      ToDoubleFunction<? super S> reward) {
    this.episodes = episodes;
    this.steps = steps;
    this.state = state;
    this.action = action;
    this.reward = reward;
  }

  private ObjectLog<E, S> with(Consumer<ObjectLog<E, S>> change) {
    ObjectLog<E, S> copy = new ObjectLog<>(episodes, steps, state, action, reward);
    copy.propensity = propensity;
    copy.cluster = cluster;
    copy.range = range;
    copy.returns = returns;
    copy.seed = seed;
    copy.segmentation = segmentation;
    change.accept(copy);
    return copy;
  }

  /** Returns this log with the probability with which each logged action was taken. */
  public ObjectLog<E, S> withPropensity(ToDoubleFunction<? super S> propensity) {
    return with(copy -> copy.propensity = Optional.of(propensity));
  }

  /** Returns this log with clusters: episodes that belong together, such as those of one user. */
  public ObjectLog<E, S> withCluster(Function<? super E, ?> cluster) {
    return with(copy -> copy.cluster = Optional.of(cluster));
  }

  /** Returns this log with the range of one reward; [0, 1] by default. */
  public ObjectLog<E, S> withRewardRange(double low, double high) {
    return with(copy -> copy.range = new RewardRange(low, high));
  }

  /**
   * Returns this log with the range of an episode's return, if it is narrower than the rewards
   * imply.
   */
  public ObjectLog<E, S> withReturnRange(double low, double high) {
    return with(copy -> copy.returns = Optional.of(new RewardRange(low, high)));
  }

  /** Returns this log with another seed, which assigns episodes to halves. */
  public ObjectLog<E, S> withSeed(long seed) {
    return with(copy -> copy.seed = seed);
  }

  /** A name for what rows are told apart by, and what it is of a row. */
  private record Segmentation<S>(String name, Function<S, ?> of, boolean ordered) {}

  /**
   * Returns this log with segments, within which effects may be estimated: segments of episodes if
   * all rows of an episode have the same, otherwise of decisions.
   *
   * @param name what they are called
   * @param segment known before the decision; segments with the same text are the same
   */
  public ObjectLog<E, S> withSegments(String name, Function<? super S, ?> segment) {
    return with(copy -> copy.segmentation = Optional.of(new Segmentation<>(name, segment, false)));
  }

  /**
   * Returns this log with the time of every episode, so that effects may be estimated over time.
   *
   * @param name what it is called
   * @param time a number, or a text that sorts by time, such as an ISO date; that of the first
   *     decision counts
   */
  public ObjectLog<E, S> withTimes(String name, Function<? super S, ?> time) {
    return with(copy -> copy.segmentation = Optional.of(new Segmentation<>(name, time, true)));
  }

  @Override
  public Optional<Segments> segments() {
    return read.get().segments();
  }

  @Override
  public LogData data() {
    return read.get().data();
  }

  @Override
  public Optional<EpisodeSource> episodes() {
    return Optional.of(read.get().episodes());
  }

  /** Reads all objects once: rows as texts and numbers, then numbers for texts. */
  private final class Reader {
    private final Texts states = new Texts("state");
    private final Texts actions = new Texts("action");
    private final Texts clusters = new Texts("cluster");
    private final List<List<Row>> rows = new ArrayList<>();
    private final List<String> clusterOf = new ArrayList<>();
    private final List<String> errors = new ArrayList<>();
    private long wrong;
    private int horizon;
    private double least = Double.POSITIVE_INFINITY;
    private double most = Double.NEGATIVE_INFINITY;

    private record Row(
        String state, String action, double reward, double propensity, String segment) {}

    Read read() {
      for (E episode : episodes) {
        List<Row> own = new ArrayList<>();
        for (S step : steps.apply(episode)) {
          own.add(row(rows.size() + 1, own.size() + 1, step));
        }
        if (own.isEmpty()) {
          wrong("episode %d: needs at least one decision, got none".formatted(rows.size() + 1));
        }
        rows.add(own);
        horizon = Math.max(horizon, own.size());
        String where = "episode " + rows.size();
        cluster.ifPresent(c -> clusterOf.add(clusters.of(where, c.apply(episode))));
      }
      if (rows.isEmpty()) {
        wrong("log: needs at least one episode, got none");
      }
      if (wrong > 0) {
        throw new BadLogException(errors, wrong);
      }
      return numbered();
    }

    private void wrong(String error) {
      if (wrong++ < BadLogException.SHOWN) {
        errors.add(error);
      }
    }

    private Row row(int episode, int number, S step) {
      String where = "episode %d, step %d".formatted(episode, number);
      double earned = reward.applyAsDouble(step);
      double p = propensity.map(f -> f.applyAsDouble(step)).orElse(Double.NaN);
      least = Math.min(least, earned);
      most = Math.max(most, earned);
      if (!range.contains(earned)) {
        wrong(
            "%s: reward must lie in the reward range [%s, %s], got %s (declare what a reward can be)"
                .formatted(where, range.low(), range.high(), earned));
      }
      if (propensity.isPresent() && !(p > 0 && p <= 1)) {
        wrong("%s: propensity must lie in (0, 1], got %s".formatted(where, p));
      }
      return new Row(
          states.of(where, state.apply(step)),
          actions.of(where, action.apply(step)),
          earned,
          p,
          segmentation.map(s -> String.valueOf(s.of().apply(step))).orElse(""));
    }

    private Read numbered() {
      Labels stateNames = Labels.of(states.seen.keySet());
      Labels actionNames = Labels.of(actions.seen.keySet());
      Shape shape = new Shape(stateNames.size(), actionNames.size(), horizon);
      boolean endsEarly = rows.stream().anyMatch(own -> own.size() < horizon);
      RewardRange whole = endsEarly ? range.withZero() : range;
      List<String> notes = new ArrayList<>();
      if (!whole.equals(range)) {
        notes.add(LogData.widened(whole));
      }
      Optional<Segments> segments = segmentation.map(this::segments);
      List<Placed> placed = placed(shape, whole, stateNames, actionNames, segments);
      CountsAccumulator counts = new CountsAccumulator(shape);
      placed.forEach(e -> counts.add(e.episode()));
      TransitionCounts counted = counts.toCounts();
      LogData data =
          new LogData(
              rows.stream().mapToLong(List::size).sum(),
              stateNames,
              actionNames,
              counted,
              Optional.empty(),
              propensity.map(p -> propensities(shape, placed)),
              cluster.isPresent(),
              EpisodeEnds.of(counted),
              List.of(),
              whole,
              ValueRange.of(whole, horizon, returns),
              List.of(least, most),
              notes);
      return new Read(data, new KeptEpisodes(cluster.isPresent(), placed), segments);
    }

    private Segments segments(Segmentation<? super S> by) {
      Map<String, Long> counts = new HashMap<>();
      boolean constant =
          by.ordered()
              || rows.stream()
                  .allMatch(own -> own.stream().map(Row::segment).distinct().count() == 1);
      for (List<Row> own : rows) {
        (constant ? own.subList(0, 1) : own)
            .forEach(row -> counts.merge(row.segment(), 1L, Long::sum));
      }
      return by.ordered()
          ? Segments.periods(by.name(), counts)
          : Segments.of(by.name(), counts, constant);
    }

    private List<Placed> placed(
        Shape shape,
        RewardRange whole,
        Labels stateNames,
        Labels actionNames,
        Optional<Segments> segments) {
      Episode.Writer writer = new Episode.Writer(shape, whole);
      Map<String, Long> numbers = new HashMap<>();
      List<Named> named = new ArrayList<>();
      for (int i = 0; i < rows.size(); i++) {
        String name = cluster.isPresent() ? clusterOf.get(i) : String.valueOf(i + 1);
        String hash = EpisodeBlocks.hash(seed, name);
        long number = numbers.computeIfAbsent(name, n -> (long) numbers.size());
        writer.beginInPart(number, EpisodeBlocks.part(hash));
        Row first = rows.get(i).get(0);
        for (Row row : rows.get(i)) {
          writer.row(
              stateNames.id(row.state()),
              actionNames.id(row.action()),
              row.reward(),
              row.propensity());
          Row shown = segments.map(Segments::ofEpisodes).orElse(false) ? first : row;
          segments.ifPresent(all -> writer.segment(all.of(shown.segment())));
        }
        segments.ifPresent(all -> writer.look(all.look(first.segment())));
        named.add(new Named(name, new Placed(EpisodeBlocks.block(hash), writer.episode())));
      }
      named.sort(
          Comparator.comparingInt((Named one) -> one.placed().block()).thenComparing(Named::name));
      return named.stream().map(Named::placed).toList();
    }

    private PropensityTable propensities(Shape shape, List<Placed> placed) {
      List<long[]> all = new ArrayList<>(); // pair, and the bits of a probability
      for (Placed one : placed) {
        Episode e = one.episode();
        for (int h = 1; h <= e.length(); h++) {
          long pair = ((h - 1L) * shape.states() + e.state(h)) * shape.actions() + e.action(h);
          all.add(new long[] {pair, Double.doubleToLongBits(e.propensity(h))});
        }
      }
      all.sort(Comparator.comparingLong(row -> row[0]));
      PropensityTable table = new PropensityTable(shape);
      for (long[] row : all) {
        double p = Double.longBitsToDouble(row[1]);
        table.add(row[0], 1, 0, ExactSum.toGrid(p), p, p);
      }
      return table;
    }
  }

  /** Objects by their text, of which there must be one each. */
  private static final class Texts {
    private final String role;
    private final Map<String, Object> seen = new HashMap<>();

    Texts(String role) {
      this.role = role;
    }

    String of(String where, Object object) {
      if (object == null) {
        throw new BadLogException("%s: needs a %s, got null".formatted(where, role));
      }
      String text = object.toString();
      Object first = seen.putIfAbsent(text, object);
      if (first != null && !first.equals(object)) {
        throw new BadLogException(
            "%s: needs %ss with texts of their own, got two different ones that are both \"%s\""
                .formatted(where, role, text));
      }
      return text;
    }
  }
}
