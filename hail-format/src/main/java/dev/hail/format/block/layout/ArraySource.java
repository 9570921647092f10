// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.layout;

import java.io.EOFException;
import java.util.Objects;

/** A block held in an array, or in a part of one. Not copied. */
final class ArraySource implements BlockSource {
  private final byte[] bytes;
  private final int start;
  private final int size;

  ArraySource(byte[] bytes, int start, int size) {
    Objects.checkFromIndexSize(start, size, bytes.length);
    this.bytes = bytes;
    this.start = start;
    this.size = size;
  }

  @Override
  public long length() {
    return size;
  }

  @Override
  public void readFully(long position, byte[] target, int offset, int length) throws EOFException {
    if (position < 0 || length < 0 || position > size - (long) length) {
      throw new EOFException(
          "read of " + length + " bytes at " + position + " in a source of " + size + " bytes");
    }
    System.arraycopy(bytes, start + (int) position, target, offset, length);
  }
}
