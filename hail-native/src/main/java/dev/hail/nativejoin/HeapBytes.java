// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Bytes in the heap, by addresses of 64 bits, in the byte order of the machine. They grow by
 * chunks, so that no growth copies more than one. Numbers stand at multiples of their width, and so
 * in one chunk. Threads may read together while none writes.
 */
final class HeapBytes {
  private static final int CHUNK_BITS = 20;
  private static final int CHUNK = 1 << CHUNK_BITS;
  private static final int FIRST = 64;
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private final HeapBudget budget;
  private final String use;
  private byte[][] chunks = {};
  private long capacity;

  /**
   * No bytes.
   *
   * @param use what they are for, in messages
   */
  HeapBytes(HeapBudget budget, String use) {
    this.budget = budget;
    this.use = use;
  }

  /**
   * Makes room for so many bytes in all. New bytes are 0.
   *
   * @throws JoinBudgetException if the budget does not allow them; the bytes stay as they are
   */
  void require(long bytes) {
    while (capacity < bytes) {
      if (capacity < CHUNK) {
        growFirst(bytes);
      } else {
        byte[] chunk = budget.bytes(use, CHUNK);
        chunks = Arrays.copyOf(chunks, chunks.length + 1);
        chunks[chunks.length - 1] = chunk;
        capacity += CHUNK;
      }
    }
  }

  private void growFirst(long bytes) {
    long wanted = Math.max(bytes, Math.max(FIRST, 2 * capacity));
    byte[] chunk = budget.bytes(use, (int) Math.min(CHUNK, wanted));
    if (capacity > 0) {
      System.arraycopy(chunks[0], 0, chunk, 0, chunks[0].length);
      budget.release(chunks[0]);
    }
    chunks = new byte[][] {chunk};
    capacity = chunk.length;
  }

  /** Gives all bytes back. */
  void free() {
    for (byte[] chunk : chunks) {
      budget.release(chunk);
    }
    chunks = new byte[][] {};
    capacity = 0;
  }

  private byte[] chunk(long at) {
    return chunks[(int) (at >>> CHUNK_BITS)];
  }

  private static int place(long at) {
    return (int) at & (CHUNK - 1);
  }

  int getInt(long at) {
    return (int) INT.get(chunk(at), place(at));
  }

  void putInt(long at, int value) {
    INT.set(chunk(at), place(at), value);
  }

  long getLong(long at) {
    return (long) LONG.get(chunk(at), place(at));
  }

  void putLong(long at, long value) {
    LONG.set(chunk(at), place(at), value);
  }

  boolean bit(long at) {
    long bytes = at >>> 3;
    return (chunk(bytes)[place(bytes)] >> (at & 7) & 1) != 0;
  }

  void setBit(long at, boolean set) {
    long bytes = at >>> 3;
    byte[] chunk = chunk(bytes);
    int mask = 1 << (at & 7);
    chunk[place(bytes)] = (byte) (set ? chunk[place(bytes)] | mask : chunk[place(bytes)] & ~mask);
  }

  /** Copies bytes of a buffer to an address. */
  void put(long at, ByteBuffer source, int from, int length) {
    for (int done = 0; done < length; ) {
      int piece = piece(at + done, length - done);
      source.get(from + done, chunk(at + done), place(at + done), piece);
      done += piece;
    }
  }

  /** Copies bytes from an address to a buffer. */
  void get(long at, ByteBuffer target, int to, int length) {
    for (int done = 0; done < length; ) {
      int piece = piece(at + done, length - done);
      target.put(to + done, chunk(at + done), place(at + done), piece);
      done += piece;
    }
  }

  /** Returns whether the bytes at an address are those of a buffer. */
  boolean equal(long at, ByteBuffer other, int from, int length) {
    for (int done = 0; done < length; ) {
      int piece = piece(at + done, length - done);
      byte[] chunk = chunk(at + done);
      int place = place(at + done);
      int i = 0;
      for (; i + Long.BYTES <= piece; i += Long.BYTES) {
        if ((long) LONG.get(chunk, place + i) != other.getLong(from + done + i)) {
          return false;
        }
      }
      for (; i < piece; i++) {
        if (chunk[place + i] != other.get(from + done + i)) {
          return false;
        }
      }
      done += piece;
    }
    return true;
  }

  /** Returns how many of some bytes lie in the chunk of an address. */
  private static int piece(long at, int length) {
    return Math.min(length, CHUNK - place(at));
  }
}
