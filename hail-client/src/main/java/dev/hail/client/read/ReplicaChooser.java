// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.read;

import dev.hail.format.predicate.IndexFit;
import dev.hail.format.predicate.Predicate;
import dev.hail.protocol.LocatedReplica;
import dev.hail.protocol.PseudoReplica;
import dev.hail.protocol.ReplicaInfo;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;

/**
 * Ranks the replicas of a block for a predicate: an index for equality before one for a range
 * before none (thesis, section 3.4.3), then the reader's own host, then the order the namenode gave
 * the locations in, which is by distance from the client and shuffled among equals, so that clients
 * spread over the replicas. Pseudo block replicas come behind replicas of the block that are as
 * good.
 */
public final class ReplicaChooser {

  /**
   * All replicas of a block, best first.
   *
   * @param preferredHost host of the reader; null if it is not on a datanode's host
   * @return one candidate per location of the block and per pseudo replica, those whose index does
   *     not serve the predicate last; empty if no datanode holds one
   */
  public List<Candidate> rank(HailBlock block, Predicate predicate, String preferredHost) {
    List<Candidate> ranked = new ArrayList<>();
    for (DatanodeInfo node : block.located().getLocations()) {
      int sortAttribute = sortAttribute(block, node);
      IndexFit fit = sortAttribute > 0 ? IndexFit.of(predicate, sortAttribute) : IndexFit.NONE;
      insert(ranked, Candidate.of(node, sortAttribute, fit), preferredHost);
    }
    List<Candidate> lastResort = new ArrayList<>();
    for (PseudoReplica pseudo : block.pseudo()) {
      DatanodeInfo node = node(block, pseudo.datanodeUuid());
      IndexFit fit = IndexFit.of(predicate, pseudo.sortAttribute());
      if (node == null) {
        continue;
      }
      if (fit == IndexFit.NONE) {
        lastResort.add(Candidate.of(node, pseudo, fit));
      } else {
        insert(ranked, Candidate.of(node, pseudo, fit), preferredHost);
      }
    }
    ranked.addAll(lastResort);
    return ranked;
  }

  /**
   * The datanode of a pseudo replica; null if the block has no replica there any more, and so no
   * pseudo replica either.
   */
  static DatanodeInfo node(HailBlock block, String datanodeUuid) {
    for (DatanodeInfo node : block.located().getLocations()) {
      if (node.getDatanodeUuid().equals(datanodeUuid)) {
        return node;
      }
    }
    return null;
  }

  /** Inserts behind those that are as good. */
  private static void insert(List<Candidate> ranked, Candidate candidate, String preferredHost) {
    int at = ranked.size();
    while (at > 0 && isBetter(candidate, ranked.get(at - 1), preferredHost)) {
      at--;
    }
    ranked.add(at, candidate);
  }

  private static boolean isBetter(Candidate a, Candidate b, String preferredHost) {
    if (a.fit() != b.fit()) {
      return a.fit().compareTo(b.fit()) < 0;
    }
    return a.isOn(preferredHost) && !b.isOn(preferredHost);
  }

  /** What the directory says a replica is sorted by; {@link Candidate#UNKNOWN} if nothing. */
  static int sortAttribute(HailBlock block, DatanodeInfo node) {
    for (LocatedReplica replica : block.replicas()) {
      ReplicaInfo info = replica.replica();
      boolean current = info.generationStamp() == block.located().getBlock().getGenerationStamp();
      if (current && replica.datanodeUuid().equals(node.getDatanodeUuid())) {
        return info.sortAttribute();
      }
    }
    return Candidate.UNKNOWN;
  }
}
