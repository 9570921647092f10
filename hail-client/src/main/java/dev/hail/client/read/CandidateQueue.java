// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.read;

import dev.hail.format.predicate.IndexFit;
import dev.hail.format.predicate.KeyHints;
import dev.hail.format.predicate.Predicate;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replicas of a block in the order to try them, each once. When all were tried, the queue asks the
 * namenode once for new locations: HDFS may have made replicas elsewhere since the file was opened.
 */
final class CandidateQueue {
  private static final Logger LOG = LoggerFactory.getLogger(CandidateQueue.class);

  /** How often a replica is tried again that was replaced while it was read. */
  private static final int MOST_REPLACEMENTS = 3;

  private final HailFile file;
  private final Predicate predicate;
  private final KeyHints hints;
  private final String preferredHost;
  private final Deque<Candidate> untried;
  private final Set<String> taken = new HashSet<>();
  private final Map<String, Integer> replacements = new HashMap<>();
  private HailBlock block;
  private boolean refreshed;

  private CandidateQueue(
      HailFile file,
      HailBlock block,
      Predicate predicate,
      KeyHints hints,
      String preferredHost,
      List<Candidate> candidates,
      boolean fixed) {
    this.file = file;
    this.block = block;
    this.predicate = predicate;
    this.hints = hints;
    this.preferredHost = preferredHost;
    this.untried = new ArrayDeque<>(candidates);
    this.refreshed = fixed;
  }

  /** Makes a queue of exactly these replicas. */
  static CandidateQueue ofGiven(HailFile file, HailBlock block, List<Candidate> candidates) {
    return new CandidateQueue(file, block, null, KeyHints.NONE, null, candidates, true);
  }

  /** Makes a queue of all replicas of the block, best first. */
  static CandidateQueue ofAll(
      HailFile file, HailBlock block, Predicate predicate, KeyHints hints, String preferredHost) {
    List<Candidate> ranked = new FrontProbe(file).rank(block, predicate, hints, preferredHost);
    return new CandidateQueue(file, block, predicate, hints, preferredHost, ranked, false);
  }

  /**
   * Returns the next replica.
   *
   * @return null if all were tried
   */
  Candidate poll() {
    while (true) {
      Candidate candidate = untried.poll();
      if (candidate == null && !refreshed) {
        refresh();
        continue;
      }
      if (candidate == null || taken.add(candidate.key())) {
        return candidate;
      }
    }
  }

  /**
   * Puts back a replica that was replaced while it was read and is probably sound. It comes after
   * all others, its order unknown. A replica replaced more than {@link #MOST_REPLACEMENTS} times is
   * dropped.
   */
  void again(Candidate replaced) {
    if (replacements.merge(replaced.key(), 1, Integer::sum) > MOST_REPLACEMENTS) {
      return;
    }
    taken.remove(replaced.key());
    untried.addLast(
        replaced.pseudo() != null
            ? replaced
            : Candidate.of(replaced.node(), Candidate.UNKNOWN, IndexFit.NONE));
  }

  /** The block with the locations that the candidates were last taken from. */
  HailBlock block() {
    return block;
  }

  private void refresh() {
    refreshed = true;
    if (block.isGlued()) {
      return;
    }
    try {
      LocatedBlocks now = file.location().locatedBlocks(block.offset(), 1);
      for (LocatedBlock fresh : now.getLocatedBlocks()) {
        if (fresh.getBlock().equals(block.located().getBlock())) {
          block = new HailBlock(block.index(), fresh, block.replicas(), block.pseudo());
          untried.addAll(new ReplicaChooser().rank(block, predicate, hints, preferredHost));
        }
      }
    } catch (IOException unknown) {
      LOG.warn("{}, {}: cannot ask the namenode for other replicas", file, block, unknown);
    }
  }
}
