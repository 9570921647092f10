// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.lang.ref.Reference;
import java.util.List;
import java.util.Objects;

/** A star of {@link NativeFlatJoins}. */
final class NativeFlatStar implements FlatStar {
  private final long probe;
  private final List<FlatColumn> columns;
  private final int joins;
  private final StarRows rows;
  private final long[] memory;
  private final long[] written = new long[1];
  private final long[] held = new long[1];
  private final byte[] message = new byte[NativeSlots.MESSAGE_BYTES];

  /** Keeps the buffers that native code reads. */
  private FlatBatch batch;

  private boolean closed;

  NativeFlatStar(long probe, List<FlatColumn> columns, int joins, StarRows rows) {
    this.probe = probe;
    this.columns = columns;
    this.joins = joins;
    this.rows = rows;
    this.memory = memory(rows);
  }

  private static long[] memory(StarRows rows) {
    int columns = rows.columns().size();
    long[] memory = new long[NativeSlots.ROWS_SLOTS + columns * NativeSlots.ROWS_COLUMN_SLOTS];
    memory[NativeSlots.ROWS_CAPACITY] = rows.capacity();
    memory[NativeSlots.ROWS_NUMBERS] = DirectBuffers.address(rows.numbers());
    for (int i = 0; i < columns; i++) {
      int at = NativeSlots.ROWS_SLOTS + i * NativeSlots.ROWS_COLUMN_SLOTS;
      memory[at + NativeSlots.ROWS_COLUMN_VALUES] = DirectBuffers.address(rows.values(i));
      memory[at + NativeSlots.ROWS_COLUMN_VALIDITY] = DirectBuffers.address(rows.validity(i));
    }
    return memory;
  }

  @Override
  public StarRows rows() {
    return rows;
  }

  @Override
  public void add(FlatBatch next) {
    requireOpen();
    next.require("probe", columns);
    NativeStatus.require(NativeCalls.probeBatch(probe, next.addresses(), held, message), message);
    batch = next;
  }

  @Override
  public boolean next() {
    requireOpen();
    try {
      NativeStatus.require(NativeCalls.probeNextInto(probe, memory, written, message), message);
    } finally {
      // Native code has read the buffers by their addresses.
      Reference.reachabilityFence(batch);
    }
    rows.setSize((int) written[0]);
    return written[0] > 0;
  }

  @Override
  public StarCounts counts(int join) {
    requireOpen();
    Objects.checkIndex(join, joins);
    long[] counts = new long[NativeSlots.COUNTS_SLOTS];
    NativeStatus.require(NativeCalls.probeCounts(probe, join, counts, message), message);
    return new StarCounts(
        counts[NativeSlots.COUNTS_SEEN],
        counts[NativeSlots.COUNTS_PASSED],
        counts[NativeSlots.COUNTS_PROBED],
        counts[NativeSlots.COUNTS_NANOSECONDS]);
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("This FlatStar is closed");
    }
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      batch = null;
      NativeCalls.probeClose(probe);
    }
  }
}
