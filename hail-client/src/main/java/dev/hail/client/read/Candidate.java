// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.read;

import dev.hail.format.predicate.IndexFit;
import dev.hail.protocol.PseudoReplica;
import java.util.Objects;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;

/**
 * A replica that could answer a predicate.
 *
 * @param node datanode that holds it
 * @param sortAttribute attribute it is sorted by, from 1; 0 for upload order; {@link #UNKNOWN} if
 *     the replica directory did not say
 * @param fit how well its index serves the predicate
 * @param pseudo the pseudo replica to read; null for a replica of the block itself
 */
public record Candidate(DatanodeInfo node, int sortAttribute, IndexFit fit, PseudoReplica pseudo) {
  /** Sort attribute of a replica that the replica directory does not know. */
  public static final int UNKNOWN = -1;

  public Candidate {
    Objects.requireNonNull(node, "node is null");
  }

  static Candidate of(DatanodeInfo node, int sortAttribute, IndexFit fit) {
    return new Candidate(node, sortAttribute, fit, null);
  }

  static Candidate of(DatanodeInfo node, PseudoReplica pseudo, IndexFit fit) {
    return new Candidate(node, pseudo.sortAttribute(), fit, pseudo);
  }

  /** UUID of the datanode that holds it. */
  public String datanodeUuid() {
    return node.getDatanodeUuid();
  }

  /** Name of that datanode's host. */
  public String host() {
    return node.getHostName();
  }

  /**
   * Whether the replica is on a host.
   *
   * @param host name or address; may be null
   */
  boolean isOn(String host) {
    return host != null && (host.equals(host()) || host.equals(node.getIpAddr()));
  }

  /** A text that differs between the replicas of one block. */
  String key() {
    return pseudo == null ? node.getDatanodeUuid() : node.getDatanodeUuid() + "/" + pseudo.id();
  }

  @Override
  public String toString() {
    String order = sortAttribute == UNKNOWN ? "unknown order" : "sorted by @" + sortAttribute;
    String where = pseudo == null ? node.toString() : "pseudo replica on " + node;
    return where + " (" + (sortAttribute == 0 ? "unsorted" : order) + ")";
  }
}
