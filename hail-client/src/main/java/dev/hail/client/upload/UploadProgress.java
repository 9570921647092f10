// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.upload;

import java.util.concurrent.atomic.LongAdder;

/** Counts what an upload has done so far. Safe for use by many threads. */
public final class UploadProgress {
  private final LongAdder storedBytesRead = new LongAdder();
  private final LongAdder textBytes = new LongAdder();
  private final LongAdder rows = new LongAdder();
  private final LongAdder badRecords = new LongAdder();
  private final LongAdder blocks = new LongAdder();
  private final LongAdder blockBytes = new LongAdder();

  void read(long bytes) {
    storedBytesRead.add(bytes);
  }

  void encoded(EncodedBlock block) {
    textBytes.add(block.textBytes());
    rows.add(block.rowCount());
    badRecords.add(block.badRecords());
  }

  void sent(EncodedBlock block) {
    blocks.increment();
    blockBytes.add(block.length());
  }

  /** Bytes read of the stored sources, before decompression. */
  public long storedBytesRead() {
    return storedBytesRead.sum();
  }

  /** Bytes of text in encoded blocks. */
  public long textBytes() {
    return textBytes.sum();
  }

  /** Rows in encoded blocks, without bad records. */
  public long rows() {
    return rows.sum();
  }

  /** Bad records in encoded blocks. */
  public long badRecords() {
    return badRecords.sum();
  }

  /** Blocks that are on all datanodes of their pipelines. */
  public long blocks() {
    return blocks.sum();
  }

  /** Bytes of those blocks, counted once per block and not per replica. */
  public long blockBytes() {
    return blockBytes.sum();
  }
}
