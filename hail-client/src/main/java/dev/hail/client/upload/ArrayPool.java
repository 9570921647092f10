// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.upload;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/**
 * Keeps arrays of megabytes for their next use: making new ones means to zero them, and to have
 * them copied about by the garbage collector. Safe for use by many threads.
 */
final class ArrayPool {
  /** Room to spare in a new array, so that it also holds what is a little longer. */
  private static final int SPARE_SHIFT = 5;

  private static final int MAX_LENGTH = Integer.MAX_VALUE - 64;

  private final Deque<byte[]> free = new ArrayDeque<>();
  private final int most;

  /**
   * @param most arrays kept
   */
  ArrayPool(int most) {
    this.most = most;
  }

  /** An array of at least so many bytes, whatever they are. */
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
