// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block;

import dev.hail.format.schema.Attribute;
import java.math.BigDecimal;

/**
 * Some rows of one column in memory, addressed by their row numbers in the block: every base below
 * is such that adding the address of a row in the whole column gives its place in the array.
 */
final class ColumnVector {
  final Attribute attribute;
  final ColumnLayout layout;

  /** Bitmap of values that are not NULL, or null if all are. */
  private byte[] validity;

  private int validityBase;
  private byte[] values;
  private int valuesBase;
  private byte[] bytes;
  private int bytesBase;

  /** The strings in memory: begin of the first and end of the last, as offsets in the column. */
  private int bytesFirst;

  private int bytesLast;
  private DictionaryEntries entries;

  ColumnVector(Attribute attribute, ColumnLayout layout) {
    this.attribute = attribute;
    this.layout = layout;
  }

  /** Takes the buffers that hold the fixed-width part of the rows from {@code first}. */
  void fixed(Segment validityBits, Segment fixed, int first) {
    validity = validityBits == null ? null : validityBits.buffer();
    validityBase = validityBits == null ? 0 : validityBits.at() - (first >> 3);
    values = fixed.buffer();
    valuesBase =
        layout.encoding() == Encoding.BIT
            ? fixed.at() - (first >> 3)
            : fixed.at() - first * layout.encoding().width;
  }

  /** Takes the bytes of plain strings, of which the first stands at an offset in the column. */
  void strings(Segment segment, int firstOffset) {
    bytes = segment.buffer();
    bytesBase = segment.at() - firstOffset;
    bytesFirst = firstOffset;
    bytesLast = firstOffset + segment.length();
  }

  void dictionary(DictionaryEntries dictionary) {
    entries = dictionary;
  }

  boolean isNull(int row) {
    return validity != null && ((validity[validityBase + (row >> 3)] >> (row & 7)) & 1) == 0;
  }

  /** BOOLEAN, INT, BIGINT, DATE, TIMESTAMP, or a dictionary code. */
  long integer(int row) {
    return switch (layout.encoding()) {
      case BIT -> (values[valuesBase + (row >> 3)] >> (row & 7)) & 1;
      case INT8, DICTIONARY8 -> values[valuesBase + row];
      case INT16, DICTIONARY16 -> LittleEndian.getShort(values, valuesBase + 2 * row);
      case INT32, DICTIONARY32 -> LittleEndian.getInt(values, valuesBase + 4 * row);
      default -> LittleEndian.getLong(values, valuesBase + 8 * row);
    };
  }

  /** FLOAT or DOUBLE. */
  double floating(int row) {
    return layout.encoding() == Encoding.FLOAT32
        ? Float.intBitsToFloat(LittleEndian.getInt(values, valuesBase + 4 * row))
        : Double.longBitsToDouble(LittleEndian.getLong(values, valuesBase + 8 * row));
  }

  /** Lower half of an unscaled DECIMAL. */
  long decimalLow(int row) {
    return LittleEndian.getLong(values, valuesBase + 16 * row);
  }

  /** Upper half of an unscaled DECIMAL. */
  long decimalHigh(int row) {
    return LittleEndian.getLong(values, valuesBase + 16 * row + 8);
  }

  BigDecimal decimal(int row) {
    long low = decimalLow(row);
    int scale = attribute.type().scale();
    return decimalHigh(row) == low >> 63
        ? BigDecimal.valueOf(low, scale)
        : new BigDecimal(ColumnLayout.decimal(values, valuesBase + 16 * row), scale);
  }

  byte[] stringBuffer() {
    return entries == null ? bytes : entries.bytes();
  }

  int stringBegin(int row) {
    return entries == null ? bytesBase + stringOffset(row) : entries.begin((int) integer(row));
  }

  int stringEnd(int row) {
    return entries == null ? bytesBase + stringOffset(row + 1) : entries.end((int) integer(row));
  }

  /** Offset of a plain string in the bytes of the whole column. */
  int stringOffset(int row) {
    return LittleEndian.getInt(values, valuesBase + 4 * row);
  }

  /** Checks where the strings of consecutive rows begin and end, so that they may be read. */
  void checkStringExtent(int begin, int end) throws CorruptBlockException {
    int first = stringOffset(begin);
    int last = stringOffset(end);
    if (first < 0 || last < first || last > layout.bytesLength()) {
      throw damagedStrings(begin, first, last);
    }
  }

  /** Checks that the plain strings of consecutive rows lie within what was read. */
  void checkStrings(int begin, int end) throws CorruptBlockException {
    for (int row = begin; row < end; row++) {
      checkString(row);
    }
  }

  private void checkString(int row) throws CorruptBlockException {
    int begin = stringOffset(row);
    int end = stringOffset(row + 1);
    if (begin < bytesFirst || end < begin || end > bytesLast) {
      throw damagedStrings(row, begin, end);
    }
  }

  private CorruptBlockException damagedStrings(int row, int begin, int end) {
    return new CorruptBlockException(
        "row "
            + row
            + " has a string of attribute "
            + attribute.name()
            + " from "
            + begin
            + " to "
            + end
            + " of "
            + layout.bytesLength()
            + " bytes");
  }

  /**
   * Checks the values of some rows, so that they may be asked for.
   *
   * @param rows numbers of rows, of which the first {@code count} are checked
   */
  void check(int[] rows, int count) throws CorruptBlockException {
    if (layout.encoding() == Encoding.UTF8) {
      for (int i = 0; i < count; i++) {
        checkString(rows[i]);
      }
    } else if (entries != null) {
      entries.check(this, rows, count);
    }
  }
}
