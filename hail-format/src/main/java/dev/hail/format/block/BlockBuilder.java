package dev.hail.format.block;

import dev.hail.format.schema.Schema;

/** Gathers rows column by column and makes an unsorted block of them. Reusable, not thread-safe. */
public final class BlockBuilder {
  public BlockBuilder(Schema schema, BlockOptions options) {
    Pending.body();
  }

  public Schema schema() {
    return Pending.body();
  }

  /** The builder of the attribute at a position, from 1; the same object for all rows. */
  public ColumnBuilder column(int position) {
    return Pending.body();
  }

  /**
   * Ends a row.
   *
   * @throws IllegalStateException unless every column got exactly one value
   */
  public void endRow() {
    Pending.body();
  }

  /** Takes back the values appended since the last {@link #endRow}. */
  public void abandonRow() {
    Pending.body();
  }

  /** Keeps a row that does not match the schema. */
  public void addBadRecord(long line, String reason, byte[] raw, int offset, int length) {
    Pending.body();
  }

  public int rowCount() {
    return Pending.<Integer>body();
  }

  public int badRecordCount() {
    return Pending.<Integer>body();
  }

  /** Bytes of memory held by this builder. */
  public long memoryBytes() {
    return Pending.<Integer>body();
  }

  /** Notes what the rows were made from: bytes of text and the line number of the first row. */
  public void source(long textBytes, long firstLine) {
    Pending.body();
  }

  /** Makes the block, unsorted, in an array of its exact length. */
  public byte[] build() {
    return Pending.body();
  }

  /** Forgets all rows and bad records, keeps the memory for the next block. */
  public void reset() {
    Pending.body();
  }
}
