// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.layout;

import java.util.Arrays;

/** A growing array that integers and bytes are appended to. */
public final class ByteSink {
  private byte[] bytes;
  private int length;

  public ByteSink(int capacity) {
    bytes = new byte[Math.max(16, capacity)];
  }

  public int length() {
    return length;
  }

  /** The backing array; only its first {@link #length} bytes count. */
  public byte[] array() {
    return bytes;
  }

  public byte[] toArray() {
    return Arrays.copyOf(bytes, length);
  }

  public int capacity() {
    return bytes.length;
  }

  public void truncate(int newLength) {
    length = newLength;
  }

  void u8(int value) {
    reserve(1);
    bytes[length++] = (byte) value;
  }

  void u16(int value) {
    reserve(2);
    LittleEndian.putShort(bytes, length, value);
    length += 2;
  }

  void u32(int value) {
    reserve(4);
    LittleEndian.putInt(bytes, length, value);
    length += 4;
  }

  void u64(long value) {
    reserve(8);
    LittleEndian.putLong(bytes, length, value);
    length += 8;
  }

  /** Appends a number, 0 or greater, in LEB128. */
  public void varLong(long value) {
    long rest = value;
    while (rest >= 0x80) {
      u8(((int) rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    u8((int) rest);
  }

  public void put(byte[] source, int offset, int count) {
    reserve(count);
    System.arraycopy(source, offset, bytes, length, count);
    length += count;
  }

  private void reserve(int count) {
    if (count > bytes.length - length) {
      bytes = Arrays.copyOf(bytes, Capacity.grown(bytes.length, (long) length + count));
    }
  }
}
