// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.upload;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/**
 * Keeps arrays of megabytes for their next use. A new array has to be zeroed, and the garbage
 * collector may copy it. Safe for use by many threads.
 */
final class ArrayPool {
  /** Share of room to spare in a new array, 1/32, so that it also fits slightly longer needs. */
  private static final int SPARE_SHIFT = 5;

  private static final int MAX_LENGTH = Integer.MAX_VALUE - 64;

  private final Deque<byte[]> free = new ArrayDeque<>();
  private final int most;

  /**
   * @param most number of arrays kept
   */
  ArrayPool(int most) {
    this.most = most;
  }

  /** Returns an array of at least that many bytes, with any contents. */
  byte[] take(int length) {
    synchronized (this) {
      for (Iterator<byte[]> arrays = free.iterator(); arrays.hasNext(); ) {
        byte[] array = arrays.next();
        if (array.length >= length) {
          arrays.remove();
          return array;
        }
      }
      if (free.size() == most) {
        free.removeLast();
      }
    }
    return new byte[(int) Math.min(MAX_LENGTH, length + (long) (length >> SPARE_SHIFT))];
  }

  /** Takes back an array that nobody uses any more. */
  synchronized void give(byte[] array) {
    if (free.size() < most) {
      free.addFirst(array);
    }
  }
}
