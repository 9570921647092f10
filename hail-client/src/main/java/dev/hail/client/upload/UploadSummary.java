// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.upload;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;

/**
 * What an upload did.
 *
 * @param file the file made
 * @param rows number of rows stored, without bad records
 * @param badRecords number of rows that do not match the schema and are kept as they were
 * @param badExamples the first bad records, each as a line for people
 * @param blocks number of HDFS blocks
 * @param textBytes bytes of text, after decompression
 * @param blockBytes bytes of all blocks, one replica each
 * @param replication replicas per block, as wanted
 * @param fewestReplicas replicas that each block has at the end of the upload, at least
 * @param elapsed wall-clock time
 * @param unindexedBlocks number of blocks without a replica sorted by an attribute, by the
 *     attribute's position from 1; empty if each block has all its indexes
 * @param indexDoubt why it is unknown whether the blocks have their indexes; null if it is known
 */
public record UploadSummary(
    Path file,
    long rows,
    long badRecords,
    List<String> badExamples,
    int blocks,
    long textBytes,
    long blockBytes,
    int replication,
    int fewestReplicas,
    Duration elapsed,
    Map<Integer, Integer> unindexedBlocks,
    String indexDoubt) {
  public UploadSummary {
    badExamples = List.copyOf(badExamples);
    unindexedBlocks = Map.copyOf(unindexedBlocks);
  }
}
