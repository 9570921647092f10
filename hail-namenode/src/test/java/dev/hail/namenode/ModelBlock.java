// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import dev.hail.protocol.PseudoReplicaId;
import dev.hail.protocol.ReplicaInfo;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;

/** A block of the {@link DirectoryModel}, as its namespace has it; its file has no other block. */
final class ModelBlock {
  /** Bytes of every block. */
  static final long BYTES = 4_096;

  final long id;
  final int[] indexAttributes;

  /** Uuids of the datanodes that a writer's pipeline goes through; those that failed are not in. */
  final Set<String> pipeline = new TreeSet<>();

  int replication;
  long stamp;
  boolean complete;
  boolean deleted;

  /** Replicas that HDFS had deleted so far. */
  int deletions;

  ModelBlock(long id, long stamp, int replication, int[] indexAttributes) {
    this.id = id;
    this.stamp = stamp;
    this.replication = replication;
    this.indexAttributes = indexAttributes;
  }

  String path() {
    return "/" + id;
  }

  /** Id of the block of the file with this path. */
  static long idOf(String path) {
    return Long.parseLong(path.substring(1));
  }

  boolean wants(int order) {
    return Arrays.stream(indexAttributes).anyMatch(attribute -> attribute == order);
  }

  ReplicaInfo replica(long ofStamp, int order) {
    return replica(id, ofStamp, order, indexAttributes);
  }

  ReplicaInfo pseudoReplica(int order) {
    return replica(new PseudoReplicaId(id, order).blockId(), stamp, order, new int[0]);
  }

  private static ReplicaInfo replica(long id, long stamp, int order, int[] indexAttributes) {
    return new ReplicaInfo(id, stamp, order, BYTES, 512, 64, 100, 1, indexAttributes, "DS-1");
  }
}
