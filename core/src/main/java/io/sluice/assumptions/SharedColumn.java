package io.sluice.assumptions;

/**
 * A column that was not declared and whose values several episodes share, such as a customer.
 *
 * @param name of the column
 * @param outcome what comparing the episodes says
 * @param z of X² of returns between its values
 */
public record SharedColumn(String name, Outcome outcome, double z) {
  /** The most columns of a log that are compared. */
  public static final int MOST = 8;

  /** The probability of {@link Outcome#ALIKE} for any column of a log, where none is, at most. */
  public static final double LEVEL = 0.001;

  /** What a comparison says. */
  public enum Outcome {
    /** Episodes with the same value are more alike than chance allows. */
    ALIKE,
    /** They are alike, the column has the name of a unit, and is taken as the cluster. */
    CLUSTER,
    /** They are alike, and it is taken as the cluster, though it may only describe episodes. */
    GROUP,
    /** They are not. */
    NOT_ALIKE,
    /** The column has the name of one that identifies, and could not be compared. */
    NOT_COMPARED
  }

  /** Of a column that could not be compared. */
  public static SharedColumn notCompared(String name) {
    return new SharedColumn(name, Outcome.NOT_COMPARED, 0);
  }

  /**
   * The same, taken as the cluster.
   *
   * @param unit whether it has the name of a unit that episodes are of
   */
  public SharedColumn asCluster(boolean unit) {
    return new SharedColumn(name, unit ? Outcome.CLUSTER : Outcome.GROUP, z);
  }

  /** Whether it is taken as the cluster. */
  public boolean isCluster() {
    return outcome == Outcome.CLUSTER || outcome == Outcome.GROUP;
  }

  public boolean is(Outcome one) {
    return outcome == one;
  }
}
