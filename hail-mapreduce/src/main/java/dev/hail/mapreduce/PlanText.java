// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import dev.hail.format.predicate.IndexFit;
import dev.hail.join.build.BuiltSide;
import java.util.List;
import java.util.Locale;

/** What a job will do, as text for people. */
final class PlanText {

  private PlanText() {}

  static String of(PreparedJoins joins, List<PlannedBlock> blocks, List<HailInputSplit> splits) {
    StringBuilder text = new StringBuilder();
    if (!joins.library().isEmpty()) {
      text.append("Join library: ").append(joins.library()).append('\n');
    }
    for (BuiltSide side : joins.sides()) {
      text.append(PreparedJoins.describe(side)).append('\n');
    }
    if (joins.containerMega() > 0) {
      text.append(
          String.format(Locale.ROOT, "Memory of a map container: %,d MB%n", joins.containerMega()));
    }
    text.append(
        String.format(
            Locale.ROOT,
            "Blocks: %,d by index (equality), %,d by index (range), %,d by index (join), %,d"
                + " scanned%nMap tasks: %,d%n",
            count(blocks, IndexFit.EQUALITY),
            count(blocks, IndexFit.RANGE),
            count(blocks, IndexFit.FEW_KEYS) + count(blocks, IndexFit.SOME_KEYS),
            count(blocks, IndexFit.NONE),
            splits.size()));
    return text.toString();
  }

  private static long count(List<PlannedBlock> blocks, IndexFit fit) {
    return blocks.stream().filter(block -> block.fit() == fit).count();
  }
}
