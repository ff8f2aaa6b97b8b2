package io.sluice.report.json;

import io.sluice.fit.AnytimeResult;
import io.sluice.fit.FollowUps;
import io.sluice.fit.SegmentResult;
import io.sluice.fit.SegmentResult.SameTest;
import io.sluice.fit.SensitivityResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Effects by segment and what would overturn verdicts, as fields of an evaluation. */
final class FollowUpJson {
  private FollowUpJson() {}

  static void put(Map<String, Object> json, FollowUps more) {
    more.segments().ifPresent(s -> json.put("segments", of(s)));
    more.anytime().ifPresent(a -> json.put("anytime", of(a)));
    more.sensitivity().ifPresent(s -> json.put("sensitivity", of(s)));
  }

  static Map<String, Object> of(SegmentResult result) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("column", result.column());
    json.put("ofEpisodes", result.ofEpisodes());
    json.put("ordered", result.ordered());
    json.put("pooled", result.pooled());
    json.put("interval", result.interval().toString());
    json.put("critical", result.critical());
    json.put("alone", result.alone());
    List<Object> effects = new ArrayList<>();
    for (SegmentResult.Effects e : result.effects()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("step", step(e.step()));
      one.put("same", of(e.same()));
      if (result.ordered()) {
        one.put("trend", e.trend().map(FollowUpJson::of).orElse(null));
      }
      List<Object> segments = new ArrayList<>();
      for (SegmentResult.Entry s : e.segments()) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("segment", s.segment());
        entry.put("size", s.size());
        entry.put("estimate", s.estimate());
        entry.put("lower", number(s.lower()));
        entry.put("upper", number(s.upper()));
        entry.put("standardError", number(s.standardError()));
        entry.put("verdict", s.verdict().toString());
        entry.put("reason", s.reason());
        segments.add(entry);
      }
      one.put("segments", segments);
      effects.add(one);
    }
    json.put("effects", effects);
    json.put("warnings", result.warnings());
    return json;
  }

  private static Map<String, Object> of(AnytimeResult result) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("column", result.column());
    json.put("first", result.first());
    json.put("verdict", result.verdict().toString());
    json.put("reason", result.reason());
    json.put("missing", result.missing());
    List<Object> looks = new ArrayList<>();
    for (AnytimeResult.Look look : result.looks()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("look", look.name());
      one.put("episodes", look.episodes());
      one.put("estimate", look.estimate());
      one.put("lower", look.lower());
      one.put("upper", look.upper());
      one.put("onceLower", look.onceLower());
      one.put("onceUpper", look.onceUpper());
      looks.add(one);
    }
    json.put("looks", looks);
    return json;
  }

  private static Map<String, Object> of(SameTest test) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("statistic", test.isPresent() ? test.statistic() : null);
    json.put("contrasts", test.contrasts());
    json.put("pValue", test.isPresent() ? test.pValue() : null);
    json.put("missing", test.missing());
    return json;
  }

  private static Map<String, Object> of(SensitivityResult result) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("randomized", result.randomized());
    List<Object> steps = new ArrayList<>();
    for (SensitivityResult.Confounding c : result.steps()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("step", c.step());
      one.put("verdict", c.verdict().toString());
      one.put("interval", c.interval().toString());
      one.put("overturned", number(c.overturned()));
      List<Object> bounds = new ArrayList<>();
      for (SensitivityResult.Bound b : c.bounds()) {
        Map<String, Object> bound = new LinkedHashMap<>();
        bound.put("strength", b.strength());
        bound.put("low", b.low());
        bound.put("high", b.high());
        bound.put("lower", b.lower());
        bound.put("upper", b.upper());
        bounds.add(bound);
      }
      one.put("bounds", bounds);
      steps.add(one);
    }
    json.put("steps", steps);
    List<Object> dropped = new ArrayList<>();
    for (SensitivityResult.Dropped d : result.dropped()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("step", step(d.step()));
      one.put("verdict", d.verdict().toString());
      one.put("toZero", number(d.toZero()));
      one.put("toSign", number(d.toSign()));
      one.put("of", d.of());
      dropped.add(one);
    }
    json.put("dropped", dropped);
    List<Object> trimmed = new ArrayList<>();
    for (SensitivityResult.Trimmed t : result.trimmed()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("step", step(t.step()));
      one.put("cap", t.cap());
      one.put("estimate", t.estimate());
      one.put("plain", t.plain());
      trimmed.add(one);
    }
    json.put("trimmed", trimmed);
    json.put("clusters", result.clusters());
    json.put("warnings", result.warnings());
    return json;
  }

  private static @Nullable Integer step(OptionalInt step) {
    return step.isPresent() ? step.getAsInt() : null;
  }

  private static @Nullable Double number(double value) {
    return Double.isNaN(value) ? null : value;
  }

  private static @Nullable Double number(OptionalDouble value) {
    return value.isPresent() ? value.getAsDouble() : null;
  }

  private static @Nullable Long number(OptionalLong value) {
    return value.isPresent() ? value.getAsLong() : null;
  }
}
