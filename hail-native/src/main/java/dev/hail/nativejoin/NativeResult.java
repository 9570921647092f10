// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.util.concurrent.atomic.AtomicInteger;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.ForeignAllocation;

/**
 * Memory of a result that native code has allocated, and frees when nobody has a buffer of it any
 * more. Whoever makes one closes it.
 */
final class NativeResult implements AutoCloseable {
  private final long result;

  /** The owner of this object and the buffers. */
  private final AtomicInteger users = new AtomicInteger(1);

  /**
   * @param result what {@link NativeCalls#probeNext} gave
   */
  NativeResult(long result) {
    this.result = result;
  }

  /**
   * A buffer of it, which counts on an allocator and is the caller's to release.
   *
   * @param bytes that may be read and written
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

    /** An allocator that cannot take the memory may, or may not, have released it. */
    @Override
    protected void release0() {
      if (!released) {
        released = true;
        NativeResult.this.close();
      }
    }
  }
}
