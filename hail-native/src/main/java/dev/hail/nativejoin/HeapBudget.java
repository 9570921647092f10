// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

/**
 * Counts the arrays of a join in the heap, and refuses those beyond its budget before they are
 * made. For one thread at a time.
 */
final class HeapBudget {
  /** Bytes of an array beside its elements, at most. */
  private static final int HEADER = 16;

  private final long limit;
  private long used;
  private long peak;

  /**
   * An unused budget.
   *
   * @param bytes most bytes; 0 for no limit
   */
  HeapBudget(long bytes) {
    limit = bytes == 0 ? Long.MAX_VALUE : bytes;
  }

  /** Returns the bytes of all arrays. */
  long used() {
    return used;
  }

  /** Returns the peak of {@link #used}. */
  long peak() {
    return peak;
  }

  /**
   * Makes an array.
   *
   * @param use what it is for, in messages
   * @throws JoinBudgetException if the budget does not allow it
   * @throws JoinMemoryException if the heap has no room for it
   */
  byte[] bytes(String use, int length) {
    reserve(use, length);
    try {
      return new byte[length];
    } catch (OutOfMemoryError e) {
      throw exhausted(use, length, e);
    }
  }

  /** Makes an array as {@link #bytes} does. */
  long[] longs(String use, int length) {
    long bytes = (long) length * Long.BYTES;
    reserve(use, bytes);
    try {
      return new long[length];
    } catch (OutOfMemoryError e) {
      throw exhausted(use, bytes, e);
    }
  }

  /** Gives back the bytes of an array that nobody uses any more. */
  void release(byte[] array) {
    used -= HEADER + (long) array.length;
  }

  /** Gives back the bytes of an array that nobody uses any more. */
  void release(long[] array) {
    used -= HEADER + (long) array.length * Long.BYTES;
  }

  private void reserve(String use, long bytes) {
    if (bytes + HEADER > limit - used) {
      throw new JoinBudgetException(
          "Memory budget of "
              + limit
              + " bytes exceeded: "
              + (bytes + HEADER)
              + " bytes wanted for "
              + use
              + ", "
              + used
              + " in use");
    }
    used += bytes + HEADER;
    peak = Math.max(peak, used);
  }

  private JoinMemoryException exhausted(String use, long bytes, OutOfMemoryError cause) {
    used -= bytes + HEADER;
    return new JoinMemoryException(
        "The Java heap of "
            + Runtime.getRuntime().maxMemory()
            + " bytes is exhausted: "
            + bytes
            + " bytes wanted for "
            + use
            + ", "
            + used
            + " in use by this join; raise -Xmx or lower the memory budget",
        cause);
  }
}
