package io.sluice.simulation;

/** How a reward in [0, 1] with a given mean is drawn. */
public interface RewardLaw {
  /** 1 with probability mean, else 0. */
  RewardLaw BERNOULLI =
      new RewardLaw() {
        @Override
        public double draw(int pair, double mean, double uniform) {
          return uniform < mean ? 1 : 0;
        }

        @Override
        public double variance(int pair, double mean) {
          return mean * (1 - mean);
        }
      };

  /**
   * @param pair the (state, action), as numbered by the model
   * @param uniform a number drawn uniformly from [0, 1)
   */
  double draw(int pair, double mean, double uniform);

  /**
   * The same where the next state has a say in it; unless told otherwise it has none.
   *
   * @param next the state that follows, or would if there were a next step; or the end
   */
  default double draw(int pair, double mean, int next, double uniform) {
    return draw(pair, mean, uniform);
  }

  /** The variance of what is drawn, exactly. */
  double variance(int pair, double mean);
}
