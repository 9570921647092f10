// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.read;

import dev.hail.format.block.layout.BlockFront;
import dev.hail.format.predicate.IndexFit;
import dev.hail.format.predicate.KeyHints;
import dev.hail.format.predicate.Predicate;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ranks replicas when the replica directory does not know them all. It reads the fronts of the
 * unknown replicas, one small read each, until it finds the best possible fit. It reads none if no
 * index can serve the predicate, or if a known replica already fits best.
 */
final class FrontProbe {
  private static final Logger LOG = LoggerFactory.getLogger(FrontProbe.class);

  private final HailFile file;

  FrontProbe(HailFile file) {
    this.file = file;
  }

  List<Candidate> rank(HailBlock block, Predicate predicate, KeyHints hints, String preferredHost) {
    List<Candidate> ranked = new ReplicaChooser().rank(block, predicate, hints, preferredHost);
    IndexFit bestPossible = IndexFit.NONE;
    for (int attribute : file.indexAttributes()) {
      IndexFit fit = hints.fit(predicate, attribute);
      bestPossible = fit.compareTo(bestPossible) < 0 ? fit : bestPossible;
    }
    if (block.isGlued() || ranked.isEmpty() || ranked.get(0).fit().compareTo(bestPossible) <= 0) {
      return ranked;
    }
    List<Candidate> probed = new ArrayList<>(ranked.size());
    boolean searching = true;
    for (Candidate candidate : ranked) {
      if (searching && candidate.sortAttribute() == Candidate.UNKNOWN) {
        candidate = probe(block, candidate, predicate, hints);
        searching = candidate.fit() != bestPossible;
      }
      probed.add(candidate);
    }
    probed.sort(Comparator.comparing(Candidate::fit));
    return probed;
  }

  private Candidate probe(
      HailBlock block, Candidate candidate, Predicate predicate, KeyHints hints) {
    try (PinnedReplicaSource source =
        PinnedReplicaSource.open(file.location(), block.located(), candidate.node())) {
      int sortAttribute = BlockFront.readWithoutIndex(source).sortAttribute();
      return Candidate.of(candidate.node(), sortAttribute, hints.fit(predicate, sortAttribute));
    } catch (IOException unreadable) {
      LOG.debug("{}, {}: front on {} not read", file, block, candidate, unreadable);
      return candidate;
    }
  }
}
