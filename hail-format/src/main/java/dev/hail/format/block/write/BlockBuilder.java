// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.write;

import dev.hail.format.block.layout.ByteSink;
import dev.hail.format.block.layout.Descriptor;
import dev.hail.format.block.layout.Preamble;
import dev.hail.format.schema.Schema;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Collects rows column by column and makes an unsorted block of them. Reusable, not thread-safe.
 */
public final class BlockBuilder {
  private final Schema schema;
  private final BlockOptions options;
  private final List<ColumnBuffer> columns;
  private final ColumnBuffer[] buffers;
  private final ByteSink badRecords = new ByteSink(64);
  private int badRecordCount;
  private int rowCount;
  private long textBytes;
  private long firstLine;

  /**
   * An empty builder.
   *
   * @throws IllegalArgumentException if the schema lacks an index attribute, one is named twice,
   *     there are more than 64, or its SQL has more than 1,048,576 bytes
   */
  public BlockBuilder(Schema schema, BlockOptions options) {
    this.schema = schema;
    this.options = options;
    int sqlBytes = schema.toSql().getBytes(StandardCharsets.UTF_8).length;
    if (sqlBytes > Descriptor.MAX_SCHEMA_BYTES) {
      throw new IllegalArgumentException(
          "the schema has "
              + sqlBytes
              + " bytes as SQL, a block holds at most "
              + Descriptor.MAX_SCHEMA_BYTES);
    }
    int indexed = options.indexAttributes().length;
    if (indexed > BlockOptions.MOST_INDEX_ATTRIBUTES) {
      throw new IllegalArgumentException(
          indexed + " index attributes, a block has at most " + BlockOptions.MOST_INDEX_ATTRIBUTES);
    }
    List<Integer> seen = new ArrayList<>();
    for (int attribute : options.indexAttributes()) {
      String name = schema.attribute(attribute).name();
      if (seen.contains(attribute)) {
        throw new IllegalArgumentException("index attribute " + name + " is named twice");
      }
      seen.add(attribute);
    }
    this.buffers = schema.attributes().stream().map(ColumnBuffer::of).toArray(ColumnBuffer[]::new);
    this.columns = List.of(buffers);
  }

  public Schema schema() {
    return schema;
  }

  /** The builder of the attribute at a position, from 1; the same object for all rows. */
  public ColumnBuilder column(int position) {
    return columns.get(schema.attribute(position).position() - 1);
  }

  /**
   * Ends a row.
   *
   * @throws IllegalStateException unless every column has received exactly one value, or if the
   *     block already has 134,217,728 rows
   */
  public void endRow() {
    endRows(1);
  }

  /**
   * Ends several rows at once.
   *
   * @param rows rows to end
   * @throws IllegalStateException unless every column has received exactly {@code rows} values, or
   *     if the block would have more than 134,217,728 rows
   */
  public void endRows(int rows) {
    int expected = rowCount + rows;
    for (int i = 0; i < buffers.length; i++) {
      if (buffers[i].count != expected) {
        throw new IllegalStateException(
            "row "
                + rowCount
                + " of the block has "
                + (buffers[i].count - rowCount)
                + " values for attribute "
                + schema.attribute(i + 1).name()
                + ", not "
                + (rows == 1 ? "one" : rows));
      }
    }
    if (rows > Preamble.MAX_ROWS - rowCount) {
      throw new IllegalStateException("a block holds at most " + Preamble.MAX_ROWS + " rows");
    }
    rowCount = expected;
  }

  /** Discards the values appended since the last {@link #endRow}. */
  public void abandonRow() {
    for (ColumnBuffer column : columns) {
      column.truncate(rowCount);
    }
  }

  /**
   * Keeps a row that does not match the schema.
   *
   * @param line line number in the source, from 1
   * @param reason why the row was refused
   */
  public void addBadRecord(long line, String reason, byte[] raw, int offset, int length) {
    byte[] reasonBytes = reason.getBytes(StandardCharsets.UTF_8);
    badRecords.varLong(line);
    badRecords.varLong(reasonBytes.length);
    badRecords.put(reasonBytes, 0, reasonBytes.length);
    badRecords.varLong(length);
    badRecords.put(raw, offset, length);
    badRecordCount++;
  }

  public int rowCount() {
    return rowCount;
  }

  public int badRecordCount() {
    return badRecordCount;
  }

  /** Bytes of memory held by this builder. */
  public long memoryBytes() {
    long bytes = badRecords.capacity();
    for (ColumnBuffer column : columns) {
      bytes += column.memoryBytes();
    }
    return bytes;
  }

  /**
   * Records the source of the rows.
   *
   * @param bytes bytes of source text
   * @param line line number of the first row, from 1; 0 if unknown
   */
  public void source(long bytes, long line) {
    if (bytes < 0 || line < 0) {
      throw new IllegalArgumentException("text of " + bytes + " bytes at line " + line);
    }
    textBytes = bytes;
    firstLine = line;
  }

  /**
   * Makes the block, unsorted, in an array of its exact length. The rows stay in the builder.
   *
   * @throws IllegalStateException if the block would exceed 2 GB, or a row is not ended
   */
  public byte[] build() {
    return build(byte[]::new).bytes();
  }

  /**
   * Makes the block, unsorted, in an array that may be reused. The rows stay in the builder.
   *
   * @param memory gives an array of at least the length asked for, with any content
   * @throws IllegalStateException if the block would exceed 2 GB, or a row is not ended
   */
  public BuiltBlock build(IntFunction<byte[]> memory) {
    for (ColumnBuffer column : columns) {
      if (column.count != rowCount) {
        throw new IllegalStateException("row " + rowCount + " of the block is not ended");
      }
    }
    return new BlockWriter(schema, options, columns, rowCount)
        .write(textBytes, firstLine, badRecordCount, badRecords, memory);
  }

  /**
   * Discards all rows, bad records and the record of their source. Keeps the memory for the next
   * block.
   */
  public void reset() {
    rowCount = 0;
    abandonRow();
    badRecords.truncate(0);
    badRecordCount = 0;
    textBytes = 0;
    firstLine = 0;
  }
}
