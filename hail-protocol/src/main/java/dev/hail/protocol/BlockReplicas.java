// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.protocol;

import java.util.List;

/**
 * The known HAIL replicas of one block of a file.
 *
 * @param blockId HDFS block id
 * @param replicas replicas on live datanodes; empty if the block is not in HAIL's format or no
 *     datanode has reported it yet
 * @param pseudo pseudo replicas on live datanodes
 */
public record BlockReplicas(
    long blockId, List<LocatedReplica> replicas, List<PseudoReplica> pseudo) {
  public BlockReplicas {
    replicas = List.copyOf(replicas);
    pseudo = List.copyOf(pseudo);
  }
}
