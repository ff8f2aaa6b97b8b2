package io.sluice.model;

/**
 * Two functions v and w of the state whose expectations over the next state, Σ P̂(x′|x,a)·v(x′) and
 * Σ P̂(x′|x,a)·w(x′), are computed together, which is faster than one after the other. How they lie
 * in memory is hidden here.
 *
 * <p>In a backward recursion, the functions of a step are written state by state and {@linkplain
 * #update made known}; then those of the step before ask for their expectations.
 */
public final class TwoValues {
  private final Model model;
  private final ValueLayout layout;
  final double[] v;
  final double[] w;
  final double[] sideBySide;

  private TwoValues(Model model, ValueLayout layout, double[] v, double[] w, double[] sideBySide) {
    this.model = model;
    this.layout = layout;
    this.v = v;
    this.w = w;
    this.sideBySide = sideBySide;
  }

  /**
   * Functions that are 0 everywhere until they are {@linkplain #update updated}.
   *
   * @param v one number for each state and one for the end
   * @param w the same
   */
  public static TwoValues of(Model model, double[] v, double[] w) {
    return of(model, ValueLayout.of(model), v, w);
  }

  static TwoValues of(Model model, ValueLayout layout, double[] v, double[] w) {
    return new TwoValues(model, layout, v, w, layout.sideBySide(v.length));
  }

  /** Functions of the step before, for the same model. */
  public TwoValues before(double[] v, double[] w) {
    return of(model, layout, v, w);
  }

  /** The same in the memory of this, which must not be asked any more. */
  TwoValues replacedBy(double[] v, double[] w) {
    return new TwoValues(model, layout, v, w, sideBySide);
  }

  /** To be called for each state, and for the end, when v and w have been written there. */
  public void update(int state) {
    if (sideBySide.length > 0) {
      sideBySide[2 * state] = v[state];
      sideBySide[2 * state + 1] = w[state];
    }
  }

  /** To be called once for each step, before its expectations are asked for. */
  public void prepare(Threads.Team team, int step) {
    layout.readFirst(team, step, v);
  }

  /** Computes expectations, for one thread. */
  public Expectations expectations() {
    return new Expectations(layout.reader());
  }

  /** Expectations of v and w over the next state; for one thread. */
  public final class Expectations {
    private final ValueLayout.Reader reader;

    private Expectations(ValueLayout.Reader reader) {
      this.reader = reader;
    }

    /**
     * Writes Σ P̂·v and Σ P̂·w of the pairs of states {@code from} … {@code to − 1} of a step.
     *
     * @param ofV where Σ P̂·v is written, from {@code at} on
     * @param ofW where Σ P̂·w is written, from 0 on
     */
    public void write(int step, int from, int to, double[] ofV, int at, double[] ofW) {
      Block block = Block.of(model, step, from, to);
      reader.both(block, TwoValues.this, model.next.value, ofV, at, ofW);
    }
  }
}
