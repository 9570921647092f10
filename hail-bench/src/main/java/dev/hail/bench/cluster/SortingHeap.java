// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.cluster;

import dev.hail.conf.HailConfigKeys;
import org.apache.hadoop.util.StringUtils.TraditionalBinaryPrefix;

/**
 * The heap in which the datanodes of one process assemble and sort blocks. Half of the heap is for
 * them, the other half for the client. Blocks without room go through a file. Datanodes with a heap
 * each would keep them in memory, so such blocks would falsify the measurement.
 *
 * @param heapBytes largest heap of the process
 * @param dataNodes number of datanodes that share the heap; each gets a replica of every block
 */
public record SortingHeap(long heapBytes, int dataNodes) {
  /** Memory that a datanode with its own heap uses by default, in bytes. */
  private static final long MOST_PER_DATANODE =
      TraditionalBinaryPrefix.string2long(HailConfigKeys.DATANODE_ASSEMBLY_MEMORY_MAX_DEFAULT);

  /**
   * Memory of a block, its sorted copy and its sort order, in HDFS block sizes. Blocks of 64 MB
   * take 1.66 for UserVisits and 1.40 for Synthetic.
   */
  private static final double BLOCK_SIZES_PER_BLOCK = 1.75;

  /** Returns the heap of this process. */
  public static SortingHeap ofThisProcess(int dataNodes) {
    return new SortingHeap(Runtime.getRuntime().maxMemory(), dataNodes);
  }

  /** Returns the value of {@code hail.datanode.assembly.memory.max} for one datanode, in bytes. */
  long perDatanode() {
    return Math.min(MOST_PER_DATANODE, heapBytes / 2 / dataNodes);
  }

  /**
   * Returns the heap needed to keep every block in memory, in bytes.
   *
   * @param blockBytes HDFS block size
   * @param streams number of blocks sent at the same time
   */
  public long needed(long blockBytes, int streams) {
    return (long) (2 * BLOCK_SIZES_PER_BLOCK * blockBytes * streams * dataNodes);
  }
}
