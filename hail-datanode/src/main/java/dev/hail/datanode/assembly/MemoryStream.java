// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.assembly;

import java.io.IOException;
import java.io.InputStream;

/**
 * Reads an unfinished replica in memory. Each read goes through the assembly of the replica, since
 * the array may go to another block at any moment.
 */
final class MemoryStream extends InputStream {
  /** The bytes of a replica, as far as they have arrived. */
  @FunctionalInterface
  interface Source {
    /**
     * Copies bytes to an array.
     *
     * @param position position in the replica to read from
     * @param length most bytes to copy, at least 1
     * @return number of bytes copied, or -1 if none have arrived there
     * @throws IOException if the replica is no longer in memory
     */
    int read(long position, byte[] target, int offset, int length) throws IOException;
  }

  private final Source source;
  private long position;

  /**
   * A stream over a replica.
   *
   * @param position position in the replica to begin at
   */
  MemoryStream(Source source, long position) {
    this.source = source;
    this.position = position;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    int count = source.read(position, target, offset, length);
    position += Math.max(0, count);
    return count;
  }
}
