package io.sluice.model;

/** β times another bonus, with the next step's bounds as this one makes them. */
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
