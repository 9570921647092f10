// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.failover;

import java.util.List;
import java.util.Random;
import java.util.function.Predicate;

/** Chooses who dies. */
final class Victim {
  private Victim() {}

  /**
   * One of those that work, or of all if none does, each with the same chance. Nodes of a large job
   * always work; those of a small one may have nothing to lose at a given moment.
   *
   * @param nodes at least one besides the one that is spared
   * @param spared the node of the job's master, which was a machine of its own in the thesis
   * @param busy whether a node works
   */
  static <T> T choose(List<T> nodes, T spared, Predicate<T> busy, Random random) {
    List<T> candidates = nodes.stream().filter(node -> !node.equals(spared)).toList();
    List<T> working = candidates.stream().filter(busy).toList();
    List<T> chosen = working.isEmpty() ? candidates : working;
    return chosen.get(random.nextInt(chosen.size()));
  }
}
