// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.value;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Checks of UTF-8 text. */
public final class Utf8 {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long HIGH_BITS = 0x8080808080808080L;

  private Utf8() {}

  /** Index of the first byte beyond ASCII; {@code to} if there is none. */
  public static int firstNonAscii(byte[] bytes, int from, int to) {
    int i = from;
    for (; i <= to - Long.BYTES; i += Long.BYTES) {
      long high = (long) LONG.get(bytes, i) & HIGH_BITS;
      if (high != 0) {
        return i + (Long.numberOfTrailingZeros(high) >>> 3);
      }
    }
    while (i < to && bytes[i] >= 0) {
      i++;
    }
    return i;
  }

  /** Whether the bytes are well-formed UTF-8: no overlong forms, no surrogates, no truncation. */
  public static boolean isValid(byte[] bytes, int from, int to) {
    int i = firstNonAscii(bytes, from, to);
    while (i < to) {
      int length = sequenceLength(bytes, i, to);
      if (length == 0) {
        return false;
      }
      i += length;
      if (i < to && bytes[i] >= 0) {
        i = firstNonAscii(bytes, i, to);
      }
    }
    return true;
  }

  /** Length of the well-formed sequence at {@code i}; 0 if there is none. */
  private static int sequenceLength(byte[] bytes, int i, int to) {
    int lead = bytes[i] & 0xFF;
    if (lead < 0x80) {
      return 1;
    }
    if (lead < 0xC2 || lead > 0xF4) {
      return 0;
    }
    if (lead < 0xE0) {
      return i + 1 < to && isContinuation(bytes[i + 1]) ? 2 : 0;
    }
    if (i + 2 >= to || !isContinuation(bytes[i + 2]) || !isSecond(lead, bytes[i + 1] & 0xFF)) {
      return 0;
    }
    if (lead < 0xF0) {
      return 3;
    }
    return i + 3 < to && isContinuation(bytes[i + 3]) ? 4 : 0;
  }

  private static boolean isContinuation(byte b) {
    return (b & 0xC0) == 0x80;
  }

  /**
   * Some lead bytes restrict the second byte: no overlong forms, no surrogates, no planes above 16.
   */
  private static boolean isSecond(int lead, int second) {
    int low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    int high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    return second >= low && second <= high;
  }
}
