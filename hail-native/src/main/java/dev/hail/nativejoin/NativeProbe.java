// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.Schema;

/** A probe of {@link NativeJoins}. A call waits until earlier calls of other threads have ended. */
final class NativeProbe implements JoinProbe {
  private final long probe;
  private final BatchCheck check;
  private final ResultReader results;
  private final long[] result;
  private final ProbeOrder order = new ProbeOrder();

  /** Rows described by {@link #result} whose batch the allocator refused, or null. */
  private NativeResult refused;

  /** Batches that the native probe holds, the oldest first. */
  private final Deque<LentBatch> lent = new ArrayDeque<>();

  NativeProbe(long probe, Schema probeSchema, Schema resultSchema, BufferAllocator allocator) {
    this.probe = probe;
    this.check = new BatchCheck("probe", probeSchema);
    this.results = new ResultReader(resultSchema, allocator);
    this.result = results.newAddresses();
  }

  @Override
  public Schema resultSchema() {
    return results.schema();
  }

  @Override
  public synchronized void add(VectorSchemaRoot batch, DictionaryProvider dictionaries) {
    order.requireDrained("add");
    LentBatch next = lend(batch, dictionaries);
    long[] held = {lent.size()};
    try {
      NativeStatus.require(
          message -> NativeCalls.probeBatch(probe, next.addresses(), held, message));
    } catch (RuntimeException | Error e) {
      next.close();
      letGo(held[0]);
      throw e;
    }
    if (batch.getRowCount() == 0) {
      next.close();
    } else {
      lent.add(next);
    }
    letGo(held[0]);
    order.take();
  }

  private LentBatch lend(VectorSchemaRoot batch, DictionaryProvider dictionaries) {
    try (DecodedBatch decoded = DecodedBatch.of(batch, dictionaries, check)) {
      check.require(decoded.batch());
      return LentBatch.of(decoded.batch());
    }
  }

  /** Releases all batches but the {@code held} latest ones. */
  private void letGo(long held) {
    while (lent.size() > held) {
      lent.remove().close();
    }
  }

  @Override
  public synchronized VectorSchemaRoot next() {
    order.requireOpen();
    if (refused != null) {
      return take(refused);
    }
    NativeStatus.require(message -> NativeCalls.probeNext(probe, result, message));
    letGo(result[NativeSlots.RESULT_HELD]);
    if (result[NativeSlots.RESULT_ROWS] == 0) {
      order.drain();
      return null;
    }
    return take(new NativeResult(result[NativeSlots.RESULT_ADDRESS]));
  }

  private VectorSchemaRoot take(NativeResult rows) {
    refused = rows;
    VectorSchemaRoot batch = results.take(result, rows);
    refused = null;
    rows.close();
    return batch;
  }

  @Override
  public synchronized int finish() {
    order.requireDrained("finish");
    long[] out = new long[NativeSlots.FINISH_SLOTS];
    NativeStatus.require(message -> NativeCalls.probeFinish(probe, out, message));
    letGo(out[NativeSlots.FINISH_HELD]);
    order.finish();
    return Math.toIntExact(out[NativeSlots.FINISH_OTHERS]);
  }

  @Override
  public synchronized void close() {
    if (order.close()) {
      if (refused != null) {
        refused.close();
      }
      NativeCalls.probeClose(probe);
      letGo(0);
    }
  }
}
