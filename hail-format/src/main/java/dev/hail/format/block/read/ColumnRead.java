// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.read;

import dev.hail.format.block.layout.BitCodec;
import dev.hail.format.block.layout.ColumnLayout;
import dev.hail.format.block.layout.CorruptBlockException;
import java.util.List;

/** The segments that read some rows of one column. */
final class ColumnRead {
  private final ColumnVector column;
  private final ColumnLayout layout;
  private final int begin;
  private final int end;
  private Segment validity;
  private Segment values;
  private Segment strings;

  ColumnRead(ColumnVector column, int begin, int end) {
    this.column = column;
    this.layout = column.layout;
    this.begin = begin;
    this.end = end;
  }

  /** Asks for validity, values, codes and string offsets. */
  void addFixed(List<Segment> wanted) {
    if (layout.validity() != 0) {
      validity = bits(layout.validity());
      wanted.add(validity);
    }
    values = values();
    wanted.add(values);
  }

  private Segment values() {
    int first = layout.codec().offset(begin);
    return new Segment(layout.values() + (long) first, layout.codec().span(begin, end));
  }

  private Segment bits(int bitmap) {
    int from = begin >> 3;
    return new Segment(bitmap + (long) from, BitCodec.length(end) - from);
  }

  /**
   * Takes what {@link #addFixed} asked for. Does not yet check strings and codes of single rows.
   */
  void takeFixed() throws CorruptBlockException {
    column.fixed(validity, values, begin);
    if (layout.codec().hasBytes()) {
      column.checkStringExtent(begin, end);
    }
  }

  /** Asks for the bytes of plain strings, at the places that their offsets give. */
  void addStrings(List<Segment> wanted) {
    if (layout.codec().hasBytes()) {
      int first = column.stringOffset(begin);
      addStrings(wanted, first, column.stringOffset(end) - first);
    }
  }

  /** Asks for the bytes of the plain strings of all rows of the block. */
  void addAllStrings(List<Segment> wanted) {
    addStrings(wanted, 0, layout.bytesLength());
  }

  private void addStrings(List<Segment> wanted, int offset, int length) {
    if (layout.codec().hasBytes()) {
      strings = new Segment(layout.bytes() + (long) offset, length);
      wanted.add(strings);
    }
  }

  void takeStrings() {
    if (strings != null) {
      column.strings(strings, (int) (strings.position() - layout.bytes()));
    }
  }
}
