// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Finds the fields and the end of one row. Only this class knows how rows are written. Cutting,
 * parsing and inference all use it and thus see the same rows.
 *
 * <p>With quoting, a field whose first byte is a quote ends at the next quote that is not doubled.
 * Text between that quote and the next delimiter makes the row bad. A quote elsewhere is plain
 * text.
 *
 * <p>A row goes on over line ends within quotes only if it then has the fields of its {@link
 * RowShape}. Otherwise a quote is astray, and the row ends with its first line. The verdict depends
 * only on the bytes up to the row's end, so each chunking of a text gives the same rows. Not
 * thread-safe.
 */
final class RowSplitter {
  /** The row continues after the buffered bytes. */
  static final int NEEDS_MORE = -1;

  /** The row is longer than the format allows. */
  static final int TOO_LONG = -2;

  /**
   * A quoted field is open at the end of the first line, and the row that goes on has not the shape
   * wanted, is too long or never ends. Only the first line is the row, and it is bad.
   */
  static final int RUNS_ON = -3;

  /** The buffered bytes end within quotes. */
  private static final int UNCLOSED = -4;

  /** A field without quotes. */
  static final byte PLAIN = 0;

  /** A field in quotes; its bounds exclude them. */
  static final byte QUOTED = 1;

  /** A field in quotes with doubled quotes inside. */
  static final byte ESCAPED = 2;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long LOW_BITS = 0x7F7F7F7F7F7F7F7FL;
  private static final long ONES = 0x0101010101010101L;
  private static final long NEWLINES = ONES * '\n';
  private static final int INITIAL_FIELDS = 16;

  private final byte delimiter;
  private final long delimiters;
  private final boolean quoting;
  private final int maxRowBytes;
  private final int maxFields;
  private final RowShape shape;

  private int[] starts;
  private int[] ends;
  private byte[] forms;
  private int fieldCount;
  private int contentEnd;
  private int fieldWithTail;
  private int fieldOverLines;

  /**
   * A splitter of rows in one format.
   *
   * @param maxFields fields of a row to remember; further fields are only counted
   * @param shape what a row over several lines must look like
   */
  RowSplitter(TextFormat format, int maxFields, RowShape shape) {
    this.shape = shape;
    this.delimiter = format.delimiter();
    this.delimiters = ONES * format.delimiter();
    this.quoting = format.quoting();
    this.maxRowBytes = format.maxRowBytes();
    this.maxFields = maxFields;
    int initial = Math.min(maxFields, INITIAL_FIELDS);
    this.starts = new int[initial];
    this.ends = new int[initial];
    this.forms = new byte[initial];
  }

  /** Number of fields of the last row; may exceed the number remembered. */
  int fieldCount() {
    return fieldCount;
  }

  /** Index of the first byte of a field's text. */
  int start(int field) {
    return starts[field];
  }

  /** Index of the byte after a field's text. */
  int end(int field) {
    return ends[field];
  }

  /** The form of a field: {@link #PLAIN}, {@link #QUOTED} or {@link #ESCAPED}. */
  byte form(int field) {
    return forms[field];
  }

  /** Index of the byte after the last row's text, where its line end starts. */
  int contentEnd() {
    return contentEnd;
  }

  /** The first field, from 0, with text after its closing quote; -1 if there is none. */
  int fieldWithTail() {
    return fieldWithTail;
  }

  /**
   * The first field, from 0, whose quotes are open at a line end; -1 if there is none. It depends
   * on the first line only.
   */
  int fieldOverLines() {
    return fieldOverLines;
  }

  /**
   * Splits the row that starts at {@code from}.
   *
   * @param to end of the buffered bytes
   * @param last whether the text ends at {@code to}
   * @param mayQuote false if the bytes are known to hold no quote
   * @return start of the next row, or one of the negative results
   */
  int split(byte[] bytes, int from, int to, boolean last, boolean mayQuote) {
    fieldCount = 0;
    fieldWithTail = -1;
    fieldOverLines = -1;
    // Scans one byte beyond the longest row and its LF: enough to decide, without a scan of the
    // chunk.
    int limit = (int) Math.min(to, (long) from + maxRowBytes + 2);
    int next =
        quoting && mayQuote ? splitQuoted(bytes, from, limit) : splitPlain(bytes, from, limit);
    if (next == RUNS_ON) {
      return firstLineOnly(bytes, from, limit);
    }
    if (next < 0 && limit - from <= maxRowBytes + 1) {
      if (!last) {
        return NEEDS_MORE;
      }
      if (next == NEEDS_MORE) {
        endRow(bytes, to);
        next = to;
      }
    }
    if (next < 0 || contentEnd - from > maxRowBytes) {
      return firstLineOnly(bytes, from, limit);
    }
    boolean fits = fieldOverLines < 0 || (fieldWithTail < 0 && shape.hasFields(fieldCount));
    return fits ? next : firstLineOnly(bytes, from, limit);
  }

  /** The verdict on a row that does not go on after its first line. */
  private int firstLineOnly(byte[] bytes, int from, int limit) {
    int lineEnd = LineBytes.indexOf(bytes, from, limit, '\n');
    boolean tooLong = Defects.lineBytes(bytes, from, lineEnd) > maxRowBytes;
    return tooLong || fieldOverLines < 0 ? TOO_LONG : RUNS_ON;
  }

