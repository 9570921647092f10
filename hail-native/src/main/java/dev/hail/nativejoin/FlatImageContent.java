// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * The columns of an image: batches of rows until all rows are there. A batch has its number of rows
 * in 32 bits, then the buffers of each column without padding, as Arrow has them: validity if the
 * column is nullable, offsets of a STRING, values. Numbers have the byte order of the machine.
 */
final class FlatImageContent {
  private static final int BATCH_ROWS = 1 << 14;
  private static final int BATCH_TEXT = 1 << 24;

  private final List<FlatColumn> columns;
  private final int rows;
  private final FileChannel channel;
  private final FlatBatch batch;
  private final CRC32C crc = new CRC32C();

  /**
   * Content at the position of a channel.
   *
   * @param columns the kept columns
   * @param rows rows in all
   */
  FlatImageContent(List<FlatColumn> columns, int rows, FileChannel channel) {
    this.columns = columns;
    this.rows = rows;
    this.channel = channel;
    this.batch = new FlatBatch(columns, Math.max(1, Math.min(BATCH_ROWS, rows)));
  }

  /** Writes the rows; returns the checksum. */
  long write(FlatRows from) throws IOException {
    for (int row = 0; row < rows; row += batch.rows()) {
      int count = Math.min(batch.capacity(), rows - row);
      for (int c = 0; c < columns.size(); c++) {
        count = from.kept().get(c).rowsOfText(row, count, BATCH_TEXT);
      }
      for (int c = 0; c < columns.size(); c++) {
        from.kept().get(c).copy(row, count, batch, c);
      }
      batch.setRows(count);
      write(DirectBuffers.ofBytes(Integer.BYTES).putInt(0, count), Integer.BYTES);
      for (int c = 0; c < columns.size(); c++) {
        writeColumn(c, count);
      }
    }
    return crc.getValue();
  }

  private void writeColumn(int column, int count) throws IOException {
    if (columns.get(column).nullable()) {
      write(batch.validity(column), bitmap(count));
    }
    if (batch.offsets(column) == null) {
      write(batch.values(column), valueBytes(column, count));
    } else {
      write(batch.offsets(column), (count + 1) * Integer.BYTES);
      write(batch.values(column), batch.offsets(column).getInt(count * Integer.BYTES));
    }
  }

  private void write(ByteBuffer buffer, int bytes) throws IOException {
    ByteBuffer part = buffer.slice(0, bytes);
    crc.update(part.duplicate());
    while (part.hasRemaining()) {
      channel.write(part);
    }
  }

  /**
   * Reads the rows.
   *
   * @return the checksum of what was read
   * @throws InvalidBatchException if a number of rows or bytes cannot be
   */
  long read(FlatRows to) throws IOException {
    FlatRows.Adder adder = to.adderOfKept();
    ByteBuffer number = DirectBuffers.ofBytes(Integer.BYTES);
    while (to.rows() < rows) {
      read(number, Integer.BYTES);
      int next = number.getInt(0);
      if (next < 1 || next > Math.min(batch.capacity(), rows - to.rows())) {
        throw new InvalidBatchException("It has a batch of " + next + " rows");
      }
      for (int c = 0; c < columns.size(); c++) {
        readColumn(c, next);
      }
      batch.setRows(next);
      adder.add(batch);
    }
    if (channel.position() != channel.size()) {
      throw new InvalidBatchException("It has bytes after its last row");
    }
    return crc.getValue();
  }

  private void readColumn(int column, int count) throws IOException {
    if (columns.get(column).nullable()) {
      read(batch.validity(column), bitmap(count));
    }
    if (batch.offsets(column) == null) {
      read(batch.values(column), valueBytes(column, count));
      return;
    }
    read(batch.offsets(column), (count + 1) * Integer.BYTES);
    int bytes = batch.offsets(column).getInt(count * Integer.BYTES);
    if (bytes < 0 || bytes > channel.size() - channel.position()) {
      throw new InvalidBatchException("It has a batch of " + bytes + " bytes of texts");
    }
    read(batch.values(column, bytes), bytes);
  }

  private void read(ByteBuffer buffer, int bytes) throws IOException {
    ByteBuffer part = buffer.slice(0, bytes);
    readFully(channel, part);
    crc.update(part.flip());
  }

  private int valueBytes(int column, int count) {
    FlatType type = columns.get(column).type();
    return type == FlatType.BOOLEAN ? bitmap(count) : count * type.width();
  }

  private static int bitmap(int count) {
    return (count + Byte.SIZE - 1) / Byte.SIZE;
  }

  /**
   * Fills a buffer.
   *
   * @throws EOFException if the file ends before
   */
  static void readFully(FileChannel channel, ByteBuffer to) throws IOException {
    while (to.hasRemaining()) {
      if (channel.read(to) < 0) {
        throw new EOFException();
      }
    }
  }
}
