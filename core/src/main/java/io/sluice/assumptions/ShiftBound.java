package io.sluice.assumptions;

/**
 * At most how far actions move the next state at a step: an upper bound on the mean over decisions
 * of the total variation between the next states of the action taken and those of the logged policy
 * in the same state, S = Σ_x n(x)/N Σ_a π_b(a|x) ½‖P(·|x,a) − P_b(·|x)‖₁.
 *
 * <p>Given the states of the step's N rows, S ≤ {@link #upper} with a probability of at least 1 −
 * {@value #DELTA}, for any N and however sparse the tables are. Actions and next states are random.
 * With M(x) = Σ_{a,x′} ½|n(a,x′) − n(a)n(x′)/n| in a state of n rows, F = Σ_{n≥2} n/(n−1)·M(x)/N
 * and L = ln(2/{@value #DELTA}):
 *
 * <pre>
 * G = F + √(L/2·Σ c²)      c = 2(1 − n(a)/n)·n/(n−1)/N for every row
 * S ≤ (β + √(β² + G))² + (1 − 1/|A|)·(rows alone in their state)/N      β = √(2L/N)
 * </pre>
 *
 * <p>Why: (1) given the actions too, E M(x) ≥ Σ_a n(a)·½‖P(·|x,a) − P̄(·|x)‖₁ by Jensen's
 * inequality, P̄ being the mean over the actions taken. So noise only raises F. A row's next state
 * changes N·F by at most N·c, and McDiarmid's inequality bounds the mean of F by G, at L. (2) With
 * v_i = P(·|x,a_i) and v̄_i the mean of the state's other rows, that mean is at least g/N, g = Σ_i
 * ½‖v_i − v̄_i‖₁, and Eg ≥ Σ n·S(x), by Jensen again. Changing one action lowers g by at most 2t_i,
 * t_i = ½‖v_i − v̄_i‖₁ ≤ 1, so g/2 is weakly (2, 0)-self-bounding, and g ≥ Eg − 2√(2L·Eg) at L
 * (Boucheron, Lugosi and Massart 2009). (3) ½‖P(·|x,a) − P_b(·|x)‖₁ ≤ 1 − π_b(a|x), whose mean is
 * at most 1 − 1/|A|.
 *
 * <p>What breaks it: episodes that depend on each other, or a policy or next states that change
 * from episode to episode. The state need not be all that matters of the past.
 *
 * @param rows N
 * @param actions |A|
 * @param moved F
 * @param noise what F would be on average if actions were randomly assigned within each state
 * @param squares N·Σ c²
 * @param alone the share of rows that are alone in their state
 * @param independent whether rows are independent; if they are not known to be, only 1 − 1/|A| is
 *     certain
 */
public record ShiftBound(
    double rows,
    int actions,
    double moved,
    double noise,
    double squares,
    double alone,
    boolean independent) {
  /** The probability with which the shift may be above its bound. */
  public static final double DELTA = 0.05;

  private static final double LOG = Math.log(2 / DELTA);
  private static final double MOST_TIMES = 1e12;

  ShiftBound ofDependentEpisodes() {
    return new ShiftBound(rows, actions, moved, noise, squares, alone, false);
  }

  /** The upper bound, in [0, 1 − 1/|A|]. */
  public double upper() {
    return upper(moved, 1);
  }

  /** The most that there can be with so many actions. */
  private double most() {
    return 1 - 1.0 / actions;
  }

  /**
   * @param shown F
   * @param times how many times as many rows there are
   */
  private double upper(double shown, double times) {
    if (!independent || rows == 0) {
      return most();
    }
    double mean = shown + Math.sqrt(LOG / 2 * squares / (rows * times));
    double square = 2 * LOG / (rows * times);
    double root = Math.sqrt(square) + Math.sqrt(square + mean);
    return Math.min(most(), root * root + most() * alone / times);
  }

  /**
   * About how many times as many episodes would bring the bound below a tolerance, if actions do
   * not move the next state at all; infinite if no number would. Noise is taken to fall with the
   * root of the number of rows, which is too hopeful where more episodes show more states.
   */
  public double timesNeeded(double tolerance) {
    double high = 1;
    while (high < MOST_TIMES && upper(noise / Math.sqrt(high), high) >= tolerance) {
      high *= 2;
    }
    if (high >= MOST_TIMES) {
      return Double.POSITIVE_INFINITY;
    }
    double low = high / 2;
    while (high - low > 1e-3 * high) {
      double middle = (low + high) / 2;
      if (upper(noise / Math.sqrt(middle), middle) >= tolerance) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }

  /** Adds up a step, state by state. */
  static final class Sums {
    private final int actions;
    private double rows;
    private double moved;
    private double noise;
    private double squares;
    private double alone;

    Sums(int actions) {
      this.actions = actions;
    }

    /**
     * @param n rows of the state
     * @param taken rows of each action
     */
    void add(long n, long[] taken, double stateMoved, double stateNoise) {
      rows += n;
      if (n == 1) {
        alone++;
        return;
      }
      double raised = n / (n - 1.0);
      moved += raised * stateMoved;
      noise += raised * stateNoise;
      for (long a : taken) {
        double c = 2 * (1 - a / (double) n) * raised;
        squares += a * c * c;
      }
    }

    ShiftBound bound() {
      return new ShiftBound(
          rows, actions, moved / rows, noise / rows, squares / rows, alone / rows, true);
    }
  }
}
