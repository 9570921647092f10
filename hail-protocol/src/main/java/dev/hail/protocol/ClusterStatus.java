// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.protocol;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * State of the replica directory of one namenode.
 *
 * @param hailVersion version of HAIL in the namenode
 * @param formatVersion newest block format that version writes
 * @param epoch epoch of the replica directory; every start of the namenode has another one
 * @param active whether this namenode is the active one of its nameservice
 * @param liveDatanodes datanodes alive in HDFS
 * @param hailDatanodes live datanodes that run HAIL: they have called the replica directory since
 *     it began. After a start of the namenode they may owe a report of their replicas
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

  /** Uuids of live datanodes that have reported all their replicas; empty as the datanodes are. */
  public Set<String> reportedDatanodes() {
    return datanodes.stream()
        .filter(DatanodeStatus::reported)
        .map(DatanodeStatus::datanodeUuid)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** This status without the datanodes, for callers who may not see them. */
  public ClusterStatus withoutDatanodes() {
    return new ClusterStatus(
        hailVersion, formatVersion, epoch, active, liveDatanodes, hailDatanodes, List.of());
  }
}
