package io.sluice.features;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The coefficients of an {@link ActionClassifier} at a step, from all folds but one. */
final class ShiftFit implements java.io.Serializable {
  /** Where nothing can be chosen by prediction. */
  private static final double PENALTY = 10;

  final double[][] theta; // [action]
  final double[][][] redrawn; // [draw][action]: the same with actions drawn anew
  final double[][] next; // [column of x′, then the end]: its prediction from x

  private record Split(PairMoments rest, PairMoments test) {}

  private record Form(int size, double penalty) {}

  private ShiftFit(double[][] theta, double[][][] redrawn, double[][] next) {
    this.theta = theta;
    this.redrawn = redrawn;
    this.next = next;
  }

  static ShiftFit without(int fold, List<PairMoments> folds, PairBasis basis) {
    List<PairMoments> seen =
        IntStream.range(0, folds.size())
            .filter(f -> f != fold || folds.size() == 1)
            .mapToObj(folds::get)
            .toList();
    List<Split> splits = new ArrayList<>();
    for (int g = 0; seen.size() > 1 && g < seen.size(); g++) {
      int out = g;
      List<PairMoments> rest =
          IntStream.range(0, seen.size()).filter(f -> f != out).mapToObj(seen::get).toList();
      splits.add(new Split(PairMoments.sum(rest), PairMoments.sum(List.of(seen.get(g)))));
    }
    PairMoments train = PairMoments.sum(seen);
    List<Form> forms = choose(splits, train, basis);
    double[][][] fitted = new double[forms.size()][][];
    for (int d = 0; d < fitted.length; d++) {
      fitted[d] = fit(train, targets(train, d), forms.get(d));
    }
    double[][][] redrawn = new double[fitted.length - 1][][];
    System.arraycopy(fitted, 1, redrawn, 0, redrawn.length);
    return new ShiftFit(fitted[0], redrawn, next(train, basis));
  }

  /** The actions themselves, or one of the draws. */
  private static double[][] targets(PairMoments from, int draw) {
    return draw == 0 ? from.targets : from.redrawn[draw - 1];
  }

  private static double[][] fit(PairMoments from, double[][] targets, Form form) {
    return form.penalty == Double.POSITIVE_INFINITY
        ? new double[targets.length][from.size]
        : Ridge.solveAll(from.gram, targets, form.size, form.penalty, false);
  }

  /** For the actions and for every draw, what predicts best within the folds that may be seen. */
  private static List<Form> choose(List<Split> splits, PairMoments train, PairBasis basis) {
    int actions = train.targets.length;
    int draws = train.redrawn.length + 1;
    List<Integer> sizes = basis.tiers().subList(1, basis.tiers().size());
    Form[] best = new Form[draws];
    double[] least = new double[draws]; // nothing to tell leaves 0
    for (int d = 0; d < draws; d++) {
      best[d] = new Form(sizes.get(0), splits.isEmpty() ? PENALTY : Double.POSITIVE_INFINITY);
    }
    for (int size : splits.isEmpty() ? List.<Integer>of() : sizes) {
      for (double penalty : RidgeChoice.GRID) {
        double[] loss = new double[draws];
        for (Split split : splits) {
          double[][] together =
              IntStream.range(0, draws)
                  .mapToObj(d -> targets(split.rest, d))
                  .flatMap(Stream::of)
                  .toArray(double[][]::new);
          double[][] theta = Ridge.solveAll(split.rest.gram, together, size, penalty, false);
          for (int i = 0; i < theta.length; i++) {
            double[] targets = targets(split.test, i / actions)[i % actions];
            loss[i / actions] += Ridge.loss(split.test.gram, targets, theta[i]);
          }
        }
        for (int d = 0; d < draws; d++) {
          if (loss[d] < least[d]) {
            least[d] = loss[d];
            best[d] = new Form(size, penalty);
          }
        }
      }
    }
    return List.of(best);
  }

  private static double[][] next(PairMoments train, PairBasis basis) {
    double[][] targets = new double[basis.columns() + 1][];
    for (int j = 0; j < targets.length; j++) {
      int place = j == basis.columns() ? basis.end() : basis.place(j);
      targets[j] = new double[train.size];
      System.arraycopy(train.gram, place * train.size, targets[j], 0, train.size);
    }
    return Ridge.solveAll(train.gram, targets, basis.tiers().get(0), 1, true);
  }
}
