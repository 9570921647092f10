// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.layout;

import dev.hail.format.schema.Attribute;
import java.util.Locale;

/** Writes a front for people: sizes, order, encodings. */
public final class FrontText {
  private final BlockFront front;

  private FrontText(BlockFront front) {
    this.front = front;
  }

  /**
   * Two lines about the block, one about its order and one per attribute. Each ends with a line
   * end.
   */
  public static String of(BlockFront front) {
    return new FrontText(front).text();
  }

  private String text() {
    StringBuilder text = new StringBuilder(256);
    text.append(
        String.format(
            Locale.ROOT,
            "HAIL block, format %d: %,d rows, %,d bad records, %,d bytes from %,d bytes of text%n",
            front.formatVersion(),
            front.rowCount(),
            front.badRecordCount(),
            front.blockLength(),
            front.textBytes()));
    text.append(
        String.format(
            Locale.ROOT,
            "front %,d bytes, index %,d of %,d bytes, content hash %016x%n",
            front.frontLength(),
            front.indexLength(),
            front.indexCapacity(),
            front.contentHash()));
    text.append(order()).append(System.lineSeparator());
    for (Attribute attribute : front.schema().attributes()) {
      text.append("  ").append(column(attribute)).append(System.lineSeparator());
    }
    return text.toString();
  }

  private String order() {
    SparseIndex index = front.index();
    return index == null
        ? "not sorted"
        : String.format(
            Locale.ROOT,
            "sorted by %s, %d partitions of %d rows",
            label(front.schema().attribute(index.attribute())),
            index.partitions(),
            front.partitionRows());
  }

  private String column(Attribute attribute) {
    ColumnLayout column = front.column(attribute.position());
    String stored =
        String.format(
            Locale.ROOT,
            "%s %s: %s, %,d NULLs",
            label(attribute),
            attribute.type().toSql(),
            column.encoding(),
            column.nullCount());
    return column.encoding().isDictionary()
        ? stored + String.format(Locale.ROOT, ", %,d entries", column.entries())
        : stored;
  }

  private static String label(Attribute attribute) {
    return "@" + attribute.position() + " " + attribute.name();
  }
}
