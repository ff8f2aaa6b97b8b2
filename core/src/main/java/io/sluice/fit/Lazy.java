package io.sluice.fit;

import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Something that is made when it is first asked for, and kept. */
final class Lazy<T> implements Supplier<T> {
  private @Nullable Supplier<T> maker;
  private @Nullable T made;

  Lazy(Supplier<T> maker) {
    this.maker = maker;
  }

  @Override
  public synchronized T get() {
    if (maker != null) {
      made = maker.get();
      maker = null; // so that what it was made from can go
    }
    return Objects.requireNonNull(made);
  }
}
