package io.sluice.policy;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A graph of ONNX operators in the making, and its bytes: the few fields of {@code onnx.proto} that
 * a policy needs, by their numbers. Values are named v0, v1 and so on.
 */
final class OnnxGraph {
  /** The operator set: the first with texts that are matched. */
  private static final int OPERATORS = 20;

  private static final int LEARNED_OPERATORS = 2;
  private static final int FORMAT = 9;

  /** The set that has the look-up of texts. */
  private static final String LEARNED = "ai.onnx.ml";

  /** Types of values. */
  enum Type {
    WHOLE(7),
    TEXT(8),
    FLAG(9),
    NUMBER(11);

    private final int code;

    Type(int code) {
      this.code = code;
    }
  }

  private final Message nodes = new Message();
  private final Message inputs = new Message();
  private final Map<String, String> constants = new HashMap<>();
  private int values;

  /** A message of protocol buffers. */
  private static final class Message {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    private void varint(long value) {
      long rest = value;
      for (; (rest & ~0x7fL) != 0; rest >>>= 7) {
        bytes.write((int) (rest & 0x7f | 0x80));
      }
      bytes.write((int) rest);
    }

    Message number(int field, long value) {
      varint(field << 3);
      varint(value);
      return this;
    }

    Message bytes(int field, byte[] value) {
      varint(field << 3 | 2);
      varint(value.length);
      bytes.writeBytes(value);
      return this;
    }

    Message text(int field, String value) {
      return bytes(field, value.getBytes(StandardCharsets.UTF_8));
    }

    Message message(int field, Message value) {
      return bytes(field, value.bytes.toByteArray());
    }

    Message append(Message other) {
      bytes.writeBytes(other.bytes.toByteArray());
      return this;
    }
  }

  /** A value for every row that has to be given. */
  String input(String name, Type type) {
    inputs.message(11, described(name, type));
    return name;
  }

  private static Message described(String name, Type type) {
    Message rows = new Message().message(1, new Message().text(2, "rows"));
    Message tensor = new Message().number(1, type.code).message(2, rows);
    return new Message().text(1, name).message(2, new Message().message(1, tensor));
  }

  /** The value of an operator. */
  String apply(String operator, String... from) {
    return apply("", operator, new Message(), from);
  }

  private String apply(String domain, String operator, Message attributes, String... from) {
    String value = "v" + values++;
    Message node = new Message();
    Arrays.stream(from).forEach(name -> node.text(1, name));
    node.text(2, value).text(3, value).text(4, operator).append(attributes).text(7, domain);
    nodes.message(1, node);
    return value;
  }

  /** The columns of a matrix from one on, as a matrix of one column for every place. */
  String gather(String from, String places, int axis) {
    return apply("", "Gather", whole("axis", axis), from, places);
  }

  private static Message whole(String name, long value) {
    Message attribute = new Message().text(1, name).number(3, value).number(20, 2);
    return new Message().message(5, attribute);
  }

  /** Whether a text matches as a whole. */
  String matches(String text, String pattern) {
    Message attribute = new Message().text(1, "pattern").text(4, pattern).number(20, 3);
    return apply("", "RegexFullMatch", new Message().message(5, attribute), text);
  }

  /** The place of a text in a list, or how long the list is. */
  String place(String text, List<String> of) {
    Message keys = new Message().text(1, "keys_strings");
    Message places = new Message().text(1, "values_int64s");
    for (int i = 0; i < of.size(); i++) {
      keys.text(9, of.get(i));
      places.number(8, i);
    }
    Message attributes = new Message().message(5, keys.number(20, 8));
    attributes.message(5, places.number(20, 7)).append(whole("default_int64", of.size()));
    return apply(LEARNED, "LabelEncoder", attributes, text);
  }

  /** Numbers that are the same for all rows: one, or several side by side. */
  String numbers(double... of) {
    ByteBuffer raw = ByteBuffer.allocate(8 * of.length).order(ByteOrder.LITTLE_ENDIAN);
    Arrays.stream(of).forEach(raw::putDouble);
    return constant(Type.NUMBER, of.length, raw, of.length > 1);
  }

  String whole(long of) {
    ByteBuffer raw = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(of);
    return constant(Type.WHOLE, 1, raw, false);
  }

  String wholes(long... of) {
    ByteBuffer raw = ByteBuffer.allocate(8 * of.length).order(ByteOrder.LITTLE_ENDIAN);
    Arrays.stream(of).forEach(raw::putLong);
    return constant(Type.WHOLE, of.length, raw, true);
  }

  String flags(boolean... of) {
    ByteBuffer raw = ByteBuffer.allocate(of.length);
    for (boolean flag : of) {
      raw.put((byte) (flag ? 1 : 0));
    }
    return constant(Type.FLAG, of.length, raw, true);
  }

  private String constant(Type type, int size, ByteBuffer raw, boolean vector) {
    Message tensor = vector ? new Message().number(1, size) : new Message();
    return constant(tensor.number(2, type.code).bytes(9, raw.array()));
  }

  String texts(List<String> of) {
    Message tensor = new Message().number(1, of.size()).number(2, Type.TEXT.code);
    of.forEach(text -> tensor.text(6, text));
    return constant(tensor);
  }

  private String constant(Message tensor) {
    String content = tensor.bytes.toString(StandardCharsets.ISO_8859_1);
    return constants.computeIfAbsent(
        content,
        c -> {
          Message attribute = new Message().text(1, "value").message(5, tensor).number(20, 4);
          return apply("", "Constant", new Message().message(5, attribute));
        });
  }

  /**
   * The model.
   *
   * @param about texts to keep with it, by name
   */
  byte[] model(String output, Type type, String version, Map<String, String> about) {
    Message graph = new Message().append(nodes).text(2, "policy").append(inputs);
    graph.message(12, described(output, type));
    Message model = new Message().number(1, FORMAT).text(2, "Sluice").text(3, version);
    model.message(7, graph);
    model.message(8, new Message().text(1, "").number(2, OPERATORS));
    model.message(8, new Message().text(1, LEARNED).number(2, LEARNED_OPERATORS));
    about.forEach((key, value) -> model.message(14, new Message().text(1, key).text(2, value)));
    return model.bytes.toByteArray();
  }

  /** Gives a value the name that users see. */
  void name(String value, String name) {
    nodes.message(1, new Message().text(1, value).text(2, name).text(4, "Identity"));
  }
}
