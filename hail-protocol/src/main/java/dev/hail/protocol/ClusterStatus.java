// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.protocol;

import java.util.List;

/**
 * State of the replica directory of one namenode.
 *
 * @param hailVersion version of HAIL that runs in the namenode
 * @param formatVersion newest block format that version writes
 * @param epoch incarnation of the directory; changes with every start of the namenode
 * @param active whether this namenode is the active one of its nameservice
 * @param liveDatanodes datanodes alive in HDFS
 * @param hailDatanodes live datanodes that run HAIL and have reported all their replicas
 * @param datanodes every live datanode; empty if the caller is no superuser
 */
public record ClusterStatus(
    String hailVersion,
    int formatVersion,
    long epoch,
    boolean active,
    int liveDatanodes,
    int hailDatanodes,
    List<DatanodeStatus> datanodes) {
  public ClusterStatus {
    datanodes = List.copyOf(datanodes);
  }

  /** The same state for those who may not learn which datanodes there are. */
  public ClusterStatus withoutDatanodes() {
    return new ClusterStatus(
        hailVersion, formatVersion, epoch, active, liveDatanodes, hailDatanodes, List.of());
  }
}
