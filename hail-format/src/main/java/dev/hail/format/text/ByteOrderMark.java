// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.text;

/**
 * The three bytes of U+FEFF in UTF-8. At the start of a text they are a byte order mark, which
 * {@link RowCutter} leaves out; elsewhere they belong to a value. So text that is written must not
 * start with a value that starts with them.
 */
public final class ByteOrderMark {
  /** Number of its bytes. */
  static final int LENGTH = 3;

  /** The mark as a character. */
  private static final char CHARACTER = '\uFEFF';

  private ByteOrderMark() {}

  /** Whether bytes start with the mark. */
  public static boolean starts(byte[] bytes, int from, int to) {
    return to - from >= LENGTH
        && bytes[from] == (byte) 0xEF
        && bytes[from + 1] == (byte) 0xBB
        && bytes[from + 2] == (byte) 0xBF;
  }

  /** Whether the characters from {@code from} on start with the mark. */
  public static boolean starts(CharSequence text, int from) {
    return text.length() > from && text.charAt(from) == CHARACTER;
  }

  /** The mark, to be written in front of a text whose first value starts with it. A copy. */
  public static byte[] bytes() {
    return new byte[] {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
  }
}
