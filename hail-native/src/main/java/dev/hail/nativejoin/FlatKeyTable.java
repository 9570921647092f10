// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.util.Arrays;

/**
 * Finds the build rows of a key: open addressing with linear probing. A slot has the hash of a key
 * in its upper half and one more than the number of a row in its lower half, 0 if it is empty. Rows
 * of one key are a list that the slot begins. Threads may read together while none writes.
 */
final class FlatKeyTable {
  /** In place of a row: there is none. */
  static final int NONE = -1;

  private static final int FIRST_BITS = 4;
  private static final int MOST_BITS = 30;
  private static final String USE = "the hash table";

  private final HeapBudget budget;
  private final KeptColumn[] keys;
  private long[] slots;
  private int bits = FIRST_BITS;
  private int distinct;

  /** For each row the next one of its key, or {@link #NONE}; null if all keys are unique. */
  private HeapBytes next;

  /**
   * An empty table.
   *
   * @param keys the key columns of the rows
   * @throws JoinBudgetException if the budget does not allow it
   */
  FlatKeyTable(KeptColumn[] keys, HeapBudget budget) {
    this.budget = budget;
    this.keys = keys;
    this.slots = budget.longs(USE, 1 << FIRST_BITS);
    this.next = new HeapBytes(budget, "rows of equal keys");
  }

  /** Returns the number of different keys. */
  int distinct() {
    return distinct;
  }

  /** Returns whether no key came twice, once {@link #finish} was called. */
  boolean isUnique() {
    return next == null;
  }

  /**
   * Makes room.
   *
   * @param rows rows in all
   * @param newKeys most different keys that are still to come
   * @throws JoinBudgetException if the budget does not allow it; the table finds what it found
   */
  void require(long rows, long newKeys) {
    next.require(rows * Integer.BYTES);
    long wanted = distinct + newKeys;
    int wantedBits = bits;
    while (wanted > most(wantedBits)) {
      wantedBits++;
    }
    if (wantedBits > MOST_BITS) {
      throw new JoinMemoryException(
          "A join in Java has at most " + most(MOST_BITS) + " different keys, not " + wanted);
    }
    if (wantedBits > bits) {
      grow(wantedBits);
    }
  }

  /** Returns how many keys so many slots hold: three of four. */
  private static long most(int bits) {
    return (3L << bits) >> 2;
  }

  private void grow(int newBits) {
    long[] old = slots;
    slots = budget.longs(USE, 1 << newBits);
    bits = newBits;
    for (long slot : old) {
      if (slot != 0) {
        int at = place(hash(slot));
        while (slots[at] != 0) {
          at = after(at);
        }
        slots[at] = slot;
      }
    }
    budget.release(old);
  }

  private int place(int hash) {
    return hash >>> (Integer.SIZE - bits);
  }

  private int after(int at) {
    return (at + 1) & (slots.length - 1);
  }

  private static int hash(long slot) {
    return (int) (slot >> Integer.SIZE);
  }

  /** Returns the row of a slot; {@link #NONE} if it is empty. */
  private static int row(long slot) {
    return (int) slot - 1;
  }

  /**
   * Adds a row with key {@code i}, which can match.
   *
   * @throws IllegalStateException if there is no room
   */
  void add(FlatKeys from, int i, int row) {
    int hash = from.hash(i);
    int at = place(hash);
    while (slots[at] != 0 && !isOf(slots[at], hash, from, i)) {
      at = after(at);
    }
    if (slots[at] == 0) {
      if (distinct == most(bits)) {
        throw new IllegalStateException("The table has no room for a new key");
      }
      distinct++;
    }
    next.putInt((long) row * Integer.BYTES, row(slots[at]));
    slots[at] = (long) hash << Integer.SIZE | (row + 1);
  }

  private boolean isOf(long slot, int hash, FlatKeys from, int i) {
    return hash(slot) == hash && from.equal(i, keys, row(slot));
  }

  /**
   * Frees what only equal keys need, if there are none.
   *
   * @param rows rows that were added
   */
  void finish(long rows) {
    if (distinct == rows) {
      next.free();
      next = null;
    }
  }

  /**
   * Looks up keys.
   *
   * @param found receives the first row of key {@code i} at {@code i}, or {@link #NONE}
   */
  void find(FlatKeys wanted, int count, int[] found) {
    // Slots are touched once before any row is, so that their cache misses overlap.
    long touched = 0;
    for (int i = 0; i < count; i++) {
      touched |= slots[place(wanted.hash(i))];
    }
    if (touched == 0) {
      Arrays.fill(found, 0, count, NONE);
      return;
    }
    for (int i = 0; i < count; i++) {
      found[i] = wanted.canMatch(i) ? find(wanted, i) : NONE;
    }
  }

  private int find(FlatKeys wanted, int i) {
    int hash = wanted.hash(i);
    int at = place(hash);
    while (slots[at] != 0) {
      if (isOf(slots[at], hash, wanted, i)) {
        return row(slots[at]);
      }
      at = after(at);
    }
    return NONE;
  }

  /** Returns the next row of the same key, or {@link #NONE}. */
  int next(int row) {
    return next == null ? NONE : next.getInt((long) row * Integer.BYTES);
  }
}
