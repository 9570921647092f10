// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.space;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Gives the last ones of replicas that are all listed. */
final class HeldReplicas {
  private HeldReplicas() {}

  /** See {@link Holdings#last}. */
  static List<Held> last(Collection<Held> all, IndexId id, long highestBlock, long bytes) {
    List<Held> lastFirst =
        all.stream()
            .filter(one -> one.id().equals(id) && one.blockId() <= highestBlock)
            .sorted(Comparator.comparingLong(Held::blockId).reversed())
            .toList();
    List<Held> chosen = new ArrayList<>();
    long sum = 0;
    for (Held one : lastFirst) {
      if (sum < bytes) {
        chosen.add(one);
        sum += one.bytes();
      }
    }
    return chosen;
  }
}
