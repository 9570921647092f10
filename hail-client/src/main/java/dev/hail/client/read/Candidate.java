// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.read;

import dev.hail.format.predicate.IndexFit;
import dev.hail.protocol.PseudoReplica;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;

/**
 * A replica that could answer a predicate.
 *
 * @param node datanode that holds it; null for a pseudo block replica, which HDFS locates when it
 *     is opened
 * @param sortAttribute attribute it is sorted by, from 1; 0 for upload order; {@link #UNKNOWN} if
 *     the replica directory did not tell
 * @param fit how well its index serves the predicate
 * @param pseudo the pseudo block replica, which lies in a file of its own; null for a replica of
 *     the block itself
 */
public record Candidate(DatanodeInfo node, int sortAttribute, IndexFit fit, PseudoReplica pseudo) {
  /** Sort attribute of a replica the directory knows nothing about. */
  public static final int UNKNOWN = -1;

  public Candidate {
    if ((node == null) == (pseudo == null)) {
      throw new IllegalArgumentException("either a datanode or a pseudo replica");
    }
  }

  static Candidate of(DatanodeInfo node, int sortAttribute, IndexFit fit) {
    return new Candidate(node, sortAttribute, fit, null);
  }

  static Candidate of(PseudoReplica pseudo, IndexFit fit) {
    return new Candidate(null, pseudo.sortAttribute(), fit, pseudo);
  }

  /** Uuid of the datanode that holds it. */
  public String datanodeUuid() {
    return node == null ? pseudo.located().datanodeUuid() : node.getDatanodeUuid();
  }

  /** Name of that datanode's host. */
  public String host() {
    return node == null ? pseudo.host() : node.getHostName();
  }

  /** Whether it is on a host, given by name or address. */
  boolean isOn(String host) {
    return host != null && (host.equals(host()) || (node != null && host.equals(node.getIpAddr())));
  }

  /** Tells replicas of one block apart. */
  String key() {
    return node == null ? pseudo.path() : node.getDatanodeUuid();
  }

  @Override
  public String toString() {
    String order = sortAttribute == UNKNOWN ? "unknown order" : "sorted by @" + sortAttribute;
    String where = node == null ? pseudo.path() + " on " + pseudo.address() : node.toString();
    return where + " (" + (sortAttribute == 0 ? "unsorted" : order) + ")";
  }
}
