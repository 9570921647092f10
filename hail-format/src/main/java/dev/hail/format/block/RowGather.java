// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block;

/** Copies the columns of a block into another one in a new order of rows. */
final class RowGather {
  /** Strings of up to so many bytes are copied without looking at their length more than once. */
  private static final int WIDE = 64;

  /** Strings whose places are found out before the first of them is copied. */
  private static final int BATCH = 64;

  private final byte[] from;
  private final byte[] to;

  /** The old row of every new one. */
  private final int[] order;

  RowGather(byte[] from, byte[] to, int[] order) {
    this.from = from;
    this.to = to;
    this.order = order;
  }

  void column(ColumnLayout column) throws CorruptBlockException {
    if (column.validity() != 0) {
      bits(column.validity());
    }
    int values = column.values();
    switch (column.encoding()) {
      case BIT -> bits(values);
      case INT8, DICTIONARY8 -> bytes(values);
      case INT16, DICTIONARY16 -> shorts(values);
      case INT32, FLOAT32, DICTIONARY32 -> ints(values);
      case INT64, FLOAT64 -> longs(values);
      case DECIMAL128 -> decimals(values);
      case UTF8 -> strings(column);
    }
  }

  private void bits(int at) {
    int row = 0;
    for (int out = at; row < order.length; out++) {
      int bits = 0;
      int end = Math.min(row + 8, order.length);
      for (int shift = 0; row < end; row++, shift++) {
        int old = order[row];
        bits |= ((from[at + (old >> 3)] >> (old & 7)) & 1) << shift;
      }
      to[out] = (byte) bits;
    }
  }

  private void bytes(int at) {
    for (int row = 0; row < order.length; row++) {
      to[at + row] = from[at + order[row]];
    }
  }

  private void shorts(int at) {
    for (int row = 0; row < order.length; row++) {
      LittleEndian.putShort(to, at + 2 * row, LittleEndian.getShort(from, at + 2 * order[row]));
    }
  }

  private void ints(int at) {
    for (int row = 0; row < order.length; row++) {
      LittleEndian.putInt(to, at + 4 * row, LittleEndian.getInt(from, at + 4 * order[row]));
    }
  }

  private void longs(int at) {
    for (int row = 0; row < order.length; row++) {
      LittleEndian.putLong(to, at + 8 * row, LittleEndian.getLong(from, at + 8 * order[row]));
    }
  }

  private void decimals(int at) {
    for (int row = 0; row < order.length; row++) {
      int source = at + 16 * order[row];
      int target = at + 16 * row;
      LittleEndian.putLong(to, target, LittleEndian.getLong(from, source));
      LittleEndian.putLong(to, target + 8, LittleEndian.getLong(from, source + 8));
    }
  }

  private void strings(ColumnLayout column) throws CorruptBlockException {
    int offsets = column.values();
    int base = column.bytes();
    int limit = column.bytesLength();
    // Up to here a copy may take more than the string and leave the rest to the next one.
    int wideEnd = limit - WIDE;
    int out = 0;
    LittleEndian.putInt(to, offsets, 0);
    int[] begins = new int[BATCH];
    long[] heads = new long[BATCH];
    for (int first = 0; first < order.length; first += BATCH) {
      int count = Math.min(BATCH, order.length - first);
      int target = offsets + 4 * first + 4;
      int before = out;
      for (int i = 0; i < count; i++) {
        int at = offsets + 4 * order[first + i];
        int begin = LittleEndian.getInt(from, at);
        int length = LittleEndian.getInt(from, at + 4) - begin;
        if (begin < 0 || length < 0 || begin > limit - length || length > limit - out) {
          throw damaged(order[first + i], begin, length, limit);
        }
        begins[i] = begin;
        out += length;
        LittleEndian.putInt(to, target + 4 * i, out);
      }
      // All first words are loaded before any string is copied: memory is waited for once.
      for (int i = 0; i < count; i++) {
        heads[i] = begins[i] <= wideEnd ? LittleEndian.getLong(from, base + begins[i]) : 0;
      }
      int position = before;
      for (int i = 0; i < count; i++) {
        int end = LittleEndian.getInt(to, target + 4 * i);
        int length = end - position;
        int begin = begins[i];
        if (length <= WIDE && begin <= wideEnd && position <= wideEnd) {
          copyWide(heads[i], base + begin, base + position, length);
        } else {
          System.arraycopy(from, base + begin, to, base + position, length);
        }
        position = end;
      }
    }
  }

  /** Copies 16 or {@link #WIDE} bytes: what is too much is overwritten by the next string. */
  private void copyWide(long head, int source, int target, int length) {
    LittleEndian.putLong(to, target, head);
    LittleEndian.putLong(to, target + 8, LittleEndian.getLong(from, source + 8));
    if (length > 16) {
      for (int done = 16; done < WIDE; done += 16) {
        long a = LittleEndian.getLong(from, source + done);
        long b = LittleEndian.getLong(from, source + done + 8);
        LittleEndian.putLong(to, target + done, a);
        LittleEndian.putLong(to, target + done + 8, b);
      }
    }
  }

  private static CorruptBlockException damaged(int row, int begin, int length, int limit) {
    return new CorruptBlockException(
        "row "
            + row
            + " has a string of "
            + length
            + " bytes at "
            + begin
            + " of "
            + limit
            + " bytes");
  }
}
