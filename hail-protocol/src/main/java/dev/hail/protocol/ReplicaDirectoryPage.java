// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.protocol;

import java.util.List;

/**
 * A part of the replica directory of one file.
 *
 * @param blocks consecutive blocks of the file, from the first one requested; may be fewer, but not
 *     empty before the end of the file
 * @param fileBlocks number of blocks of the file at present
 * @param complete false while live datanodes owe a full report; existing replicas may then be
 *     missing
 */
public record ReplicaDirectoryPage(List<BlockReplicas> blocks, int fileBlocks, boolean complete) {
  public ReplicaDirectoryPage {
    blocks = List.copyOf(blocks);
  }
}
