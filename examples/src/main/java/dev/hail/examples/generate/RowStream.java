// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.examples.generate;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Objects;

/**
 * The first rows of a table as a stream of bytes. It ends with the last whole row that fits into
 * the requested size. Not thread-safe.
 */
public final class RowStream extends InputStream {
  private static final int BUFFER_BYTES = 1 << 18;

  private final RowSource source;
  private final long maxBytes;
  private final long maxRows;
  private final TextBuffer buffer;
  private int position;
  private long bytes;
  private long rows;
  private boolean exhausted;

  /**
   * @param maxBytes most bytes of text, 0 or more
   * @param maxRows most rows, 0 or more
   * @throws IllegalArgumentException if either is negative
   */
  public RowStream(RowSource source, long maxBytes, long maxRows) {
    if (maxBytes < 0 || maxRows < 0) {
      throw new IllegalArgumentException(
          "Size and rows must not be negative: " + maxBytes + " bytes, " + maxRows + " rows");
    }
    this.source = source;
    this.maxBytes = maxBytes;
    this.maxRows = maxRows;
    this.buffer = new TextBuffer(BUFFER_BYTES + source.maxRowBytes());
  }

  /** Returns the number of rows generated so far, including those still in the buffer. */
  public long rows() {
    return rows;
  }

  /** Returns the number of bytes generated so far, including those still in the buffer. */
  public long bytes() {
    return bytes;
  }

  @Override
  public int read() {
    return ready() ? buffer.bytes()[position++] & 0xFF : -1;
  }

  @Override
  public int read(byte[] target, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, target.length);
    if (length == 0) {
      return 0;
    }
    if (!ready()) {
      return -1;
    }
    int copied = Math.min(length, available());
    System.arraycopy(buffer.bytes(), position, target, offset, copied);
    position += copied;
    return copied;
  }

  @Override
  public int available() {
    return buffer.length() - position;
  }

  @Override
  public long transferTo(OutputStream target) throws IOException {
    long copied = 0;
    while (ready()) {
      target.write(buffer.bytes(), position, available());
      copied += available();
      position = buffer.length();
    }
    return copied;
  }

  private boolean ready() {
    if (position == buffer.length() && !exhausted) {
      fill();
    }
    return position < buffer.length();
  }

  private void fill() {
    buffer.clear();
    position = 0;
    while (buffer.remaining() >= source.maxRowBytes()) {
      if (rows == maxRows) {
        exhausted = true;
        return;
      }
      int rowStart = buffer.length();
      source.append(rows, buffer);
      int rowBytes = buffer.length() - rowStart;
      if (bytes + rowBytes > maxBytes) {
        buffer.truncate(rowStart);
        exhausted = true;
        return;
      }
      bytes += rowBytes;
      rows++;
    }
  }
}
