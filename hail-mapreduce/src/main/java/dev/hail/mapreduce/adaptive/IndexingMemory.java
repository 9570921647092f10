// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce.adaptive;

import dev.hail.conf.HailConfigKeys;
import dev.hail.conf.NumberKeys;
import dev.hail.format.block.sort.BlockNeed;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;

/**
 * Counts the heap of the blocks that a map task indexes, stage by stage. A block that waits for its
 * sort takes one array. While it is sorted, it takes a second array and the work memory of the
 * sort. A sorted block that waits for its store takes one array again. So a task reads one block
 * while another is sorted in less memory than two sorts would take. Thread-safe.
 *
 * <p>One sort runs at a time. A block is let in only if the blocks that wait leave room for the
 * largest of their sorts. Stores end without more memory, so each sort gets its room in the end,
 * and no stage waits for another in a circle.
 */
final class IndexingMemory {
  private static final int HEAP_SHARE = 3;

  private final long most;

  /** What each block needs that is not sorted yet. */
  private final List<BlockNeed> unsorted = new ArrayList<>();

  private long taken;

  /**
   * A memory of which nothing is taken.
   *
   * @param most bytes that may be taken
   */
  IndexingMemory(long most) {
    this.most = most;
  }

  /**
   * The memory of a map task: {@code hail.adaptive.memory.max}, but at most a third of the heap,
   * which is the map function's first of all.
   *
   * @throws IllegalArgumentException if the configuration has no positive number of bytes for it
   */
  static IndexingMemory ofTask(Configuration conf) {
    return new IndexingMemory(
        Math.min(
            NumberKeys.bytes(
                conf,
                HailConfigKeys.ADAPTIVE_MEMORY_MAX,
                HailConfigKeys.ADAPTIVE_MEMORY_MAX_DEFAULT),
            Runtime.getRuntime().maxMemory() / HEAP_SHARE));
  }

  /** Whether there can ever be room for a block. */
  boolean fits(BlockNeed need) {
    return need.total() <= most;
  }

  /**
   * Takes the array of a block that is to be read, if there is room. Then {@link #takeSort} or
   * {@link #giveBack} must follow.
   */
  synchronized boolean takeBlock(BlockNeed need) {
    long sort = sortBytes(need);
    long waiting = need.arrayBytes();
    for (BlockNeed other : unsorted) {
      sort = Math.max(sort, sortBytes(other));
      waiting += other.arrayBytes();
    }
    if (waiting + sort > most || taken + need.arrayBytes() > most) {
      return false;
    }
    unsorted.add(need);
    taken += need.arrayBytes();
    return true;
  }

  /**
   * Takes the array of a block that is to be read, and waits for room.
   *
   * @return false if there was none within the time
   */
  synchronized boolean takeBlock(BlockNeed need, long millis) throws InterruptedException {
    long deadline = deadline(millis);
    while (!takeBlock(need)) {
      long left = millisUntil(deadline);
      if (left <= 0) {
        return false;
      }
      wait(left);
    }
    return true;
  }

  /** Gives back the array of a block that is not sorted after all. */
  synchronized void giveBack(BlockNeed need) {
    if (!unsorted.remove(need)) {
      throw new IllegalStateException(need + " is given back and was not taken");
    }
    release(need.arrayBytes());
  }

  /**
   * Takes what the sort of a block needs beside its array, and waits for room. Then {@link #sorted}
   * or {@link #notSorted} must follow.
   *
   * @return false if there was none within the time
   */
  synchronized boolean takeSort(BlockNeed need, long millis) throws InterruptedException {
    long deadline = deadline(millis);
    while (taken + sortBytes(need) > most) {
      long left = millisUntil(deadline);
      if (left <= 0) {
        return false;
      }
      wait(left);
    }
    taken += sortBytes(need);
    return true;
  }

  /**
   * A block is sorted: only its sorted copy is left, and nobody holds the array it was read into.
   * Then {@link #stored} must follow.
   */
  synchronized void sorted(BlockNeed need) {
    giveBack(need);
    release(need.workBytes());
  }

  /** A block could not be sorted: neither of its arrays is left. */
  synchronized void notSorted(BlockNeed need) {
    giveBack(need);
    release(sortBytes(need));
  }

  /** The sorted copy of a block is stored, or given up. */
  synchronized void stored(BlockNeed need) {
    release(need.arrayBytes());
  }

  /** The sorted copy and the work memory. */
  private static long sortBytes(BlockNeed need) {
    return need.arrayBytes() + need.workBytes();
  }

  private static long deadline(long millis) {
    return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
  }

  private static long millisUntil(long deadline) {
    return TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
  }

  private void release(long bytes) {
    if (bytes > taken) {
      throw new IllegalStateException(bytes + " bytes given back of " + taken);
    }
    taken -= bytes;
    notifyAll();
  }

  /** Bytes that are taken. */
  synchronized long taken() {
    return taken;
  }
}
