// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.layout;

import dev.hail.format.key.Keys;

/** Floating point numbers of 32 bits, copied and hashed as integers of their bits. */
final class FloatCodec extends IntCodec {
  /** Bits of negative infinity with all but the sign flipped; only negative NaNs are below them. */
  private static final int LEAST =
      Float.floatToRawIntBits(Float.NEGATIVE_INFINITY) ^ Integer.MAX_VALUE;

  private static float value(byte[] bytes, int at, int row) {
    return Float.intBitsToFloat(LittleEndian.getInt(bytes, at + 4 * row));
  }

  /**
   * A number that orders as floating point numbers do: -0.0 before 0.0, NaNs of either sign and any
   * payload last. Flipping the bits would sort negative NaNs first; the result moves them after all
   * others.
   */
  private static int ordered(int bits) {
    int turned = bits ^ ((bits >> 31) & Integer.MAX_VALUE);
    return turned - LEAST + Integer.MIN_VALUE;
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
      LittleEndian.putInt(block, at + 4 * i, Float.floatToIntBits((float) values[i]));
    }
  }

  @Override
  public void sortNumbers(
      byte[] block, int at, int part, long[] numbered, int n, int mask, long[] into) {
    for (int i = 0; i < n; i++) {
      into[i] = ordered(LittleEndian.getInt(block, at + 4 * ((int) numbered[i] & mask)));
    }
  }

  @Override
  public int compare(byte[] block, int at, int part, int a, int b) {
    return Integer.compare(
        ordered(LittleEndian.getInt(block, at + 4 * a)),
        ordered(LittleEndian.getInt(block, at + 4 * b)));
  }

  @Override
  public int compareKeys(byte[] block, int at, int a, int b) {
    return Long.compare(
        Keys.sortableBits(value(block, at, a)), Keys.sortableBits(value(block, at, b)));
  }
}
