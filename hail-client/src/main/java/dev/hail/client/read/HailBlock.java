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
 * @param glued where the block is if it does not fill an HDFS block of its own, of which {@code
 *     located} is then the first; else null
 */
public record HailBlock(
    int index,
    LocatedBlock located,
    List<LocatedReplica> replicas,
    List<PseudoReplica> pseudo,
    GluedBlock glued) {
  public HailBlock {
    Objects.requireNonNull(located, "located is null");
    replicas = List.copyOf(replicas);
    pseudo = List.copyOf(pseudo);
  }

  /** A block that fills an HDFS block. */
  public HailBlock(
      int index, LocatedBlock located, List<LocatedReplica> replicas, List<PseudoReplica> pseudo) {
    this(index, located, replicas, pseudo, null);
  }

  /** Whether the block shares HDFS blocks with others, and so has no replicas of its own. */
  public boolean isGlued() {
    return glued != null;
  }

  /** Id of the HDFS block within its block pool; glued blocks may share one. */
  public long id() {
    return located.getBlock().getBlockId();
  }

  /** Id of the block pool of its file. */
  public String blockPoolId() {
    return located.getBlock().getBlockPoolId();
  }

  /** Bytes of the block, the same for each replica. */
  public long length() {
    return glued == null ? located.getBlockSize() : glued.length();
  }

  /** Byte of the file at which the block starts. */
  public long offset() {
    return glued == null ? located.getStartOffset() : glued.offset();
  }

  HailBlock with(BlockReplicas known) {
    return new HailBlock(index, located, known.replicas(), known.pseudo());
  }

  @Override
  public String toString() {
    return "block " + index + " (" + located.getBlock() + ")";
  }
}
