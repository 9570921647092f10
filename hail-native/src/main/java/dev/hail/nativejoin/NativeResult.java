// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.util.concurrent.atomic.AtomicInteger;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.ForeignAllocation;

/**
 * Memory of a result that native code allocated. It is freed when this object and all its buffers
 * are released. The creator closes it.
 */
final class NativeResult implements AutoCloseable {
  private final long result;

  /** Number of users: this object's creator and the open buffers. */
  private final AtomicInteger users = new AtomicInteger(1);

  /**
   * @param result handle that {@link NativeCalls#probeNext} returned
   */
  NativeResult(long result) {
    this.result = result;
  }

  /**
   * Returns a buffer of the result, which is charged to the allocator. The caller releases it.
   *
   * @param address address of the buffer
   * @param bytes size of the buffer
   */
  ArrowBuf buffer(long address, long bytes, BufferAllocator allocator) {
    if (bytes == 0) {
      return allocator.getEmpty();
    }
    users.incrementAndGet();
    Part part = new Part(bytes, address);
    try {
      return allocator.wrapForeignAllocation(part);
    } catch (RuntimeException | Error e) {
      part.release0();
      throw e;
    }
  }

  @Override
  public void close() {
    if (users.decrementAndGet() == 0) {
      NativeCalls.releaseResult(result);
    }
  }

  private final class Part extends ForeignAllocation {
    private boolean released;

    private Part(long bytes, long address) {
      super(bytes, address);
    }

    /** Runs once at most: an allocator that refuses the memory may or may not have released it. */
    @Override
    protected void release0() {
      if (!released) {
        released = true;
        NativeResult.this.close();
      }
    }
  }
}