  private int splitPlain(byte[] bytes, int from, int to) {
    int fieldStart = from;
    int i = from;
    for (; i <= to - Long.BYTES; i += Long.BYTES) {
      long word = (long) LONG.get(bytes, i);
      long hits = zeroBytes(word ^ delimiters) | zeroBytes(word ^ NEWLINES);
      while (hits != 0) {
        int at = i + (Long.numberOfTrailingZeros(hits) >>> 3);
        addField(fieldStart, at, PLAIN);
        if (bytes[at] == '\n') {
          endRow(bytes, at);
          return at + 1;
        }
        fieldStart = at + 1;
        hits &= hits - 1;
      }
    }
    for (; i < to; i++) {
      if (bytes[i] == delimiter || bytes[i] == '\n') {
        addField(fieldStart, i, PLAIN);
        if (bytes[i] == '\n') {
          endRow(bytes, i);
          return i + 1;
        }
        fieldStart = i + 1;
      }
    }
    addField(fieldStart, to, PLAIN);
    return NEEDS_MORE;
  }

  private int splitQuoted(byte[] bytes, int from, int to) {
    int at = from;
    while (true) {
      int end;
      if (at < to && bytes[at] == '"') {
        end = quotedField(bytes, at, to);
        if (end < 0) {
          return end;
        }
      } else {
        end = plainEnd(bytes, at, to);
        addField(at, end, PLAIN);
      }
      if (end == to) {
        return NEEDS_MORE;
      }
      if (bytes[end] == '\n') {
        endRow(bytes, end);
        return end + 1;
      }
      if (fieldOverLines >= 0 && (fieldWithTail >= 0 || !shape.hasMoreThan(fieldCount))) {
        return RUNS_ON;
      }
      at = end + 1;
    }
  }

  /**
   * Adds the field whose opening quote is at {@code open}.
   *
   * @return index of the next delimiter or line feed, or {@code to}; or one of the negative results
   */
  private int quotedField(byte[] bytes, int open, int to) {
    byte form = QUOTED;
    int close = open + 1;
    while (true) {
      while (close < to && bytes[close] != '"') {
        close++;
      }
      if (close >= to) {
        boolean mayGoOn = mayHoldLines(bytes, open + 1, to);
        fieldOverLines = fieldOverLines < 0 ? fieldCount : fieldOverLines;
        return mayGoOn ? UNCLOSED : RUNS_ON;
      }
      if (close + 1 == to || bytes[close + 1] != '"') {
        break;
      }
      form = ESCAPED;
      close += 2;
    }
    if (!mayHoldLines(bytes, open + 1, close)) {
      return RUNS_ON;
    }
    int end = plainEnd(bytes, close + 1, to);
    boolean lineEnd =
        end == close + 2 && bytes[close + 1] == '\r' && (end == to || bytes[end] == '\n');
    if (end != close + 1 && !lineEnd && fieldWithTail < 0) {
      fieldWithTail = fieldCount;
    }
    addField(open + 1, close, form);
    return end;
  }

  /** Notes whether the text of the next field holds a line end, and returns whether it may. */
  private boolean mayHoldLines(byte[] bytes, int from, int to) {
    if (LineBytes.indexOf(bytes, from, to, '\n') == to) {
      return true;
    }
    fieldOverLines = fieldOverLines < 0 ? fieldCount : fieldOverLines;
    return shape.mayHoldLines(fieldCount);
  }

  /** Index of the next delimiter or line feed, or {@code to}. */
  private int plainEnd(byte[] bytes, int from, int to) {
    int i = from;
    for (; i <= to - Long.BYTES; i += Long.BYTES) {
      long word = (long) LONG.get(bytes, i);
      long hits = zeroBytes(word ^ delimiters) | zeroBytes(word ^ NEWLINES);
      if (hits != 0) {
        return i + (Long.numberOfTrailingZeros(hits) >>> 3);
      }
    }
    while (i < to && bytes[i] != delimiter && bytes[i] != '\n') {
      i++;
    }
    return i;
  }

  private void addField(int start, int end, byte form) {
    int field = fieldCount++;
    if (field >= starts.length) {
      if (field >= maxFields) {
        return;
      }
      int capacity = (int) Math.min(maxFields, 2L * field);
      starts = Arrays.copyOf(starts, capacity);
      ends = Arrays.copyOf(ends, capacity);
      forms = Arrays.copyOf(forms, capacity);
    }
    starts[field] = start;
    ends[field] = end;
    forms[field] = form;
  }

  /** Removes the CR of a CRLF from the row and, outside quotes, from its last field. */
  private void endRow(byte[] bytes, int end) {
    contentEnd = end;
    int field = fieldCount - 1;
    if (field < 0 || end == 0 || bytes[end - 1] != '\r') {
      return;
    }
    boolean known = field < starts.length;
    if (known && forms[field] == PLAIN) {
      if (ends[field] == starts[field]) {
        return;
      }
      ends[field]--;
    }
    contentEnd--;
  }

  /** Sets the high bit of each byte that is zero, and no other bit. */
  private static long zeroBytes(long word) {
    return ~(((word & LOW_BITS) + LOW_BITS) | word | LOW_BITS);
  }
}
