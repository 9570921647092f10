// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.layout;

import dev.hail.format.key.Keys;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;

/** Signed integers of 8 bits. */
final class ByteCodec extends ColumnCodec {
  @Override
  public int width() {
    return Byte.BYTES;
  }

  @Override
  public long integer(byte[] bytes, int at, int row) {
    return bytes[at + row];
  }

  @Override
  public byte[] key(byte[] bytes, int at, int row) {
    return Keys.ofLong(bytes[at + row]);
  }

  @Override
  public void keyNumbers(byte[] bytes, int at, int row, int count, long[] into) {
    for (int i = 0; i < count; i++) {
      into[i] = bytes[at + row + i];
    }
  }

  @Override
  public void integers(byte[] bytes, int at, int[] rows, int from, int count, long[] into) {
    for (int i = 0; i < count; i++) {
      into[i] = bytes[at + rows[from + i]];
    }
  }

  @Override
  public void copyInts(byte[] bytes, int at, int[] rows, int from, int count, ByteBuffer target) {
    IntBuffer ints = target.asIntBuffer();
    for (int i = 0; i < count; i++) {
      ints.put(i, bytes[at + rows[from + i]]);
    }
  }

  @Override
  public void copyLongs(byte[] bytes, int at, int[] rows, int from, int count, ByteBuffer target) {
    LongBuffer longs = target.asLongBuffer();
    for (int i = 0; i < count; i++) {
      longs.put(i, bytes[at + rows[from + i]]);
    }
  }

  @Override
  public void write(byte[] block, int at, int row, int count, long[] values) {
    for (int i = 0; i < count; i++) {
      block[at + row + i] = (byte) values[i];
    }
  }

  @Override
  public void hash(byte[] block, ColumnLayout column, int row, int count, long[] hashes) {
    int at = column.values();
    for (int i = 0; i < count; i++) {
      hashes[i] = HashFunctions.step(hashes[i], block[at + row + i]);
    }
  }

  @Override
  public int sortBits() {
    return Byte.SIZE;
  }

  @Override
  public void sortNumbers(
      byte[] block, int at, int part, long[] numbered, int n, int mask, long[] into) {
    for (int i = 0; i < n; i++) {
      into[i] = block[at + ((int) numbered[i] & mask)];
    }
  }

  @Override
  public int compare(byte[] block, int at, int part, int a, int b) {
    return Byte.compare(block[at + a], block[at + b]);
  }

  @Override
  public void gather(byte[] from, byte[] to, ColumnLayout column, int[] order) {
    int at = column.values();
    for (int row = 0; row < order.length; row++) {
      to[at + row] = from[at + order[row]];
    }
  }
}
