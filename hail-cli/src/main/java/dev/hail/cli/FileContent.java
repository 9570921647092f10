// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import dev.hail.client.read.HailFile;
import dev.hail.format.block.layout.BlockFront;
import dev.hail.format.schema.AttributeNames;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What a HAIL file holds, as {@code hail stat} shows it.
 *
 * @param replicaBytes bytes of one replica of each block
 * @param textBytes bytes of the text that was uploaded, after decompression
 * @param indexes names of the index attributes
 * @param formatVersions of its blocks, ascending
 * @param schema as SQL
 * @param fronts one per block, or null if they are not asked for
 */
record FileContent(
    String file,
    long rows,
    long badRecords,
    int blocks,
    long replicaBytes,
    long textBytes,
    int replication,
    List<String> indexes,
    List<Integer> formatVersions,
    String schema,
    List<Front> fronts) {

  /** What is the same in the fronts of all replicas of a block. */
  record Front(int block, long rows, long badRecords, long textBytes) {}

  /**
   * Sums the fronts of a file up.
   *
   * @param fronts one per block, in the blocks' order
   * @param each whether each front is told, too
   */
  static FileContent of(HailFile file, List<BlockFront> fronts, boolean each) {
    return new FileContent(
        file.location().source(),
        fronts.stream().mapToLong(BlockFront::rowCount).sum(),
        fronts.stream().mapToLong(BlockFront::badRecordCount).sum(),
        fronts.size(),
        file.status().getLen(),
        fronts.stream().mapToLong(BlockFront::textBytes).sum(),
        file.status().getReplication(),
        AttributeNames.of(file.schema(), Arrays.stream(file.indexAttributes())),
        fronts.stream().map(BlockFront::formatVersion).distinct().sorted().toList(),
        file.schema().toSql(),
        each ? IntStream.range(0, fronts.size()).mapToObj(i -> front(i, fronts)).toList() : null);
  }

  private static Front front(int block, List<BlockFront> fronts) {
    BlockFront front = fronts.get(block);
    return new Front(block, front.rowCount(), front.badRecordCount(), front.textBytes());
  }
}
