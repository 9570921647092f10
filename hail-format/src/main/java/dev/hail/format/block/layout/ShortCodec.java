// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.layout;

import dev.hail.format.key.Keys;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;

/** Signed integers of 16 bits. */
final class ShortCodec extends ColumnCodec {
  private static short value(byte[] bytes, int at, int row) {
    return LittleEndian.getShort(bytes, at + 2 * row);
  }

  @Override
  public int width() {
    return Short.BYTES;
  }

  @Override
  public long integer(byte[] bytes, int at, int row) {
    return value(bytes, at, row);
  }

  @Override
  public byte[] key(byte[] bytes, int at, int row) {
    return Keys.ofLong(value(bytes, at, row));
  }

  @Override
  public void keyNumbers(byte[] bytes, int at, int row, int count, long[] into) {
    for (int i = 0; i < count; i++) {
      into[i] = value(bytes, at, row + i);
    }
  }

  @Override
  public void integers(byte[] bytes, int at, int[] rows, int from, int count, long[] into) {
    for (int i = 0; i < count; i++) {
      into[i] = value(bytes, at, rows[from + i]);
    }
  }

  @Override
  public void copyInts(byte[] bytes, int at, int[] rows, int from, int count, ByteBuffer target) {
    IntBuffer ints = target.asIntBuffer();
    for (int i = 0; i < count; i++) {
      ints.put(i, value(bytes, at, rows[from + i]));
    }
  }

  @Override
  public void copyLongs(byte[] bytes, int at, int[] rows, int from, int count, ByteBuffer target) {
    LongBuffer longs = target.asLongBuffer();
    for (int i = 0; i < count; i++) {
      longs.put(i, value(bytes, at, rows[from + i]));
    }
  }

  @Override
  public void write(byte[] block, int at, int row, int count, long[] values) {
    for (int i = 0; i < count; i++) {
      LittleEndian.putShort(block, at + 2 * (row + i), (short) values[i]);
    }
  }

  @Override
  public void hash(byte[] block, ColumnLayout column, int row, int count, long[] hashes) {
    int at = column.values();
    for (int i = 0; i < count; i++) {
      hashes[i] = HashFunctions.step(hashes[i], value(block, at, row + i));
    }
  }

  @Override
  public int sortBits() {
    return Short.SIZE;
  }

  @Override
  public void sortNumbers(
      byte[] block, int at, int part, long[] numbered, int n, int mask, long[] into) {
    for (int i = 0; i < n; i++) {
      into[i] = value(block, at, (int) numbered[i] & mask);
    }
  }

  @Override
  public int compare(byte[] block, int at, int part, int a, int b) {
    return Short.compare(value(block, at, a), value(block, at, b));
  }

  @Override
  public void gather(byte[] from, byte[] to, ColumnLayout column, int[] order) {
    int at = column.values();
    for (int row = 0; row < order.length; row++) {
      LittleEndian.putShort(to, at + 2 * row, value(from, at, order[row]));
    }
  }
}
