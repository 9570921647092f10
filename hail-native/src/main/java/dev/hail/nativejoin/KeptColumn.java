// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.nio.ByteBuffer;

/**
 * A column of a build side in the heap. Room is made first and then filled, so that a batch which
 * the budget refuses changes nothing.
 */
final class KeptColumn {
  private final FlatColumn column;

  /** Values of fixed width, bits, or the texts of a STRING. */
  private final HeapBytes values;

  /** A bit for each row of a nullable column, else null. */
  private final HeapBytes validity;

  /** Where the text of each row ends, in 64 bits; null unless the column is a STRING. */
  private final HeapBytes ends;

  private long textBytes;

  KeptColumn(FlatColumn column, HeapBudget budget) {
    this.column = column;
    String use = "column `" + column.name() + "' of the build side";
    this.values = new HeapBytes(budget, use);
    this.validity = column.nullable() ? new HeapBytes(budget, use) : null;
    this.ends = column.type() == FlatType.STRING ? new HeapBytes(budget, use) : null;
  }

  /**
   * Makes room for rows.
   *
   * @param rows rows in all
   * @param texts bytes of the new texts
   */
  void require(long rows, long texts) {
    if (validity != null) {
      validity.require(bitmap(rows));
    }
    switch (column.type()) {
      case BOOLEAN -> values.require(bitmap(rows));
      case STRING -> {
        ends.require(rows * Long.BYTES);
        values.require(textBytes + texts);
      }
      default -> values.require(rows * column.type().width());
    }
  }

  private static long bitmap(long rows) {
    return (rows + 7) >> 3;
  }

  /** Returns the bytes that the texts of a batch have in a column; 0 if it has none. */
  static long textBytes(FlatBatch batch, int column) {
    ByteBuffer offsets = batch.offsets(column);
    return offsets == null || batch.rows() == 0
        ? 0
        : offsets.getInt(batch.rows() * Integer.BYTES) - (long) offsets.getInt(0);
  }

  /** Appends the rows of a batch, for which there is room. */
  void append(FlatBatch batch, int from, long rows) {
    int count = batch.rows();
    if (validity != null) {
      ByteBuffer bits = batch.validity(from);
      for (int i = 0; i < count; i++) {
        validity.setBit(rows + i, bits == null || bit(bits, i));
      }
    }
    ByteBuffer source = batch.values(from);
    switch (column.type()) {
      case BOOLEAN -> {
        for (int i = 0; i < count; i++) {
          values.setBit(rows + i, bit(source, i));
        }
      }
      case STRING -> appendTexts(batch, from, rows);
      default -> {
        int width = column.type().width();
        values.put(rows * width, source, 0, count * width);
      }
    }
  }

  private void appendTexts(FlatBatch batch, int from, long rows) {
    ByteBuffer offsets = batch.offsets(from);
    int bytes = (int) textBytes(batch, from);
    if (bytes > 0) {
      values.put(textBytes, batch.values(from), offsets.getInt(0), bytes);
    }
    for (int i = 0; i < batch.rows(); i++) {
      long end = offsets.getInt((i + 1) * Integer.BYTES) - (long) offsets.getInt(0);
      ends.putLong((rows + i) * Long.BYTES, textBytes + end);
    }
    textBytes += bytes;
  }

  private static boolean bit(ByteBuffer bits, int at) {
    return (bits.get(at >> 3) >> (at & 7) & 1) != 0;
  }

  boolean isNull(long row) {
    return validity != null && !validity.bit(row);
  }

  /**
   * Returns a value, but a STRING, as {@link FlatKeys} compares it; the lower half of a DECIMAL.
   */
  long word(long row) {
    return switch (column.type()) {
      case BOOLEAN -> values.bit(row) ? 1 : 0;
      case INT, DATE -> values.getInt(row * Integer.BYTES);
      case BIGINT, TIMESTAMP -> values.getLong(row * Long.BYTES);
      case FLOAT -> FlatKeys.word(Float.intBitsToFloat(values.getInt(row * Float.BYTES)));
      case DOUBLE -> FlatKeys.word(Double.longBitsToDouble(values.getLong(row * Double.BYTES)));
      case DECIMAL -> values.getLong(2 * row * Long.BYTES);
      case STRING -> throw new IllegalStateException("A text is no number");
    };
  }

  /** Returns the upper half of a DECIMAL. */
  long upperWord(long row) {
    return values.getLong(2 * row * Long.BYTES + Long.BYTES);
  }

