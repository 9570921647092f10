// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.layout;

import dev.hail.format.key.Keys;

/** Floating point numbers of 64 bits, copied and hashed as integers of their bits. */
final class DoubleCodec extends LongCodec {
  /** Bits of negative infinity with all but the sign flipped; only negative NaNs are below them. */
  private static final long LEAST =
      Double.doubleToRawLongBits(Double.NEGATIVE_INFINITY) ^ Long.MAX_VALUE;

  private static double value(byte[] bytes, int at, int row) {
    return Double.longBitsToDouble(LittleEndian.getLong(bytes, at + 8 * row));
  }

  /**
   * A number that orders as floating point numbers do: -0.0 before 0.0, NaNs of either sign and any
   * payload last. Flipping the bits would sort negative NaNs first; the result moves them after all
   * others.
   */
  private static long ordered(long bits) {
    long turned = bits ^ ((bits >> 63) & Long.MAX_VALUE);
    return turned - LEAST + Long.MIN_VALUE;
  }

  @Override
  public double floating(byte[] bytes, int at, int row) {
    return value(bytes, at, row);
  }

  @Override
  public byte[] key(byte[] bytes, int at, int row) {
    return Keys.ofDouble(value(bytes, at, row));
  }

  @Override
  public void keyNumbers(byte[] bytes, int at, int row, int count, long[] into) {
    for (int i = 0; i < count; i++) {
      into[i] = Keys.sortableBits(value(bytes, at, row + i));
    }
  }

  @Override
  public void write(byte[] block, int at, int count, double[] values) {
    for (int i = 0; i < count; i++) {
      LittleEndian.putLong(block, at + 8 * i, Double.doubleToLongBits(values[i]));
    }
  }

  @Override
  public void sortNumbers(
      byte[] block, int at, int part, long[] numbered, int n, int mask, long[] into) {
    for (int i = 0; i < n; i++) {
      into[i] = ordered(LittleEndian.getLong(block, at + 8 * ((int) numbered[i] & mask)));
    }
  }

  @Override
  public int compare(byte[] block, int at, int part, int a, int b) {
    return Long.compare(
        ordered(LittleEndian.getLong(block, at + 8 * a)),
        ordered(LittleEndian.getLong(block, at + 8 * b)));
  }

  @Override
  public int compareKeys(byte[] block, int at, int a, int b) {
    return Long.compare(
        Keys.sortableBits(value(block, at, a)), Keys.sortableBits(value(block, at, b)));
  }
}
