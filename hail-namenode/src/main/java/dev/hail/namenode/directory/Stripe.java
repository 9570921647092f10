// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.directory;

import java.util.Arrays;

/**
 * The replicas of a share of all blocks, in primitive arrays: an open-addressed table of blocks,
 * whose rows chain into a pool of replicas. What all replicas of a block agree on is kept once. Not
 * safe for threads; its owner locks it.
 */
final class Stripe {
  static final int NONE = -1;

  private static final int FIRST_BLOCKS = 16;
  private static final int FIRST_REPLICAS = 32;

  private int blockCount;
  private long[] blockIds = new long[FIRST_BLOCKS];
  private long[] generationStamps = new long[FIRST_BLOCKS];
  private int[] blockLengths = new int[FIRST_BLOCKS];
  private int[] frontLengths = new int[FIRST_BLOCKS];
  private int[] rowCounts = new int[FIRST_BLOCKS];
  private char[] lists = new char[FIRST_BLOCKS];
  private byte[] formatVersions = new byte[FIRST_BLOCKS];

  private long moves;

  /** First replica of the block in this row; {@link #NONE} for a row that is free. */
  private int[] heads = filled(FIRST_BLOCKS);

  private int replicaCount;
  private int freeReplicas = NONE;
  private int usedReplicas;
  private int[] storages = new int[FIRST_REPLICAS];
  private int[] indexLengths = new int[FIRST_REPLICAS];
  private char[] sortAttributes = new char[FIRST_REPLICAS];
  private byte[] rounds = new byte[FIRST_REPLICAS];
  private int[] nexts = new int[FIRST_REPLICAS];

  int blockCount() {
    return blockCount;
  }

  int replicaCount() {
    return replicaCount;
  }

  /**
   * Rows of the block table, used and free: bounds the numbers that {@link #isUsed} and the
   * accessors take.
   */
  int rows() {
    return heads.length;
  }

  /** Grows whenever a block moves to another row. */
  long moves() {
    return moves;
  }

  boolean isUsed(int row) {
    return heads[row] != NONE;
  }

  /** Bytes of all arrays. */
  long memoryBytes() {
    long perBlock = 2L * Long.BYTES + 4L * Integer.BYTES + Character.BYTES + Byte.BYTES;
    long perReplica = 3L * Integer.BYTES + Character.BYTES + Byte.BYTES;
    return heads.length * perBlock + nexts.length * perReplica;
  }

  /** The row of a block, or {@link #NONE}. */
  int find(long blockId) {
    int row = home(blockId, heads.length);
    while (heads[row] != NONE) {
      if (blockIds[row] == blockId) {
        return row;
      }
      row = row + 1 == heads.length ? 0 : row + 1;
    }
    return NONE;
  }

  long blockId(int row) {
    return blockIds[row];
  }

  long generationStamp(int row) {
    return generationStamps[row];
  }

  long blockLength(int row) {
    return Integer.toUnsignedLong(blockLengths[row]);
  }

  int frontLength(int row) {
    return frontLengths[row];
  }

  int rowCount(int row) {
    return rowCounts[row];
  }

  int list(int row) {
    return lists[row];
  }

  int formatVersion(int row) {
    return formatVersions[row];
  }

  /** First replica of the block in a row. */
  int first(int row) {
    return heads[row];
  }

  /** Next replica of the same block, or {@link #NONE}. */
  int next(int replica) {
    return nexts[replica];
  }

  int storage(int replica) {
    return storages[replica];
  }

  int indexLength(int replica) {
    return indexLengths[replica];
  }

  int sortAttribute(int replica) {
    return sortAttributes[replica];
  }

  byte round(int replica) {
    return rounds[replica];
  }

  void setRound(int replica, byte round) {
    rounds[replica] = round;
  }

  /** Adds a block together with its first replica; returns the replica. */
  int addBlock(
      long blockId,
      long generationStamp,
      long blockLength,
      int frontLength,
      int rowCount,
      int list,
      int formatVersion) {
    // Probing needs free rows, and is fast while a quarter of them is free.
    if ((blockCount + 1) * 4L > heads.length * 3L) {
      growBlocks();
    }
    int row = home(blockId, heads.length);
    while (heads[row] != NONE) {
      row = row + 1 == heads.length ? 0 : row + 1;
    }
    int replica = newReplica();
    nexts[replica] = NONE;
    heads[row] = replica;
    blockIds[row] = blockId;
    generationStamps[row] = generationStamp;
    blockLengths[row] = (int) blockLength;
    frontLengths[row] = frontLength;
    rowCounts[row] = rowCount;
    lists[row] = (char) list;
    formatVersions[row] = (byte) formatVersion;
    blockCount++;
    return replica;
  }

  /** Adds a replica to the block in a row; returns the replica. */
  int addReplica(int row) {
    int replica = newReplica();
    nexts[replica] = heads[row];
    heads[row] = replica;
    return replica;
  }

