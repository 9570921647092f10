// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Makes direct buffers in the byte order of the machine, and tells where they are. */
final class DirectBuffers {
  private DirectBuffers() {}

  static ByteBuffer ofBytes(int bytes) {
    return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
  }

  static ByteBuffer ofBits(int bits) {
    return ofBytes((bits + Byte.SIZE - 1) / Byte.SIZE);
  }

  /** Returns a buffer for so many values of any type but STRING. */
  static ByteBuffer ofValues(FlatType type, int count) {
    return type == FlatType.BOOLEAN
        ? ofBits(count)
        : ofBytes(Math.multiplyExact(count, type.width()));
  }

  /** Returns where a buffer is, or 0 if there is none. */
  static long address(ByteBuffer buffer) {
    return buffer == null ? 0 : NativeCalls.address(buffer);
  }
}
