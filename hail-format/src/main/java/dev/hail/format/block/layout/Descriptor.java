// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.layout;

import dev.hail.format.schema.Schema;
import dev.hail.format.schema.SchemaException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The part of a front that is equal on all replicas of a block.
 *
 * @param schema the attributes
 * @param indexAttributes positions of the attributes that replicas are to be sorted by
 * @param partitionRows rows per entry of the index
 * @param textBytes bytes of the source text that the block was made from
 * @param firstLine line number of the block's first row, 0 if unknown
 * @param badRecords number of bad records
 * @param badOffset offset of the bad-record region
 * @param badLength bytes of the bad-record region
 * @param footerOffset offset of the Arrow footer
 * @param columns one layout per attribute
 */
public record Descriptor(
    Schema schema,
    List<Integer> indexAttributes,
    int partitionRows,
    long textBytes,
    long firstLine,
    int badRecords,
    int badOffset,
    int badLength,
    int footerOffset,
    List<ColumnLayout> columns) {

  public Descriptor {
    indexAttributes = List.copyOf(indexAttributes);
    columns = List.copyOf(columns);
  }

  private static final int NO_COLUMN = -1;

  /** Alignment of every buffer. */
  public static final int ALIGNMENT = 64;

  /** Most bytes of a schema. */
  public static final int MAX_SCHEMA_BYTES = 1 << 20;

  /** Most rows per partition. */
  public static final int MAX_PARTITION_ROWS = 1 << 20;

  public byte[] toBytes() {
    byte[] sql = schema.toSql().getBytes(StandardCharsets.UTF_8);
    ByteSink sink = new ByteSink(64 + sql.length + columns.size() * ColumnLayout.STORED);
    sink.u32(partitionRows);
    sink.u64(textBytes);
    sink.u64(firstLine);
    sink.u32(badRecords);
    sink.u32(badOffset);
    sink.u32(badLength);
    sink.u32(footerOffset);
    sink.u32(sql.length);
    sink.put(sql, 0, sql.length);
    sink.u32(indexAttributes.size());
    for (int attribute : indexAttributes) {
      sink.u32(attribute);
    }
    sink.u32(columns.size());
    for (ColumnLayout column : columns) {
      column.write(sink);
    }
    return sink.toArray();
  }

  /**
   * Reads a descriptor. Bytes after the last known field belong to newer minor versions and are
   * skipped.
   *
   * @param expected schema hint, reused if the block stores the same SQL; may be null
   */
  static Descriptor read(ByteCursor cursor, Schema expected) throws CorruptBlockException {
    int partitionRows = cursor.u31();
    if (partitionRows < 1 || partitionRows > MAX_PARTITION_ROWS) {
      throw cursor.damaged(partitionRows + " rows per partition");
    }
    long textBytes = cursor.u63();
    long firstLine = cursor.u63();
    int badRecords = cursor.u31();
    int badOffset = cursor.u31();
    int badLength = cursor.u31();
    int footerOffset = cursor.u31();
    Schema schema = schema(cursor, expected);
    List<Integer> indexAttributes = new ArrayList<>();
    BitSet seen = new BitSet();
    int indexed = count(cursor, 4, "index attributes");
    if (indexed > schema.size()) {
      throw cursor.damaged(indexed + " index attributes of " + schema.size() + " attributes");
    }
    for (int left = indexed; left > 0; left--) {
      int attribute = cursor.u31();
      if (attribute < 1 || attribute > schema.size()) {
        throw cursor.damaged(
            "index attribute @" + attribute + " of " + schema.size() + " attributes");
      }
      if (seen.get(attribute)) {
        throw cursor.damaged("index attribute @" + attribute + " is named twice");
      }
      seen.set(attribute);
      indexAttributes.add(attribute);
    }
    int columnCount = count(cursor, ColumnLayout.STORED, "columns");
    if (columnCount != schema.size()) {
      throw cursor.damaged(columnCount + " columns for " + schema.size() + " attributes");
    }
    List<ColumnLayout> columns = new ArrayList<>(columnCount);
    for (int i = 0; i < columnCount; i++) {
      columns.add(ColumnLayout.read(cursor));
    }
    return new Descriptor(
        schema,
        indexAttributes,
        partitionRows,
        textBytes,
        firstLine,
        badRecords,
        badOffset,
        badLength,
        footerOffset,
        columns);
  }

  private static Schema schema(ByteCursor cursor, Schema expected) throws CorruptBlockException {
    int length = cursor.u31();
    if (length > MAX_SCHEMA_BYTES) {
      throw cursor.damaged("a schema of " + length + " bytes");
    }
    String sql = cursor.utf8(length);
    if (expected != null && sql.equals(expected.toSql())) {
      return expected;
    }
    try {
      return Schema.parse(sql);
    } catch (SchemaException e) {
      // Omits the cause, whose message may be as long as the schema.
      throw new CorruptBlockException(
          "the schema in the block front is damaged: " + e.getMessage());
    }
  }

  private static int count(ByteCursor cursor, int bytesEach, String what)
      throws CorruptBlockException {
    int count = cursor.u31();
    if (count > cursor.remaining() / bytesEach) {
      throw cursor.damaged(count + " " + what);
    }
    return count;
  }

  /** Checks that all buffers follow one another between the front and the end of the block. */
  void check(int rows, int frontLength, long blockLength) throws CorruptBlockException {
    if (SparseIndex.partitions(rows, partitionRows) > SparseIndex.MAX_PARTITIONS) {
      throw new CorruptBlockException(
          "the block has " + rows + " rows in partitions of " + partitionRows);
    }
    long end = frontLength;
    for (int i = 0; i < columns.size(); i++) {
      ColumnLayout c = columns.get(i);
      if (c.encoding().isDictionary()) {
        if (c.entries() < 1) {
          throw new CorruptBlockException(name(i) + " dictionary has no entries");
        }
        end = follow(end, c.entryOffsets(), 4L * (c.entries() + 1L), i, "dictionary offsets");
        end = follow(end, c.entryBytes(), c.entryBytesLength(), i, "dictionary bytes");
      }
    }
    for (int i = 0; i < columns.size(); i++) {
      end = checkBuffers(i, rows, end);
    }
    if (badRecords > badLength / 3) {
      throw new CorruptBlockException(badRecords + " bad records in " + badLength + " bytes");
    }
    end = follow(end, badOffset, badLength, NO_COLUMN, "bad records");
    if (footerOffset < end || footerOffset > blockLength - BlockEnd.LENGTH) {
      throw new CorruptBlockException(
          "the Arrow footer is at "
              + footerOffset
              + ", not between "
              + end
              + " and the end of the block at "
              + blockLength);
    }
  }

  private long checkBuffers(int i, int rows, long begin) throws CorruptBlockException {
    ColumnLayout c = columns.get(i);
    if (!c.encoding().fits(schema.attribute(i + 1).type())) {
      throw new CorruptBlockException(name(i) + " has the encoding " + c.encoding());
    }
    if (c.nullCount() > rows || (c.nullCount() == 0) != (c.validity() == 0)) {
      throw new CorruptBlockException(
          name(i)
              + " has "
              + c.nullCount()
              + " NULLs in "
              + rows
              + " rows, validity bitmap at "
              + c.validity());
    }
    long end = begin;
    if (c.validity() != 0) {
      end = follow(end, c.validity(), BitCodec.length(rows), i, "validity");
    }
    end = follow(end, c.values(), c.codec().valuesLength(rows), i, "values");
    if (c.codec().hasBytes()) {
      end = follow(end, c.bytes(), c.bytesLength(), i, "bytes");
    }
    return end;
  }

  /**
   * The parts of a block whose bytes depend on the order of rows: start and end of each in turn,
   * ascending.
   */
  public int[] rowExtents(int rows) {
    int[] extents = new int[6 * columns.size()];
    int n = 0;
    for (ColumnLayout c : columns) {
      if (c.validity() != 0) {
        extents[n++] = c.validity();
        extents[n++] = c.validity() + BitCodec.length(rows);
      }
      extents[n++] = c.values();
      extents[n++] = c.values() + (int) c.codec().valuesLength(rows);
      if (c.codec().hasBytes()) {
        extents[n++] = c.bytes();
        extents[n++] = c.bytes() + c.bytesLength();
      }
    }
    return Arrays.copyOf(extents, n);
  }

  private long follow(long end, int offset, long length, int column, String what)
      throws CorruptBlockException {
    if (offset < end || offset % ALIGNMENT != 0) {
      throw new CorruptBlockException(
          (column == NO_COLUMN ? what : name(column) + " " + what)
              + (" at " + offset + ": not 64-byte aligned behind " + end));
    }
    return offset + length;
  }

  private String name(int column) {
    return "column " + schema.attribute(column + 1).name();
  }
}
