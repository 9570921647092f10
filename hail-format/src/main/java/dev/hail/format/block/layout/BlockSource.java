// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.layout;

import java.io.Closeable;
import java.io.IOException;

/**
 * Random access to the bytes of one replica of one block. Implementations need not be thread-safe.
 */
public interface BlockSource extends Closeable {
  /** Length of the replica in bytes. */
  long length() throws IOException;

  /**
   * Reads exactly {@code length} bytes from {@code position}.
   *
   * @throws java.io.EOFException if the source ends earlier
   */
  void readFully(long position, byte[] target, int offset, int length) throws IOException;

  @Override
  default void close() throws IOException {}

  /** A block in memory; the array is not copied. */
  static BlockSource of(byte[] bytes) {
    return of(bytes, 0, bytes.length);
  }

  /** A block in a part of an array; the array is not copied. */
  static BlockSource of(byte[] bytes, int offset, int length) {
    return new ArraySource(bytes, offset, length);
  }
}
