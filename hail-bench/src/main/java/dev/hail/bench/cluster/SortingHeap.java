// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.cluster;

import dev.hail.conf.HailConfigKeys;
import org.apache.hadoop.util.StringUtils.TraditionalBinaryPrefix;

/**
 * The heap in which the datanodes of one process gather and sort blocks. Half of it is theirs, the
 * other half is the client's. What finds no room goes through a file, as it would not on datanodes
 * that have a heap each, and would be measured wrongly.
 *
 * @param heapBytes largest heap of the process
 * @param dataNodes that share it, each having a replica of every block
 */
public record SortingHeap(long heapBytes, int dataNodes) {
  /** What a datanode with a heap of its own takes. */
  private static final long MOST_PER_DATANODE =
      TraditionalBinaryPrefix.string2long(HailConfigKeys.DATANODE_ASSEMBLY_MEMORY_MAX_DEFAULT);

  /**
   * A block as it comes, its sorted copy, and its order: 1.66 HDFS block sizes for UserVisits, 1.40
   * for Synthetic, with blocks of 64 MB.
   */
  private static final double BLOCK_SIZES_PER_BLOCK = 1.75;

  /** The bench's own heap. */
  public static SortingHeap ofThisProcess(int dataNodes) {
    return new SortingHeap(Runtime.getRuntime().maxMemory(), dataNodes);
  }

  /** Bytes that one datanode may use, for {@code hail.datanode.assembly.memory.max}. */
  long perDatanode() {
    return Math.min(MOST_PER_DATANODE, heapBytes / 2 / dataNodes);
  }

  /**
   * The heap that it takes to keep every block in memory.
   *
   * @param blockBytes HDFS block size
   * @param streams blocks that are sent at the same time
   */
  public long needed(long blockBytes, int streams) {
    return (long) (2 * BLOCK_SIZES_PER_BLOCK * blockBytes * streams * dataNodes);
  }
}