  /** Returns whether the text of a row is some bytes of a buffer. */
  boolean equalText(long row, ByteBuffer texts, int from, int length) {
    long begin = textBegin(row);
    return textBegin(row + 1) - begin == length && values.equal(begin, texts, from, length);
  }

  /** Returns the bytes of all texts; 0 if there are none. */
  long textBytes() {
    return textBytes;
  }

  private long textBegin(long row) {
    return row == 0 ? 0 : ends.getLong((row - 1) * Long.BYTES);
  }

  /**
   * Returns how many rows from one on have no more than so many bytes of text, at least one.
   *
   * @param most most rows
   */
  int rowsOfText(long row, int most, long bytes) {
    if (ends == null) {
      return most;
    }
    int count = 1;
    while (count < most && textBegin(row + count + 1) - textBegin(row) <= bytes) {
      count++;
    }
    return count;
  }

  /** Copies consecutive rows to the first rows of a batch's column. */
  void copy(long row, int count, FlatBatch to, int target) {
    if (validity != null) {
      copyBits(validity, row, count, to.validity(target));
    }
    switch (column.type()) {
      case BOOLEAN -> copyBits(values, row, count, to.values(target));
      case STRING -> {
        long begin = textBegin(row);
        long bytes = textBegin(row + count) - begin;
        ByteBuffer offsets = to.offsets(target);
        for (int i = 0; i <= count; i++) {
          offsets.putInt(i * Integer.BYTES, (int) (textBegin(row + i) - begin));
        }
        values.get(begin, to.values(target, bytes), 0, (int) bytes);
      }
      default -> {
        int width = column.type().width();
        values.get(row * width, to.values(target), 0, count * width);
      }
    }
  }

  private static void copyBits(HeapBytes from, long row, int count, ByteBuffer to) {
    for (int done = 0; done < count; done += Byte.SIZE) {
      int bits = 0;
      for (int i = done; i < Math.min(count, done + Byte.SIZE); i++) {
        bits |= from.bit(row + i) ? 1 << (i - done) : 0;
      }
      to.put(done >> 3, (byte) bits);
    }
  }

  /**
   * Copies selected rows to a column of fixed width.
   *
   * @param rows row numbers; {@link FlatKeyTable#NONE} gives a NULL
   * @param at first row in the target, a multiple of 8
   */
  void gather(int[] rows, int count, StarRows to, int target, int at) {
    gatherValues(rows, count, to.values(target), at);
    ByteBuffer bits = to.validity(target);
    if (bits != null) {
      for (int done = 0; done < count; done += Byte.SIZE) {
        int valid = 0;
        for (int i = done; i < Math.min(count, done + Byte.SIZE); i++) {
          boolean isNull = rows[i] == FlatKeyTable.NONE || isNull(rows[i]);
          valid |= isNull ? 0 : 1 << (i - done);
        }
        bits.put((at + done) >> 3, (byte) valid);
      }
    }
  }

  private void gatherValues(int[] rows, int count, ByteBuffer to, int at) {
    switch (column.type().width()) {
      case 0 -> {
        for (int done = 0; done < count; done += Byte.SIZE) {
          int bits = 0;
          for (int i = done; i < Math.min(count, done + Byte.SIZE); i++) {
            bits |= rows[i] != FlatKeyTable.NONE && values.bit(rows[i]) ? 1 << (i - done) : 0;
          }
          to.put((at + done) >> 3, (byte) bits);
        }
      }
      case Integer.BYTES -> {
        for (int i = 0; i < count; i++) {
          if (rows[i] != FlatKeyTable.NONE) {
            to.putInt((at + i) * Integer.BYTES, values.getInt((long) rows[i] * Integer.BYTES));
          }
        }
      }
      case Long.BYTES -> {
        for (int i = 0; i < count; i++) {
          if (rows[i] != FlatKeyTable.NONE) {
            to.putLong((at + i) * Long.BYTES, values.getLong((long) rows[i] * Long.BYTES));
          }
        }
      }
      default -> {
        for (int i = 0; i < count; i++) {
          if (rows[i] != FlatKeyTable.NONE) {
            int place = 2 * (at + i) * Long.BYTES;
            to.putLong(place, values.getLong(2L * rows[i] * Long.BYTES));
            to.putLong(place + Long.BYTES, upperWord(rows[i]));
          }
        }
      }
    }
  }
}
