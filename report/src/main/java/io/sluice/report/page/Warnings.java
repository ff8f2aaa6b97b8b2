package io.sluice.report.page;

import io.sluice.report.Numbers;
import io.sluice.report.page.Block.Tone;
import io.sluice.report.page.Block.Verdict;
import io.sluice.report.page.Block.Verdicts;
import io.sluice.report.page.Block.Words;
import java.util.ArrayList;
import java.util.List;

/** What to know, and what to do about it. */
final class Warnings {
  private static final int SHOWN = 20;

  private Warnings() {}

  /**
   * @param about what warnings would contradict
   */
  static Section section(List<String> warnings, List<String> advice, String about) {
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        warnings.isEmpty()
            ? Words.of("Nothing in this log speaks against " + about + ".")
            : new Verdicts(notes(Tone.NOTE, warnings)));
    if (!advice.isEmpty()) {
      blocks.add(Words.of("What to do:"));
      blocks.add(new Verdicts(notes(Tone.ADVICE, advice)));
    }
    return new Section("What to know", blocks);
  }

  /** The first of them, and how many were left out. */
  static List<Verdict> notes(Tone tone, List<String> texts) {
    List<Verdict> notes = new ArrayList<>();
    texts.stream().limit(SHOWN).forEach(text -> notes.add(new Verdict(tone, text)));
    if (texts.size() > SHOWN) {
      notes.add(
          new Verdict(
              tone, Numbers.say("and %,d more like these, left out here", texts.size() - SHOWN)));
    }
    return notes;
  }
}
