package io.sluice.report.page;

import java.util.List;

/** A part of a page under a heading. */
public record Section(String title, List<Block> blocks) {
  public Section {
    blocks = List.copyOf(blocks);
  }

  public static Section of(String title, Block... blocks) {
    return new Section(title, List.of(blocks));
  }
}