  void setReplica(int replica, int storage, int indexLength, int sortAttribute, byte round) {
    storages[replica] = storage;
    indexLengths[replica] = indexLength;
    sortAttributes[replica] = (char) sortAttribute;
    rounds[replica] = round;
  }

  /**
   * Removes a replica; with its last one the block goes, and other blocks may move to other rows.
   * Returns true if the block went.
   */
  boolean removeReplica(int row, int replica) {
    int previous = NONE;
    for (int r = heads[row]; r != replica; r = nexts[r]) {
      previous = r;
    }
    int next = nexts[replica];
    nexts[replica] = freeReplicas;
    freeReplicas = replica;
    replicaCount--;
    if (previous != NONE) {
      nexts[previous] = next;
      return false;
    }
    heads[row] = next;
    if (next != NONE) {
      return false;
    }
    removeRow(row);
    return true;
  }

  /** Closes the gap that a removed row leaves in the probe sequences of rows after it. */
  private void removeRow(int removed) {
    blockCount--;
    int capacity = heads.length;
    int gap = removed;
    int row = removed;
    while (true) {
      row = row + 1 == capacity ? 0 : row + 1;
      if (heads[row] == NONE) {
        return;
      }
      int home = home(blockIds[row], capacity);
      boolean reachable = gap <= row ? gap < home && home <= row : gap < home || home <= row;
      if (reachable) {
        continue;
      }
      blockIds[gap] = blockIds[row];
      generationStamps[gap] = generationStamps[row];
      blockLengths[gap] = blockLengths[row];
      frontLengths[gap] = frontLengths[row];
      rowCounts[gap] = rowCounts[row];
      lists[gap] = lists[row];
      formatVersions[gap] = formatVersions[row];
      heads[gap] = heads[row];
      heads[row] = NONE;
      gap = row;
      moves++;
    }
  }

  private int newReplica() {
    replicaCount++;
    if (freeReplicas != NONE) {
      int replica = freeReplicas;
      freeReplicas = nexts[replica];
      return replica;
    }
    if (usedReplicas == nexts.length) {
      int capacity = larger(usedReplicas);
      storages = Arrays.copyOf(storages, capacity);
      indexLengths = Arrays.copyOf(indexLengths, capacity);
      sortAttributes = Arrays.copyOf(sortAttributes, capacity);
      rounds = Arrays.copyOf(rounds, capacity);
      nexts = Arrays.copyOf(nexts, capacity);
    }
    return usedReplicas++;
  }

  private void growBlocks() {
    moves++;
    int capacity = larger(heads.length);
    int[] oldHeads = heads;
    int[] target = new int[oldHeads.length];
    heads = filled(capacity);
    long[] oldIds = blockIds;
    blockIds = new long[capacity];
    for (int row = 0; row < oldHeads.length; row++) {
      if (oldHeads[row] == NONE) {
        continue;
      }
      int to = home(oldIds[row], capacity);
      while (heads[to] != NONE) {
        to = to + 1 == capacity ? 0 : to + 1;
      }
      heads[to] = oldHeads[row];
      blockIds[to] = oldIds[row];
      target[row] = to;
    }
    long[] newStamps = new long[capacity];
    int[] newLengths = new int[capacity];
    int[] newFronts = new int[capacity];
    int[] newRows = new int[capacity];
    char[] newLists = new char[capacity];
    byte[] newVersions = new byte[capacity];
    for (int row = 0; row < oldHeads.length; row++) {
      if (oldHeads[row] == NONE) {
        continue;
      }
      int to = target[row];
      newStamps[to] = generationStamps[row];
      newLengths[to] = blockLengths[row];
      newFronts[to] = frontLengths[row];
      newRows[to] = rowCounts[row];
      newLists[to] = lists[row];
      newVersions[to] = formatVersions[row];
    }
    generationStamps = newStamps;
    blockLengths = newLengths;
    frontLengths = newFronts;
    rowCounts = newRows;
    lists = newLists;
    formatVersions = newVersions;
  }

  /** Spreads block ids, which HDFS counts up, over 64 bits. */
  static long hash(long blockId) {
    long h = (blockId ^ (blockId >>> 33)) * 0xff51afd7ed558ccdL;
    h = (h ^ (h >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return h ^ (h >>> 33);
  }

  /** The low half of the hash chooses the row; the high bits have chosen the stripe. */
  private static int home(long blockId, int capacity) {
    return (int) (((hash(blockId) & 0xffffffffL) * capacity) >>> 32);
  }

  /** Grows by a quarter only, since free rows are most of the memory that is not used. */
  private static int larger(int capacity) {
    return Math.addExact(capacity, capacity >> 2);
  }

  private static int[] filled(int length) {
    int[] rows = new int[length];
    Arrays.fill(rows, NONE);
    return rows;
  }
}
