package io.sluice.features;

import io.sluice.mdp.SettingException;
import java.util.ServiceLoader;

/**
 * Learns sums of regression trees by boosting. Found with {@link java.util.ServiceLoader}, so that
 * the library is needed only where trees are used.
 */
public interface TreeBooster {
  /**
   * The one on the class path.
   *
   * @throws SettingException if there is none
   */
  static TreeBooster found() {
    return ServiceLoader.load(TreeBooster.class)
        .findFirst()
        .orElseThrow(
            () ->
                new SettingException(
                    "nuisance",
                    "boosted and auto need the module sluice-xgboost on the class path, got none (./sluice puts it there; see docs/features.md)"));
  }

  /** The library and its version, as results name it. */
  String name();

  /**
   * Fits trees, each to the residuals of those before it. The result depends on the arguments
   * alone, to the last bit: one thread, no random numbers. It may be called from several threads at
   * once.
   *
   * @param rows one row after the other, without missing numbers
   * @param columns how many numbers a row has
   * @param outcomes one for each row; the sum begins at 0
   * @param rounds how many trees
   */
  Trees fit(float[] rows, int columns, float[] outcomes, int rounds);
}
