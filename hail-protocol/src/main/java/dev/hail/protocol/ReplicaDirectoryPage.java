// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.protocol;

import java.util.List;

/**
 * A part of the replica directory of one file.
 *
 * @param blocks consecutive blocks of the file, from the first one asked for; the namenode may
 *     answer fewer than were asked for, never none while there are some
 * @param fileBlocks number of blocks the file has now
 * @param complete false while live datanodes still owe a full report: a replica may then be missing
 *     from the answer although it exists
 */
public record ReplicaDirectoryPage(List<BlockReplicas> blocks, int fileBlocks, boolean complete) {
  public ReplicaDirectoryPage {
    blocks = List.copyOf(blocks);
  }
}
