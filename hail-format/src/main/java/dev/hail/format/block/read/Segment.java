// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.read;

/** Bytes wanted from a block, and where they are once they have been read. */
final class Segment {
  private final long position;
  private final int length;
  private byte[] buffer;
  private int at;

  Segment(long position, int length) {
    this.position = position;
    this.length = length;
  }

  long position() {
    return position;
  }

  int length() {
    return length;
  }

  void placed(byte[] array, int offset) {
    buffer = array;
    at = offset;
  }

  byte[] buffer() {
    return buffer;
  }

  int at() {
    return at;
  }
}
