// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.layout;

import dev.hail.format.key.Keys;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** One bit per row, least significant bit first: BOOLEAN values and validity bitmaps. */
public final class BitCodec extends ColumnCodec {
  @Override
  public int width() {
    return 0;
  }

  /** Bytes of a bitmap of {@code rows} bits. */
  public static int length(int rows) {
    return (int) ((rows + 7L) >> 3);
  }

  /**
   * The bit of a row, 0 or 1.
   *
   * @param at offset of the bitmap in the array
   */
  public static int bit(byte[] bytes, int at, int row) {
    return (bytes[at + (row >> 3)] >> (row & 7)) & 1;
  }

  /** Whether any bit after the last row is set. */
  public static boolean isPadded(byte[] bytes, int at, int rowCount) {
    int used = rowCount & 7;
    return used != 0 && (bytes[at + (rowCount >> 3)] & 0xff) >> used != 0;
  }

  /**
   * Copies a bitmap and puts its bits into a new order of rows.
   *
   * @param order the old row of each new row
   */
  public static void gather(byte[] from, byte[] to, int at, int[] order) {
    int row = 0;
    for (int out = at; row < order.length; out++) {
      int bits = 0;
      int end = Math.min(row + 8, order.length);
      for (int shift = 0; row < end; row++, shift++) {
        bits |= bit(from, at, order[row]) << shift;
      }
      to[out] = (byte) bits;
    }
  }

  /**
   * Copies the bits of selected rows. Bits after the last one become 0.
   *
   * @param rows row numbers, ascending; {@code count} of them count from {@code from}
   * @param target receives the bits from position 0
   * @return how many bits are 1
   */
  public static int copy(byte[] bytes, int at, int[] rows, int from, int count, ByteBuffer target) {
    if (count > 0 && rows[from + count - 1] - rows[from] == count - 1) {
      return copyRun(bytes, at, rows[from], count, target);
    }
    int ones = 0;
    for (int done = 0; done < count; done += 8) {
      int bits = 0;
      int n = Math.min(8, count - done);
      for (int i = 0; i < n; i++) {
        bits |= bit(bytes, at, rows[from + done + i]) << i;
      }
      target.put(done >> 3, (byte) bits);
      ones += Integer.bitCount(bits);
    }
    return ones;
  }

  /** Copies the bits of consecutive rows, as {@link #copy} does. */
  private static int copyRun(byte[] bytes, int at, int first, int count, ByteBuffer target) {
    int shift = first & 7;
    int in = at + (first >> 3);
    int ones = 0;
    for (int done = 0; done < count; done += 8, in++) {
      int left = count - done;
      int bits = (bytes[in] & 0xff) >> shift;
      if (left > 8 - shift) {
        bits |= bytes[in + 1] << (8 - shift);
      }
      bits &= left < 8 ? (1 << left) - 1 : 0xff;
      target.put(done >> 3, (byte) bits);
      ones += Integer.bitCount(bits);
    }
    return ones;
  }

  /** Writes bits that are 1, and zeros after the last one. */
  public static void fill(int count, ByteBuffer target) {
    int whole = count >> 3;
    for (int i = 0; i < whole; i++) {
      target.put(i, (byte) -1);
    }
    if ((count & 7) != 0) {
      target.put(whole, (byte) ((1 << (count & 7)) - 1));
    }
  }

  @Override
  public long valuesLength(int rows) {
    return length(rows);
  }

  @Override
  public int offset(int row) {
    return row >> 3;
  }

  @Override
  public int span(int begin, int end) {
    return length(end) - offset(begin);
  }

  @Override
  public long integer(byte[] bytes, int at, int row) {
    return bit(bytes, at, row);
  }

  @Override
  public byte[] key(byte[] bytes, int at, int row) {
    return Keys.ofLong(bit(bytes, at, row));
  }

  @Override
  public void keyNumbers(byte[] bytes, int at, int row, int count, long[] into) {
    for (int i = 0; i < count; i++) {
      into[i] = bit(bytes, at, row + i);
    }
  }

  @Override
  public void integers(byte[] bytes, int at, int[] rows, int from, int count, long[] into) {
    for (int i = 0; i < count; i++) {
      into[i] = bit(bytes, at, rows[from + i]);
    }
  }

  @Override
  public void write(byte[] block, int at, int row, int count, long[] values) {
    int begin = at + offset(row);
    Arrays.fill(block, begin, begin + length(count), (byte) 0);
    for (int i = 0; i < count; i++) {
      block[begin + (i >> 3)] |= (byte) (values[i] << (i & 7));
    }
  }

  @Override
  public String problemOfEnds(byte[] block, ColumnLayout column, int rowCount) {
    return isPadded(block, column.values(), rowCount) ? "has bits set behind its last row" : null;
  }

  @Override
  public void hash(byte[] block, ColumnLayout column, int row, int count, long[] hashes) {
    for (int i = 0; i < count; i++) {
      hashes[i] = HashFunctions.step(hashes[i], bit(block, column.values(), row + i));
    }
  }

  @Override
  public int sortBits() {
    return 1;
  }

  @Override
  public void sortNumbers(
      byte[] block, int at, int part, long[] numbered, int n, int mask, long[] into) {
    for (int i = 0; i < n; i++) {
      into[i] = bit(block, at, (int) numbered[i] & mask);
    }
  }

  @Override
  public int compare(byte[] block, int at, int part, int a, int b) {
    return Integer.compare(bit(block, at, a), bit(block, at, b));
  }

  @Override
  public void gather(byte[] from, byte[] to, ColumnLayout column, int[] order) {
    gather(from, to, column.values(), order);
  }
}
