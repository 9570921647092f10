// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.write;

/** A block that has just been built, in an array that may be longer. */
public final class BuiltBlock {
  private final byte[] bytes;
  private final int length;

  BuiltBlock(byte[] bytes, int length) {
    this.bytes = bytes;
    this.length = length;
  }

  /** The array that begins with the block, not a copy. */
  public byte[] bytes() {
    return bytes;
  }

  /** Length of the block in bytes. */
  public int length() {
    return length;
  }
}
