// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.layout;

import dev.hail.format.key.Keys;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;

/** Unscaled decimals of 128 bits, lower half first. */
final class DecimalCodec extends ColumnCodec {
  private static final int WIDTH = 16;

  /** The part of {@link #sortNumbers} that is compared first: the upper half. */
  private static final int UPPER = 0;

  @Override
  public int width() {
    return WIDTH;
  }

  /** The number of a row. */
  private static BigInteger number(byte[] bytes, int at, int row) {
    byte[] bigEndian = new byte[WIDTH];
    for (int i = 0; i < WIDTH; i++) {
      bigEndian[i] = bytes[at + WIDTH * row + WIDTH - 1 - i];
    }
    return new BigInteger(bigEndian);
  }

  private static long low(byte[] bytes, int at, int row) {
    return LittleEndian.getLong(bytes, at + WIDTH * row);
  }

  private static long high(byte[] bytes, int at, int row) {
    return LittleEndian.getLong(bytes, at + WIDTH * row + Long.BYTES);
  }

  @Override
  public long decimalLow(byte[] bytes, int at, int row) {
    return low(bytes, at, row);
  }

  @Override
  public long decimalHigh(byte[] bytes, int at, int row) {
    return high(bytes, at, row);
  }

  @Override
  public byte[] key(byte[] bytes, int at, int row) {
    return Keys.ofDecimal(number(bytes, at, row));
  }

  @Override
  public void copyDecimals(
      byte[] bytes, int at, int[] rows, int from, int count, ByteBuffer target) {
    if (copyRun(bytes, at, rows, from, count, target)) {
      return;
    }
    LongBuffer halves = target.duplicate().order(ByteOrder.LITTLE_ENDIAN).asLongBuffer();
    for (int i = 0; i < count; i++) {
      halves.put(2 * i, low(bytes, at, rows[from + i]));
      halves.put(2 * i + 1, high(bytes, at, rows[from + i]));
    }
  }

  @Override
  public void write(byte[] block, int at, int count, long[] low, long[] high) {
    for (int i = 0; i < count; i++) {
      LittleEndian.putLong(block, at + WIDTH * i, low[i]);
      LittleEndian.putLong(block, at + WIDTH * i + Long.BYTES, high[i]);
    }
  }

  @Override
  public void hash(byte[] block, ColumnLayout column, int row, int count, long[] hashes) {
    int at = column.values();
    for (int i = 0; i < count; i++) {
      long hash = HashFunctions.step(hashes[i], low(block, at, row + i));
      hashes[i] = HashFunctions.step(hash, high(block, at, row + i));
    }
  }

  @Override
  public int sortParts() {
    return 2;
  }

  @Override
  public void sortNumbers(
      byte[] block, int at, int part, long[] numbered, int n, int mask, long[] into) {
    if (part == UPPER) {
      for (int i = 0; i < n; i++) {
        into[i] = high(block, at, (int) numbered[i] & mask);
      }
    } else {
      for (int i = 0; i < n; i++) {
        into[i] = low(block, at, (int) numbered[i] & mask) ^ Long.MIN_VALUE;
      }
    }
  }

  @Override
  public int compare(byte[] block, int at, int part, int a, int b) {
    return part == UPPER
        ? Long.compare(high(block, at, a), high(block, at, b))
        : Long.compareUnsigned(low(block, at, a), low(block, at, b));
  }

  @Override
  public int compareKeys(byte[] block, int at, int a, int b) {
    int order = compare(block, at, UPPER, a, b);
    return order == 0 ? compare(block, at, UPPER + 1, a, b) : order;
  }

  @Override
  public void gather(byte[] from, byte[] to, ColumnLayout column, int[] order) {
    int at = column.values();
    for (int row = 0; row < order.length; row++) {
      int target = at + WIDTH * row;
      LittleEndian.putLong(to, target, low(from, at, order[row]));
      LittleEndian.putLong(to, target + Long.BYTES, high(from, at, order[row]));
    }
  }
}
