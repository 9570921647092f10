// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.layout;

import java.nio.charset.StandardCharsets;

/** Reads integers and strings from untrusted bytes and never past its limit. */
public final class ByteCursor {
  private final byte[] bytes;
  private final int limit;
  private final String what;
  private int position;

  /**
   * Reads bytes from {@code position} to before {@code limit}.
   *
   * @param what name of the bytes, for messages
   */
  public ByteCursor(byte[] bytes, int position, int limit, String what) {
    this.bytes = bytes;
    this.position = position;
    this.limit = limit;
    this.what = what;
  }

  public int position() {
    return position;
  }

  public int remaining() {
    return limit - position;
  }

  int u8() throws CorruptBlockException {
    return bytes[take(1)] & 0xff;
  }

  int u16() throws CorruptBlockException {
    return LittleEndian.getShort(bytes, take(2)) & 0xffff;
  }

  /** An unsigned 32-bit number that must be below 2^31. */
  int u31() throws CorruptBlockException {
    int value = LittleEndian.getInt(bytes, take(4));
    if (value < 0) {
      throw damaged("number " + Integer.toUnsignedString(value) + " too large");
    }
    return value;
  }

  /** A 64-bit number that must not be negative. */
  long u63() throws CorruptBlockException {
    long value = LittleEndian.getLong(bytes, take(8));
    if (value < 0) {
      throw damaged("number " + Long.toUnsignedString(value) + " too large");
    }
    return value;
  }

  /** A LEB128 number below 2^63. */
  public long varLong() throws CorruptBlockException {
    long value = 0;
    for (int shift = 0; shift < 63; shift += 7) {
      int b = u8();
      value |= (long) (b & 0x7f) << shift;
      if (b < 0x80) {
        return value;
      }
    }
    throw damaged("number of more than 9 bytes");
  }

  /** A LEB128 number below 2^31. */
  public int varInt() throws CorruptBlockException {
    long value = varLong();
    if (value > Integer.MAX_VALUE) {
      throw damaged("number " + value + " too large");
    }
    return (int) value;
  }

  /** Skips bytes and returns where they begin. */
  public int take(int length) throws CorruptBlockException {
    if (length < 0 || length > limit - position) {
      throw damaged(length + " bytes wanted, " + (limit - position) + " left");
    }
    int begin = position;
    position += length;
    return begin;
  }

  byte[] bytes(int length) throws CorruptBlockException {
    int begin = take(length);
    byte[] copy = new byte[length];
    System.arraycopy(bytes, begin, copy, 0, length);
    return copy;
  }

  /** Copies bytes that were skipped earlier. */
  void copy(int begin, byte[] target, int offset, int length) {
    System.arraycopy(bytes, begin, target, offset, length);
  }

  String utf8(int length) throws CorruptBlockException {
    return new String(bytes, take(length), length, StandardCharsets.UTF_8);
  }

  public CorruptBlockException damaged(String problem) {
    return new CorruptBlockException(what + " damaged at byte " + position + ": " + problem);
  }
}
