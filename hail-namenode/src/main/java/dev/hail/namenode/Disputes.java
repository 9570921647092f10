// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import dev.hail.namenode.directory.RefusedException;
import dev.hail.namenode.directory.ReplicaTable;
import dev.hail.protocol.LocatedReplica;
import dev.hail.protocol.ReplicaInfo;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongFunction;
import org.apache.hadoop.hdfs.server.namenode.HailBlockMap.BlockHolders;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides what a block is when datanodes contradict each other about it. Only datanodes that hold
 * the block, as HDFS knows it, have a voice, and most voices win; with as many on both sides what
 * the directory has stays. Thread-safe.
 */
final class Disputes {
  private static final Logger LOG = LoggerFactory.getLogger(Disputes.class);
  private static final int BLOCKS_MAX = 100_000;
  private static final int CLAIMS_PER_BLOCK_MAX = 16;

  /** What all replicas of a block have in common. */
  private record Facts(
      long blockLength, int frontLength, int rowCount, int version, List<Integer> attributes) {
    static Facts of(ReplicaInfo replica) {
      return new Facts(
          replica.blockLength(),
          replica.frontLength(),
          replica.rowCount(),
          replica.formatVersion(),
          Arrays.stream(replica.indexAttributes()).boxed().toList());
    }
  }

  private final ReplicaTable directory;
  private final LongFunction<BlockHolders> holders;

  /** Replicas that the directory did not take, by block and datanode. */
  private final Map<Long, Map<String, ReplicaInfo>> claims =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Map<String, ReplicaInfo>> eldest) {
          return size() > BLOCKS_MAX;
        }
      };

  private long settled;
  private String lastSettled;

  /**
   * No disputes.
   *
   * @param holders who holds a block; null if there is no such block
   */
  Disputes(ReplicaTable directory, LongFunction<BlockHolders> holders) {
    this.directory = directory;
    this.holders = holders;
  }

  /**
   * Notes a replica that the directory did not take, and decides.
   *
   * @return whether the directory has the replica by now
   */
  synchronized boolean claim(String datanodeUuid, ReplicaInfo replica) {
    List<LocatedReplica> believed = believed(replica.blockId(), replica.generationStamp());
    if (believed.isEmpty()) {
      // Not a contradiction: the directory has a newer generation.
      return false;
    }
    Map<String, ReplicaInfo> ofBlock =
        claims.computeIfAbsent(replica.blockId(), block -> new LinkedHashMap<>());
    if (ofBlock.size() < CLAIMS_PER_BLOCK_MAX || ofBlock.containsKey(datanodeUuid)) {
      ofBlock.put(datanodeUuid, replica);
    }
    return decide(replica.blockId(), ofBlock) && !ofBlock.containsKey(datanodeUuid);
  }

  /** Forgets what a datanode claimed about a block. */
  synchronized void withdraw(String datanodeUuid, long blockId) {
    Map<String, ReplicaInfo> ofBlock = claims.get(blockId);
    if (ofBlock != null) {
      ofBlock.remove(datanodeUuid);
      if (ofBlock.isEmpty()) {
        claims.remove(blockId);
      }
    }
  }

  /** Decides again about all blocks: HDFS may have heard of more holders. */
  void revisit() {
    for (long blockId : blocks()) {
      synchronized (this) {
        Map<String, ReplicaInfo> ofBlock = claims.get(blockId);
        if (ofBlock != null) {
          decide(blockId, ofBlock);
        }
      }
    }
    report();
  }

  /** Logs one line for all disputes, since one datanode can be wrong about every block it has. */
  private synchronized void report() {
    if (settled > 0) {
      LOG.warn(
          "Datanodes contradicted each other about {} blocks that are settled. The last was {}",
          settled,
          lastSettled);
      settled = 0;
    }
  }

  private synchronized List<Long> blocks() {
    return List.copyOf(claims.keySet());
  }

  /** Number of blocks that datanodes contradict each other about. */
  synchronized int open() {
    return claims.size();
  }

  /** Puts the replicas with most voices into the directory; returns whether it changed. */
  private boolean decide(long blockId, Map<String, ReplicaInfo> ofBlock) {
    long stamp =
        ofBlock.values().stream().mapToLong(ReplicaInfo::generationStamp).max().orElseThrow();
    ofBlock.values().removeIf(claim -> claim.generationStamp() != stamp);
    List<LocatedReplica> believed = believed(blockId, stamp);
    BlockHolders known = holders.apply(blockId);
    if (known == null || believed.isEmpty()) {
      // The block is gone, or what was contradicted is.
      claims.remove(blockId);
      return false;
    }
    Map<Facts, Integer> voices = new HashMap<>();
    believed.forEach(b -> count(voices, known, b.datanodeUuid(), b.replica()));
    ofBlock.forEach((uuid, claim) -> count(voices, known, uuid, claim));
    Facts stays = Facts.of(believed.get(0).replica());
    Facts best = stays;
    for (Map.Entry<Facts, Integer> entry : voices.entrySet()) {
      if (entry.getValue() > voices.getOrDefault(best, 0)) {
        best = entry.getKey();
      }
    }
    if (best.equals(stays)) {
      return false;
    }
    replace(blockId, believed, ofBlock, best);
    return true;
  }

  private static void count(
      Map<Facts, Integer> voices, BlockHolders known, String uuid, ReplicaInfo replica) {
    boolean ofLength = !known.complete() || known.length() == replica.blockLength();
    if (ofLength && known.datanodes().contains(uuid)) {
      voices.merge(Facts.of(replica), 1, Integer::sum);
    }
  }

  private void replace(
      long blockId, List<LocatedReplica> believed, Map<String, ReplicaInfo> ofBlock, Facts best) {
    settled++;
    lastSettled =
        String.format(
            Locale.ROOT,
            "block %d: most of its holders say %s, not believed are %s",
            blockId,
            best,
            believed);
    for (LocatedReplica loser : believed) {
      directory.remove(loser.datanodeUuid(), blockId);
    }
    Map<String, ReplicaInfo> before = new LinkedHashMap<>(ofBlock);
    ofBlock.clear();
    believed.forEach(loser -> ofBlock.put(loser.datanodeUuid(), loser.replica()));
    before.forEach(
        (uuid, claim) -> {
          if (!Facts.of(claim).equals(best) || !taken(uuid, claim)) {
            ofBlock.put(uuid, claim);
          }
        });
  }

  private boolean taken(String uuid, ReplicaInfo replica) {
    try {
      return directory.add(uuid, replica);
    } catch (RefusedException e) {
      LOG.warn("The directory has no room for {} on datanode {}", replica, uuid, e);
      return false;
    }
  }

  private List<LocatedReplica> believed(long blockId, long generationStamp) {
    return directory.replicas(blockId, generationStamp, uuid -> true);
  }
}
