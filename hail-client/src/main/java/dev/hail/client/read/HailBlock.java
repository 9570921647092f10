// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.read;

import dev.hail.protocol.BlockReplicas;
import dev.hail.protocol.LocatedReplica;
import dev.hail.protocol.PseudoReplica;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/**
 * One block of a HAIL file.
 *
 * @param index place in the file, from 0
 * @param located what HDFS knows: id, length, datanodes, access token
 * @param replicas what the replica directory knows of the replicas on those datanodes; may be
 *     incomplete or out of date. Only the front of a replica is certain.
 * @param pseudo pseudo replicas on datanodes that were alive at the time
 */
public record HailBlock(
    int index, LocatedBlock located, List<LocatedReplica> replicas, List<PseudoReplica> pseudo) {
  public HailBlock {
    Objects.requireNonNull(located, "located is null");
    replicas = List.copyOf(replicas);
    pseudo = List.copyOf(pseudo);
  }

  /** Id of the block within its block pool. */
  public long id() {
    return located.getBlock().getBlockId();
  }

  /** Bytes of the block, the same for each replica. */
  public long length() {
    return located.getBlockSize();
  }

  /** Byte of the file at which the block starts. */
  public long offset() {
    return located.getStartOffset();
  }

  HailBlock with(BlockReplicas known) {
    return new HailBlock(index, located, known.replicas(), known.pseudo());
  }

  @Override
  public String toString() {
    return "block " + index + " (" + located.getBlock() + ")";
  }
}
