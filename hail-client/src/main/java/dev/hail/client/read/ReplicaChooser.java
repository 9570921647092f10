// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.read;

import dev.hail.format.predicate.IndexFit;
import dev.hail.format.predicate.KeyHints;
import dev.hail.format.predicate.Predicate;
import dev.hail.protocol.LocatedReplica;
import dev.hail.protocol.PseudoReplica;
import dev.hail.protocol.ReplicaInfo;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;

/**
 * Ranks the replicas of a block for a predicate (thesis, section 3.4.3). An index that serves an
 * equality comes first, then one that serves a range, then none; keys that joins can match stand in
 * between, see {@link IndexFit}. Among equals, the reader's own host comes first.
 *
 * <p>After that, the order of the namenode decides: by distance from the client, shuffled among
 * equals, so that clients spread over the replicas. A pseudo replica comes after replicas of the
 * block that are equally good.
 */
public final class ReplicaChooser {

  /**
   * Returns all replicas of a block, best first.
   *
   * @param hints which rows matter beyond the predicate
   * @param preferredHost host of the reader; null if no datanode runs there
   * @return one candidate per location of the block and per pseudo replica; empty if no datanode
   *     holds the block. Pseudo replicas whose index does not serve the predicate come last.
   */
  public List<Candidate> rank(
      HailBlock block, Predicate predicate, KeyHints hints, String preferredHost) {
    List<Candidate> ranked = new ArrayList<>();
    for (DatanodeInfo node : block.located().getLocations()) {
      int sortAttribute = sortAttribute(block, node);
      IndexFit fit = sortAttribute > 0 ? hints.fit(predicate, sortAttribute) : IndexFit.NONE;
      insert(ranked, Candidate.of(node, sortAttribute, fit), preferredHost);
    }
    List<Candidate> lastResort = new ArrayList<>();
    for (PseudoReplica pseudo : block.pseudo()) {
      DatanodeInfo node = node(block, pseudo.datanodeUuid());
      IndexFit fit = hints.fit(predicate, pseudo.sortAttribute());
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
   * Returns the datanode of a pseudo replica. Null if the block has no replica there any more; then
   * the datanode has no pseudo replica of it either.
   */
  static DatanodeInfo node(HailBlock block, String datanodeUuid) {
    for (DatanodeInfo node : block.located().getLocations()) {
      if (node.getDatanodeUuid().equals(datanodeUuid)) {
        return node;
      }
    }
    return null;
  }

  /** Inserts after all candidates that are equally good. */
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

  /** The sort attribute by the replica directory; {@link Candidate#UNKNOWN} if it does not say. */
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
