package io.sluice.spark;

import io.sluice.counts.PartialSum;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.OutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An empty sum, as every process of a pass has it, and sums made of it as bytes. A sum shares with
 * the empty one what it only reads: a model, a policy. This may be far larger than what was added
 * up, so it goes to executors once and never comes back: in the bytes of a sum, its objects are
 * named by their places in the bytes of the empty one, which are the same everywhere.
 */
final class SharedParts<A extends PartialSum<A>> implements Serializable {
  private final byte[] bytes;
  private transient @Nullable Parts<A> parts;

  /** An object of the empty sum, by its place. */
  private record Place(int index) implements Serializable {}

  /** What was read, in the order in which it was. */
  private record Parts<A>(A empty, List<Object> objects, Map<Object, Integer> places) {}

  SharedParts(A empty) {
    bytes = write(empty, Map.of());
  }

  A empty() {
    return parts().empty();
  }

  byte[] toBytes(A sum) {
    return write(sum, parts().places());
  }

  A fromBytes(byte[] sum) {
    return read(sum, new ArrayList<>(), parts().objects());
  }

  private synchronized Parts<A> parts() {
    Parts<A> known = parts;
    if (known == null) {
      List<Object> objects = new ArrayList<>();
      A empty = read(bytes, objects, List.of());
      Map<Object, Integer> places = new IdentityHashMap<>();
      for (int i = 0; i < objects.size(); i++) {
        places.putIfAbsent(objects.get(i), i);
      }
      known = new Parts<>(empty, objects, places);
      parts = known;
    }
    return known;
  }

  private static byte[] write(PartialSum<?> sum, Map<Object, Integer> places) {
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new Writer(written, places)) {
      out.writeObject(sum);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return written.toByteArray();
  }

  @SuppressWarnings("unchecked") // what write was given
  private static <A extends PartialSum<A>> A read(
      byte[] written, List<Object> found, List<Object> objects) {
    try (ObjectInputStream in = new Reader(new ByteArrayInputStream(written), found, objects)) {
      return (A) in.readObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  private static final class Writer extends ObjectOutputStream {
    private final Map<Object, Integer> places;

    Writer(OutputStream out, Map<Object, Integer> places) throws IOException {
      super(out);
      this.places = places;
      enableReplaceObject(true);
    }

    @Override
    protected Object replaceObject(Object written) {
      Integer place = places.get(written);
      return place == null ? written : new Place(place);
    }
  }

  private static final class Reader extends ObjectInputStream {
    private final List<Object> found;
    private final List<Object> objects;

    Reader(InputStream in, List<Object> found, List<Object> objects) throws IOException {
      super(in);
      this.found = found;
      this.objects = objects;
      enableResolveObject(true);
    }

    @Override
    protected Object resolveObject(Object read) {
      if (read instanceof Place place) {
        return objects.get(place.index());
      }
      found.add(read);
      return read;
    }

    @Override
    protected Class<?> resolveClass(ObjectStreamClass type)
        throws IOException, ClassNotFoundException {
      try {
        return Class.forName(type.getName(), false, SharedParts.class.getClassLoader());
      } catch (ClassNotFoundException e) {
        return super.resolveClass(type);
      }
    }
  }
}
