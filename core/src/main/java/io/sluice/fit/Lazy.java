package io.sluice.fit;

import java.util.function.Supplier;

/** Something that is made when it is first asked for, and kept. */
final class Lazy<T> implements Supplier<T> {
  private Supplier<T> maker;
  private T made;

  Lazy(Supplier<T> maker) {
    this.maker = maker;
  }

  @Override
  public synchronized T get() {
    if (maker != null) {
      made = maker.get();
      maker = null; // so that what it was made from can go
    }
    return made;
  }
}
