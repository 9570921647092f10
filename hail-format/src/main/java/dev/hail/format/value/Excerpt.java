// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.value;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Short printable forms of arbitrary bytes and text, for messages. */
public final class Excerpt {
  private static final int MAX_BYTES = 48;
  private static final int MAX_LINE_CHARS = 500;

  private Excerpt() {}

  /**
   * The bytes in single quotes, truncated after {@value #MAX_BYTES}. Control characters appear as
   * {@code \xNN}, as do all bytes beyond ASCII if the text is not UTF-8.
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

  /**
   * A message on one line of at most {@value #MAX_LINE_CHARS} characters, plus a mark if it was
   * truncated. The message may contain text of users. Control characters and Unicode line ends
   * appear as {@code \xNN}.
   *
   * @param message may be null, which gives {@code null}
   */
  public static String line(String message) {
    if (message == null) {
      return "null";
    }
    StringBuilder line = new StringBuilder(Math.min(message.length(), MAX_LINE_CHARS) + 16);
    int at = 0;
    while (at < message.length() && line.length() < MAX_LINE_CHARS) {
      int codePoint = message.codePointAt(at);
      append(line, codePoint, breaksLines(codePoint));
      at += Character.charCount(codePoint);
    }
    return at < message.length() ? line.append("...").toString() : line.toString();
  }

  private static boolean breaksLines(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.FORMAT,
          Character.SURROGATE ->
          true;
      default -> false;
    };
  }

  private static void append(StringBuilder text, int codePoint, boolean escape) {
    if (escape) {
      text.append(String.format(Locale.ROOT, "\\x%02X", codePoint));
    } else {
      text.appendCodePoint(codePoint);
    }
  }
}
