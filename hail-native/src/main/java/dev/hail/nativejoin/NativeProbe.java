package dev.hail.nativejoin;

import org.apache.arrow.c.ArrowArray;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;

/** Probe of {@link NativeJoins}. A call waits until the one before, of any thread, is over. */
final class NativeProbe implements JoinProbe {
  private final long probe;
  private final Schema resultSchema;
  private final BatchCheck check;
  private final BufferAllocator allocator;
  private final ProbeOrder order = new ProbeOrder();

  NativeProbe(long probe, Schema probeSchema, Schema resultSchema, BufferAllocator allocator) {
    this.probe = probe;
    this.resultSchema = resultSchema;
    this.check = new BatchCheck("probe", probeSchema);
    this.allocator = allocator;
  }

  @Override
  public synchronized void add(VectorSchemaRoot batch) {
    order.requireDrained("add");
    check.require(batch);
    ArrowStructs.withBatch(
        batch,
        allocator,
        array -> NativeStatus.require(message -> NativeCalls.probeBatch(probe, array, message)));
    order.take();
  }

  @Override
  public synchronized VectorSchemaRoot next() {
    order.requireOpen();
    long[] rows = new long[1];
    try (ArrowArray result = ArrowArray.allocateNew(allocator)) {
      NativeStatus.require(
          message -> NativeCalls.probeNext(probe, result.memoryAddress(), rows, message));
      if (rows[0] == 0) {
        order.drain();
        return null;
      }
      return ArrowStructs.take(result, resultSchema, allocator);
    }
  }

  @Override
  public synchronized int finish() {
    order.requireDrained("finish");
    long[] others = new long[1];
    NativeStatus.require(message -> NativeCalls.probeFinish(probe, others, message));
    order.finish();
    return Math.toIntExact(others[0]);
  }

  @Override
  public synchronized void close() {
    if (order.close()) {
      NativeCalls.probeClose(probe);
    }
  }
}
