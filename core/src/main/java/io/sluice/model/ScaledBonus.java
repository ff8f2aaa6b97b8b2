package io.sluice.model;

/** β times another bonus; the value bounds it is given are those of the scaled bonus. */
record ScaledBonus(Bonus whole, double scale) implements Bonus {
  @Override
  public String name() {
    return scale + "·" + whole.name();
  }

  @Override
  public double delta() {
    return whole.delta();
  }

  @Override
  public boolean isStationary() {
    return whole.isStationary();
  }

  @Override
  public OfStep at(int step, StepValues next) {
    OfStep bounds = whole.at(step, next);
    return (pair, visits) -> scale * bounds.of(pair, visits);
  }
}
