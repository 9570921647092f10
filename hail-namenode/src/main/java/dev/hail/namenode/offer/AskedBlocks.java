// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.offer;

import java.util.concurrent.ThreadLocalRandom;

/**
 * The ids of blocks that tasks of a job asked about, each with whether it was granted. It is a
 * table of primitives with open addressing. Each of many ids takes at most {@value
 * #BYTES_PER_BLOCK} bytes. Ids never leave it. Not thread-safe.
 */
final class AskedBlocks {
  /** Nine bytes for a slot, of which at least three in eight are taken. */
  static final int BYTES_PER_BLOCK = 24;

  private static final int FIRST_SLOTS = 16;
  private static final int MOST_SLOTS = 1 << 30;
  private static final byte FREE = 0;
  private static final byte REFUSED = 1;
  private static final byte GRANTED = 2;

  /** A secret, so that whoever chooses ids does not choose their slots. */
  private final long salt = ThreadLocalRandom.current().nextLong();

  private long[] ids = new long[FIRST_SLOTS];
  private byte[] states = new byte[FIRST_SLOTS];
  private int size;
  private int granted;

  boolean contains(long id) {
    return states[slot(id)] != FREE;
  }

  boolean isGranted(long id) {
    return states[slot(id)] == GRANTED;
  }

  /** Adds an id that is not granted; one that is there stays as it is. */
  void add(long id) {
    int slot = slot(id);
    if (states[slot] != FREE) {
      return;
    }
    if (size >= ids.length / 4 * 3) {
      grow();
      slot = slot(id);
    }
    ids[slot] = id;
    states[slot] = REFUSED;
    size++;
  }

  /** Notes that a block is granted. */
  void grant(long id) {
    add(id);
    int slot = slot(id);
    if (states[slot] != GRANTED) {
      states[slot] = GRANTED;
      granted++;
    }
  }

  /** Number of ids, those that were granted included. */
  int size() {
    return size;
  }

  /** Number of ids that were granted. */
  int granted() {
    return granted;
  }

  /** Heap that the table takes, but for headers of objects. */
  long bytes() {
    return (Long.BYTES + 1L) * ids.length;
  }

  /** Slot of an id, or the slot where it is to go. */
  private int slot(long id) {
    long mixed = (id ^ salt) * 0xff51afd7ed558ccdL;
    mixed = (mixed ^ (mixed >>> 33)) * 0xc4ceb9fe1a85ec53L;
    int mask = ids.length - 1;
    int slot = (int) (mixed ^ (mixed >>> 33)) & mask;
    while (states[slot] != FREE && ids[slot] != id) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void grow() {
    if (ids.length >= MOST_SLOTS) {
      throw new IllegalStateException("no more than " + size + " blocks");
    }
    long[] oldIds = ids;
    byte[] oldStates = states;
    ids = new long[2 * oldIds.length];
    states = new byte[2 * oldIds.length];
    for (int i = 0; i < oldIds.length; i++) {
      if (oldStates[i] != FREE) {
        int slot = slot(oldIds[i]);
        ids[slot] = oldIds[i];
        states[slot] = oldStates[i];
      }
    }
  }
}
