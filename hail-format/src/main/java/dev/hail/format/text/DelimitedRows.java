// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.text;

import dev.hail.format.block.read.RowBatch;
import dev.hail.format.schema.Schema;
import dev.hail.format.schema.TypeKind;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Collects rows of a block as delimited text in UTF-8, each with a line end. The bytes equal the
 * output of {@link ValueFormat#appendDelimited}, but values need no objects. Not thread-safe.
 */
public final class DelimitedRows {
  private static final int LONGEST = Integer.MAX_VALUE - 64;

  private final Schema schema;
  private final int[] positions;
  private final boolean[] strings;
  private final ValueFormat values;
  private final byte delimiter;
  private final boolean quoting;
  private final byte[] nullToken;

  /** Buffer for values other than strings; all of them render to ASCII. */
  private final StringBuilder rendered = new StringBuilder(40);

  private byte[] bytes;
  private int length;

  /**
   * An empty collection.
   *
   * @param positions attributes in output order, from 1
   * @param capacity initial capacity in bytes, from 0
   */
  public DelimitedRows(Schema schema, TextFormat format, int[] positions, int capacity) {
    this.schema = schema;
    this.positions = positions.clone();
    this.strings = new boolean[positions.length];
    for (int i = 0; i < positions.length; i++) {
      strings[i] = schema.attribute(positions[i]).type().kind() == TypeKind.STRING;
    }
    this.values = new ValueFormat(schema);
    this.delimiter = format.delimiter();
    this.quoting = format.quoting();
    this.nullToken = format.nullToken().getBytes(StandardCharsets.UTF_8);
    this.bytes = new byte[capacity];
  }

  /**
   * Appends a row.
   *
   * @throws IllegalArgumentException if a value needs quotes and the format has no quoting
   */
  public void append(RowBatch batch, int row) {
    for (int i = 0; i < positions.length; i++) {
      if (i > 0) {
        put(delimiter);
      }
      int position = positions[i];
      if (batch.isNull(row, position)) {
        put(nullToken, 0, nullToken.length);
        continue;
      }
      int start = length;
      if (strings[i]) {
        put(
            batch.stringBuffer(row, position),
            batch.stringOffset(row, position),
            batch.stringLength(row, position));
      } else {
        rendered.setLength(0);
        values.append(batch, row, position, rendered);
        putAscii(rendered);
      }
      if (needsQuotes(start)) {
        quote(start, position);
      }
    }
    put((byte) '\n');
  }

  /** The rows so far. A copy. */
  public byte[] toByteArray() {
    return Arrays.copyOf(bytes, length);
  }

  private boolean needsQuotes(int start) {
    if (Arrays.equals(bytes, start, length, nullToken, 0, nullToken.length)) {
      return true;
    }
    if (quoting && length > start) {
      if (bytes[start] == '"' || ByteOrderMark.starts(bytes, start, length)) {
        return true;
      }
    }
    for (int i = start; i < length; i++) {
      byte b = bytes[i];
      if (b == delimiter || b == '\n' || b == '\r') {
        return true;
      }
    }
    return false;
  }

  private void quote(int start, int position) {
    if (!quoting) {
      throw ValueFormat.needsQuoting(schema.attribute(position));
    }
    byte[] value = Arrays.copyOfRange(bytes, start, length);
    length = start;
    put((byte) '"');
    for (byte b : value) {
      if (b == '"') {
        put(b);
      }
      put(b);
    }
    put((byte) '"');
  }

  private void put(byte value) {
    reserve(1);
    bytes[length++] = value;
  }

  private void put(byte[] source, int offset, int count) {
    reserve(count);
    System.arraycopy(source, offset, bytes, length, count);
    length += count;
  }

  private void putAscii(StringBuilder text) {
    int count = text.length();
    reserve(count);
    for (int i = 0; i < count; i++) {
      bytes[length++] = (byte) text.charAt(i);
    }
  }

  private void reserve(int count) {
    if (count <= bytes.length - length) {
      return;
    }
    long needed = (long) length + count;
    if (needed > LONGEST) {
      throw new IllegalStateException("more than 2 GB of text at once: take fewer rows");
    }
    bytes = Arrays.copyOf(bytes, (int) Math.min(LONGEST, Math.max(needed, 2L * bytes.length)));
  }
}
