// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.read;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;

/**
 * What the replicas of one block are sorted by.
 *
 * @param block the block
 * @param replicas one for each datanode that holds it, in the order of HDFS' locations
 */
public record ReplicaOrders(HailBlock block, List<Replica> replicas) {
  public ReplicaOrders {
    replicas = List.copyOf(replicas);
  }

  /**
   * The order of one replica.
   *
   * @param node datanode that holds it
   * @param sortAttribute attribute it is sorted by, from 1; 0 for upload order; {@link
   *     Candidate#UNKNOWN} if it cannot be read
   * @param fromFront whether the front of the replica says so; else the replica directory does
   */
  public record Replica(DatanodeInfo node, int sortAttribute, boolean fromFront) {}

  /**
   * Takes the orders from the replica directory's answer. Where that has none, reads the fronts of
   * the replicas.
   *
   * @param frontsOnly reads the front of every replica, whatever the directory answered
   */
  public static ReplicaOrders of(HailFile file, HailBlock block, boolean frontsOnly) {
    List<Replica> replicas = new ArrayList<>();
    for (DatanodeInfo node : block.located().getLocations()) {
      int known = ReplicaChooser.sortAttribute(block, node);
      if (known != Candidate.UNKNOWN && !frontsOnly) {
        replicas.add(new Replica(node, known, false));
        continue;
      }
      ReplicaFront replica = ReplicaFront.read(file, block, node);
      int told = replica.front() == null ? Candidate.UNKNOWN : replica.front().sortAttribute();
      replicas.add(new Replica(node, told, true));
    }
    return new ReplicaOrders(block, replicas);
  }

  /** Whether some replica or pseudo replica is sorted by the attribute, from 1. */
  public boolean covers(int attribute) {
    return replicas.stream().anyMatch(replica -> replica.sortAttribute() == attribute)
        || block.pseudo().stream().anyMatch(pseudo -> pseudo.sortAttribute() == attribute);
  }
}
