// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.read;

import dev.hail.format.block.layout.BitCodec;
import dev.hail.format.block.layout.ColumnCodec;
import dev.hail.format.block.layout.ColumnLayout;
import dev.hail.format.block.layout.CorruptBlockException;
import dev.hail.format.block.layout.LittleEndian;
import dev.hail.format.schema.Attribute;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;

/**
 * Some rows of one column in memory, addressed by their row numbers in the block. Each base plus
 * the address of a row in the whole column gives the row's index in the array.
 */
final class ColumnVector {
  final Attribute attribute;
  final ColumnLayout layout;
  private final ColumnCodec codec;

  /** Bitmap of values that are not NULL; null if no value is. */
  private byte[] validity;

  private int validityBase;
  private byte[] values;
  private int valuesBase;
  private byte[] bytes;
  private int bytesBase;

  /**
   * Extent of the strings in memory, as offsets in the column: start of the first, end of the last.
   */
  private int bytesFirst;

  private int bytesLast;
  private DictionaryEntries entries;

  ColumnVector(Attribute attribute, ColumnLayout layout) {
    this.attribute = attribute;
    this.layout = layout;
    this.codec = layout.codec();
  }

  /** Takes the buffers that hold the fixed-width part of the rows from {@code first}. */
  void fixed(Segment validityBits, Segment fixed, int first) {
    validity = validityBits == null ? null : validityBits.buffer();
    validityBase = validityBits == null ? 0 : validityBits.at() - (first >> 3);
    values = fixed.buffer();
    valuesBase = fixed.at() - codec.offset(first);
  }

  /**
   * Takes the bytes of plain strings. The first one begins at {@code firstOffset} in the column.
   */
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
    return validity != null && BitCodec.bit(validity, validityBase, row) == 0;
  }

  /** The value of a BOOLEAN, INT, BIGINT, DATE or TIMESTAMP row, or its dictionary code. */
  long integer(int row) {
    return codec.integer(values, valuesBase, row);
  }

  /** Loads the integers or codes of selected rows, as {@link ColumnCodec#integers} does. */
  void integers(int[] rows, int from, int count, long[] into) {
    codec.integers(values, valuesBase, rows, from, count, into);
  }

  /** Copies a BOOLEAN of selected rows, as {@link BitCodec#copy} does. */
  void copyBits(int[] rows, int from, int count, ByteBuffer target) {
    BitCodec.copy(values, valuesBase, rows, from, count, target);
  }

  /** Copies selected rows as {@link ColumnCodec#copyInts} does. */
  void copyInts(int[] rows, int from, int count, ByteBuffer target) {
    codec.copyInts(values, valuesBase, rows, from, count, target);
  }

  /** Copies selected rows as {@link ColumnCodec#copyLongs} does. */
  void copyLongs(int[] rows, int from, int count, ByteBuffer target) {
    codec.copyLongs(values, valuesBase, rows, from, count, target);
  }

  /** Copies selected rows as {@link ColumnCodec#copyDecimals} does. */
  void copyDecimals(int[] rows, int from, int count, ByteBuffer target) {
    codec.copyDecimals(values, valuesBase, rows, from, count, target);
  }

  /** Copies a bit for each selected row, 0 for NULL. Returns how many are not NULL. */
  int copyValidity(int[] rows, int from, int count, ByteBuffer target) {
    if (validity == null) {
      BitCodec.fill(count, target);
      return count;
    }
    return BitCodec.copy(validity, validityBase, rows, from, count, target);
  }

  /**
   * Loads numbers of consecutive rows that order as their keys do, or the codes of a dictionary
   * column.
   */
  void keyNumbers(int row, int count, long[] into) {
    codec.keyNumbers(values, valuesBase, row, count, into);
  }

  /** The value of a FLOAT or DOUBLE row. */
  double floating(int row) {
    return codec.floating(values, valuesBase, row);
  }

  /** Lower 64 bits of an unscaled DECIMAL. */
  long decimalLow(int row) {
    return codec.decimalLow(values, valuesBase, row);
  }

  /** Upper 64 bits of an unscaled DECIMAL. */
  long decimalHigh(int row) {
    return codec.decimalHigh(values, valuesBase, row);
  }

  BigDecimal decimal(int row) {
    long low = decimalLow(row);
    int scale = attribute.type().scale();
    long high = decimalHigh(row);
    if (high == low >> 63) {
      return BigDecimal.valueOf(low, scale);
    }
    byte[] unscaled = new byte[2 * Long.BYTES];
    ByteBuffer.wrap(unscaled).putLong(high).putLong(low);
    return new BigDecimal(new BigInteger(unscaled), scale);
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

  /**
   * Finds the strings of selected rows in {@link #stringBuffer}.
   *
   * @param places receives for row {@code rows[from + i]}, at {@code i}, where its string begins in
   *     the upper 32 bits and its bytes in the lower ones, which are 0 for NULL
   */
  void findStrings(int[] rows, int from, int count, long[] places) {
    if (entries == null) {
      for (int i = 0; i < count; i++) {
        int begin = stringOffset(rows[from + i]);
        int end = stringOffset(rows[from + i] + 1);
        places[i] = place(bytesBase + begin, end - begin);
      }
    } else {
      integers(rows, from, count, places);
      for (int i = 0; i < count; i++) {
        int code = (int) places[i];
        int begin = entries.begin(code);
        places[i] = place(begin, entries.end(code) - begin);
      }
    }
    if (validity != null) {
      for (int i = 0; i < count; i++) {
        if (isNull(rows[from + i])) {
          places[i] &= -1L << Integer.SIZE;
        }
      }
    }
  }

  private static long place(int begin, int length) {
    return (long) begin << Integer.SIZE | length;
  }

  /** Offset of a plain string in the bytes of the whole column. */
  int stringOffset(int row) {
    return LittleEndian.getInt(values, valuesBase + 4 * row);
  }

  /**
   * Checks where the strings of consecutive rows begin and end, so that their bytes may be read.
   */
  void checkStringExtent(int begin, int end) throws CorruptBlockException {
    int first = stringOffset(begin);
    int last = stringOffset(end);
    if (first < 0 || last < first || last > layout.bytesLength()) {
      throw damagedStrings(begin, first, last);
    }
  }

  /** Checks that the plain strings of consecutive rows lie within the bytes read. */
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
   * Checks the values of selected rows, so that callers may ask for them.
   *
   * @param rows row numbers; the first {@code count} are checked
   */
  void check(int[] rows, int count) throws CorruptBlockException {
    if (codec.hasBytes()) {
      for (int i = 0; i < count; i++) {
        checkString(rows[i]);
      }
    } else if (entries != null) {
      entries.check(this, rows, count);
    }
  }
}
