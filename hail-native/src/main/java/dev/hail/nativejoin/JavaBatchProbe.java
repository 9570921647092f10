// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Base of the probes of {@link JavaJoins}: holds the current batch and checks the order of calls.
 */
abstract class JavaBatchProbe implements JoinProbe {
  protected final ProbeOrder order = new ProbeOrder();

  /** The batch whose rows are being joined, or null between batches. */
  protected HeldBatch batch;

  private final BatchCheck check;
  private final Schema resultSchema;

  JavaBatchProbe(Schema probeSchema, Schema resultSchema) {
    this.check = new BatchCheck("probe", probeSchema);
    this.resultSchema = resultSchema;
  }

  @Override
  public Schema resultSchema() {
    return resultSchema;
  }

  @Override
  public synchronized void add(VectorSchemaRoot added, DictionaryProvider dictionaries) {
    order.requireDrained("add");
    try (DecodedBatch decoded = DecodedBatch.of(added, dictionaries, check)) {
      check.requireWhole(decoded.batch());
      batch = new HeldBatch(decoded.batch());
    }
    order.take();
    begin();
  }

  /** Called when a new batch has arrived. */
  protected abstract void begin();

  /** Called when all rows of the batch have been given. */
  protected void endBatch() {
    batch.close();
    batch = null;
    order.drain();
  }

  @Override
  public synchronized void close() {
    boolean finished = order.isFinished();
    if (!order.close()) {
      return;
    }
    if (batch != null) {
      batch.close();
      batch = null;
    }
    closed(finished);
  }

  /** Called once, when the probe is closed. */
  protected abstract void closed(boolean finished);
}
