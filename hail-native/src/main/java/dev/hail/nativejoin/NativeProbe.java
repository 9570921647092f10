package dev.hail.nativejoin;

import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;

/** Probe of {@link NativeJoins}. A call waits until the one before, of any thread, is over. */
final class NativeProbe implements JoinProbe {
  private final long probe;
  private final BatchCheck check;
  private final ResultReader results;
  private final long[] result;
  private final ProbeOrder order = new ProbeOrder();

  /** What the native probe has, or null. */
  private LentBatch lent;

  NativeProbe(long probe, Schema probeSchema, Schema resultSchema, BufferAllocator allocator) {
    this.probe = probe;
    this.check = new BatchCheck("probe", probeSchema);
    this.results = new ResultReader(resultSchema, allocator);
    this.result = results.newAddresses();
  }

  @Override
  public synchronized void add(VectorSchemaRoot batch) {
    order.requireDrained("add");
    check.require(batch);
    LentBatch next = LentBatch.of(batch);
    try {
      NativeStatus.require(message -> NativeCalls.probeBatch(probe, next.addresses(), message));
    } catch (RuntimeException | Error e) {
      next.close();
      throw e;
    }
    letGo();
    lent = next;
    order.take();
  }

  private void letGo() {
    if (lent != null) {
      lent.close();
      lent = null;
    }
  }

  @Override
  public synchronized VectorSchemaRoot next() {
    order.requireOpen();
    NativeStatus.require(message -> NativeCalls.probeNext(probe, result, message));
    if (result[0] == 0) {
      order.drain();
      return null;
    }
    return results.take(result);
  }

  @Override
  public synchronized int finish() {
    order.requireDrained("finish");
    long[] others = new long[1];
    NativeStatus.require(message -> NativeCalls.probeFinish(probe, others, message));
    letGo();
    order.finish();
    return Math.toIntExact(others[0]);
  }

  @Override
  public synchronized void close() {
    if (order.close()) {
      NativeCalls.probeClose(probe);
      letGo();
    }
  }
}
