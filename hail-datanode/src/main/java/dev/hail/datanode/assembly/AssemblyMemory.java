// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.assembly;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/**
 * The memory that blocks being received may use: for each the bytes as they come, the sorted copy,
 * and what sorting takes besides. Arrays are used again, since fresh ones have to be filled with
 * zeros and burden the garbage collector. Thread-safe.
 */
public final class AssemblyMemory {
  private static final int GRAIN = 1 << 20;

  private final long max;
  private final Deque<byte[]> idle = new ArrayDeque<>();
  private long used;
  private long idleBytes;

  /**
   * A budget.
   *
   * @param max bytes, 0 for none: every block then goes through its file
   */
  public AssemblyMemory(long max) {
    this.max = max;
  }

  /**
   * Takes room for one block if there is some, without waiting.
   *
   * @param length length of the block in bytes
   * @param workBytes what sorting it takes besides the block and its copy
   * @return a buffer held once, or null if there is no room
   */
  synchronized Buffer tryTake(int length, long workBytes) {
    int capacity = capacityFor(length);
    if (workBytes > max || used + 2L * capacity + workBytes > max) {
      return null;
    }
    used += 2L * capacity + workBytes;
    return new Buffer(takeArray(capacity), capacity, workBytes);
  }

  /** Bytes taken for blocks; arrays kept for later are not among them. */
  public synchronized long used() {
    return used;
  }

  /** An array for which room was taken before; its content is arbitrary. */
  private synchronized byte[] takeArray(int capacity) {
    for (Iterator<byte[]> arrays = idle.iterator(); arrays.hasNext(); ) {
      byte[] array = arrays.next();
      if (array.length == capacity) {
        arrays.remove();
        idleBytes -= array.length;
        return array;
      }
    }
    while (used + idleBytes > max && !idle.isEmpty()) {
      idleBytes -= idle.removeLast().length;
    }
    return new byte[capacity];
  }

  private synchronized void give(byte[] array, long bytes) {
    used -= bytes;
    // What sits idle is lost to the daemon's other needs, so no more than half of the budget.
    if (array != null && idleBytes + array.length <= max / 2) {
      idle.addFirst(array);
      idleBytes += array.length;
    }
  }

  /** Grows with the length, so that blocks of about one length use the same arrays. */
  private static int capacityFor(int length) {
    long grain = Math.max(GRAIN, Integer.highestOneBit(length) >> 3);
    long rounded = (length + grain - 1) / grain * grain;
    return (int) Math.min(rounded, Integer.MAX_VALUE - 8);
  }

  /** Arrays in use; they go back when everyone who held the buffer has let go. */
  final class Buffer {
    private final byte[] array;
    private final int capacity;
    private long copyBytes;
    private byte[] copy;
    private int holders = 1;

    private Buffer(byte[] array, int capacity, long workBytes) {
      this.array = array;
      this.capacity = capacity;
      this.copyBytes = capacity + workBytes;
    }

    byte[] array() {
      return array;
    }

    /** A second array for the sorted block, at least as long as the block. */
    synchronized byte[] copy() {
      if (holders == 0 || copyBytes == 0) {
        throw new IllegalStateException("The room for the copy was given back before");
      }
      if (copy == null) {
        copy = takeArray(capacity);
      }
      return copy;
    }

    /** Gives back the room for sorting, since it has ended; the array as it came stays. */
    void releaseCopy() {
      byte[] given;
      long bytes;
      synchronized (this) {
        given = copy;
        bytes = copyBytes;
        copy = null;
        copyBytes = 0;
      }
      give(given, bytes);
    }

    synchronized void hold() {
      if (holders == 0) {
        throw new IllegalStateException("The buffer was given back before");
      }
      holders++;
    }

    void release() {
      synchronized (this) {
        if (holders == 0) {
          throw new IllegalStateException("The buffer was given back before");
        }
        if (--holders > 0) {
          return;
        }
      }
      releaseCopy();
      give(array, capacity);
    }
  }
}
