// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.value;

import java.nio.charset.StandardCharsets;

/** Short printable forms of bytes of unknown content, for messages. */
public final class Excerpt {
  private static final int MAX_BYTES = 48;

  private Excerpt() {}

  /**
   * The bytes in single quotes, cut after {@value #MAX_BYTES}; control characters, and all bytes
   * beyond ASCII if the text is not UTF-8, appear as {@code \xNN}.
   */
  public static String of(byte[] bytes, int from, int to) {
    int end = Math.min(to, from + MAX_BYTES);
    while (end < to && end > from && (bytes[end] & 0xC0) == 0x80) {
      end--;
    }
    boolean utf8 = Utf8.isValid(bytes, from, end);
    StringBuilder text = new StringBuilder("'");
    if (utf8) {
      new String(bytes, from, end - from, StandardCharsets.UTF_8)
          .codePoints()
          .forEach(c -> append(text, c, Character.isISOControl(c)));
    } else {
      for (int i = from; i < end; i++) {
        int unsigned = bytes[i] & 0xFF;
        append(text, unsigned, unsigned < ' ' || unsigned >= 0x7F);
      }
    }
    return text.append(end < to ? "...'" : "'").toString();
  }

  private static void append(StringBuilder text, int codePoint, boolean escape) {
    if (escape) {
      text.append(String.format("\\x%02X", codePoint));
    } else {
      text.appendCodePoint(codePoint);
    }
  }
}
