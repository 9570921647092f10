// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.layout;

/** Strings one after another, with a 32-bit offset for each and one for the end. */
final class Utf8Codec extends ColumnCodec {
  /** Longest string that is copied in one step, without a second look at its length. */
  private static final int WIDE = 64;

  /** Strings whose places are looked up before the first of them is copied. */
  private static final int BATCH = 64;

  @Override
  public int width() {
    return Integer.BYTES;
  }

  @Override
  public long valuesLength(int rows) {
    return 4L * (rows + 1L);
  }

  @Override
  public int span(int begin, int end) {
    return 4 * (end - begin + 1);
  }

  @Override
  public boolean hasBytes() {
    return true;
  }

  @Override
  public String problem(byte[] block, ColumnLayout column, int row, int count) {
    int at = column.values() + 4 * row;
    int begin = LittleEndian.getInt(block, at);
    for (int i = 0; i < count; i++) {
      int end = LittleEndian.getInt(block, at + 4 * i + 4);
      if (begin < 0 || end < begin || end > column.bytesLength()) {
        return "has a string from " + begin + " to " + end;
      }
      begin = end;
    }
    return null;
  }

  @Override
  public String problemOfEnds(byte[] block, ColumnLayout column, int rowCount) {
    int first = LittleEndian.getInt(block, column.values());
    int last = LittleEndian.getInt(block, column.values() + 4 * rowCount);
    return first == 0 && last == column.bytesLength()
        ? null
        : "has strings from " + first + " to " + last + ", not to " + column.bytesLength();
  }

  @Override
  public void hash(byte[] block, ColumnLayout column, int row, int count, long[] hashes) {
    int at = column.values() + 4 * row;
    int base = column.bytes();
    int begin = LittleEndian.getInt(block, at);
    for (int i = 0; i < count; i++) {
      int end = LittleEndian.getInt(block, at + 4 * i + 4);
      long hash = HashFunctions.ofBytes(block, base + begin, base + end);
      hashes[i] = HashFunctions.step(hashes[i], hash);
      begin = end;
    }
  }

  @Override
  public int sortParts() {
    return 0;
  }

  @Override
  public void gather(byte[] from, byte[] to, ColumnLayout column, int[] order)
      throws CorruptBlockException {
    int offsets = column.values();
    int base = column.bytes();
    int limit = column.bytesLength();
    // Up to here a copy may exceed its string: the next string overwrites the excess.
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
      // Loads all first words before it copies any string, so that memory latencies overlap.
      for (int i = 0; i < count; i++) {
        heads[i] = begins[i] <= wideEnd ? LittleEndian.getLong(from, base + begins[i]) : 0;
      }
      int position = before;
      for (int i = 0; i < count; i++) {
        int end = LittleEndian.getInt(to, target + 4 * i);
        int length = end - position;
        int begin = begins[i];
        if (length <= WIDE && begin <= wideEnd && position <= wideEnd) {
          copyWide(from, base + begin, heads[i], to, base + position, length);
        } else {
          System.arraycopy(from, base + begin, to, base + position, length);
        }
        position = end;
      }
    }
  }

  /** Copies 16 or {@link #WIDE} bytes; the next string overwrites the excess. */
  private static void copyWide(
      byte[] from, int source, long head, byte[] to, int target, int length) {
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
