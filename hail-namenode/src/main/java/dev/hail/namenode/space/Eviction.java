// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.space;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Chooses which indexes make room for another one. */
final class Eviction {
  /**
   * An index must be worth that many times another one to take its place. Without this factor, two
   * indexes that are about as useful would drive each other out in turn, and each would be built
   * again and again.
   */
  static final double WORTH_THE_WORK = 1.2;

  /** The order in which indexes go: worth least first, ties by file and attribute. */
  static final Comparator<Evictable> LEAST_FIRST =
      Comparator.comparingDouble(Evictable::benefit)
          .thenComparingLong(one -> one.id().fileId())
          .thenComparingInt(one -> one.id().attribute());

  private Eviction() {}

  /**
   * An index there is.
   *
   * @param bytes what it takes
   * @param benefit what a byte of it is worth
   */
  record Evictable(IndexId id, long bytes, double benefit) {}

  /**
   * Whether one index is worth the place of another. An index that nobody is known to want is worth
   * no place, and an index never takes its own.
   *
   * @param going worth of the index that is to go
   * @param added worth of the new index
   */
  static boolean mayGo(double going, double added) {
    return added > 0 && going * WORTH_THE_WORK <= added;
  }

  /**
   * How much of each index goes.
   *
   * @param bytes at least that many; rounded up to replicas by whoever removes them
   */
  record Share(IndexId id, long bytes) {}

  /**
   * Takes from indexes in their order what is missing, and looks at no more of them than it takes.
   *
   * @param ofFile indexes that may go, of the file whose pseudo replicas have too little room
   * @param ofAll indexes that may go, of all files
   * @param missingOfFile bytes missing of that file's budget; none if not positive
   * @param missingOfCluster bytes missing of the cluster's budget; none if not positive
   * @return empty if nothing is missing; null if there is not enough to take
   */
  static List<Share> choose(
      Iterator<Evictable> ofFile,
      Iterator<Evictable> ofAll,
      long missingOfFile,
      long missingOfCluster) {
    Map<IndexId, Long> chosen = new LinkedHashMap<>();
    long takenOfFile = take(ofFile, missingOfFile, chosen);
    if (takenOfFile < missingOfFile) {
      return null;
    }
    long missing = missingOfCluster - takenOfFile;
    if (take(ofAll, missing, chosen) < missing) {
      return null;
    }
    List<Share> shares = new ArrayList<>();
    chosen.forEach((id, bytes) -> shares.add(new Share(id, bytes)));
    return shares;
  }

  private static long take(Iterator<Evictable> order, long missing, Map<IndexId, Long> chosen) {
    long taken = 0;
    while (taken < missing && order.hasNext()) {
      Evictable one = order.next();
      long left = one.bytes() - chosen.getOrDefault(one.id(), 0L);
      long bytes = Math.min(left, missing - taken);
      if (bytes > 0) {
        chosen.merge(one.id(), bytes, Long::sum);
        taken += bytes;
      }
    }
    return taken;
  }
}
