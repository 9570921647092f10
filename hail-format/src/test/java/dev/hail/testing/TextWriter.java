// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.testing;

import dev.hail.format.text.TextFormat;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;

/** Writes rows as delimited text and counts lines; shares no code with the parser. */
public final class TextWriter {
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final TextFormat format;
  private final byte[] lineEnd;
  private final boolean marked;
  private final Random random;
  private long line = 1;

  /**
   * A text without rows.
   *
   * @param marked whether the text starts with a byte order mark
   */
  TextWriter(TextFormat format, String lineEnd, boolean marked, Random random) {
    this.format = format;
    this.lineEnd = lineEnd.getBytes(StandardCharsets.US_ASCII);
    this.marked = marked;
    this.random = random;
    if (marked) {
      out.writeBytes(BYTE_ORDER_MARK.getBytes(StandardCharsets.UTF_8));
    }
  }

  /** Line of the file at which the next row starts. */
  long line() {
    return line;
  }

  byte[] bytes() {
    return out.toByteArray();
  }

  /** Writes a row that is already in its written form. */
  void row(byte[] content) {
    write(content);
    write(lineEnd);
  }

  /** The text without the line end of its last row, if it has a row. */
  byte[] bytesWithoutLastLineEnd() {
    byte[] all = out.toByteArray();
    return line == 1 ? all : Arrays.copyOf(all, all.length - lineEnd.length);
  }

  private void write(byte[] bytes) {
    out.writeBytes(bytes);
    for (byte b : bytes) {
      line += b == '\n' ? 1 : 0;
    }
  }

  /** The written form of a row; null stands for NULL. */
  byte[] content(String[] values) {
    StringBuilder row = new StringBuilder();
    for (int i = 0; i < values.length; i++) {
      if (i > 0) {
        row.append((char) format.delimiter());
      }
      row.append(field(values[i]));
    }
    return row.toString().getBytes(StandardCharsets.UTF_8);
  }

  private String field(String value) {
    if (value == null) {
      return format.nullToken();
    }
    if (!format.quoting()) {
      return value;
    }
    boolean must =
        value.indexOf('"') >= 0
            || wouldBeMisread(value, format)
            || (!marked && startsWithMark(value));
    return must || random.nextInt(6) == 0 ? '"' + value.replace("\"", "\"\"") + '"' : value;
  }

  /** Whether a text can be a value or a name: a format without quotes has none for some texts. */
  public static boolean canWrite(String text, TextFormat format) {
    return format.quoting() || !wouldBeMisread(text, format);
  }

  /** Whether a reader would leave out the first character of a text that starts with this one. */
  static boolean startsWithMark(String text) {
    return text.startsWith(BYTE_ORDER_MARK);
  }

  /** Whether a text without quotes is NULL, several fields or several rows. */
  private static boolean wouldBeMisread(String text, TextFormat format) {
    return text.equals(format.nullToken())
        || text.indexOf((char) format.delimiter()) >= 0
        || text.indexOf('\n') >= 0
        || text.indexOf('\r') >= 0;
  }
}
