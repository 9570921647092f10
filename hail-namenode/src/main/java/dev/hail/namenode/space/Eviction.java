// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.space;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/** Chooses which indexes make room for another one. */
final class Eviction {
  /**
   * An index must be worth that many times another one to take its place. Without it two indexes
   * that are about as useful would drive each other out in turn, and each time be built anew.
   */
  private static final double WORTH_THE_WORK = 1.2;

  private Eviction() {}

  /**
   * An index there is.
   *
   * @param bytes what it takes
   * @param benefit what a byte of it is worth
   * @param inUse whether somebody reads or builds it now
   */
  record Candidate(IndexId id, long bytes, double benefit, boolean inUse) {}

  /**
   * Those that may go for a new index, worth least first. None that is in use, none that is worth
   * more than the new one, and not the new one itself.
   */
  static List<Candidate> order(List<Candidate> all, IndexId added, double benefit) {
    return all.stream()
        .filter(one -> !one.inUse() && !one.id().equals(added))
        // What nobody is known to want is worth nobody's place, useless as that may be.
        .filter(one -> benefit > 0 && one.benefit() * WORTH_THE_WORK <= benefit)
        .sorted(
            Comparator.comparingDouble(Candidate::benefit)
                .thenComparingLong(one -> one.id().fileId())
                .thenComparingInt(one -> one.id().attribute()))
        .toList();
  }

  /**
   * How much of each index goes.
   *
   * @param bytes at least that many; rounded up to replicas by whoever removes them
   */
  record Share(IndexId id, long bytes) {}

  /**
   * Takes from the indexes in their order what is missing.
   *
   * @param fileId file whose pseudo replicas have too little room
   * @param missingOfFile bytes missing of that file's budget; none if not positive
   * @param missingOfCluster bytes missing of the cluster's budget; none if not positive
   * @return empty if nothing is missing; null if there is not enough to take
   */
  static List<Share> choose(
      List<Candidate> order, long fileId, long missingOfFile, long missingOfCluster) {
    List<Share> chosen = new ArrayList<>();
    long ofFile = take(order, one -> one.id().fileId() == fileId, missingOfFile, chosen);
    if (ofFile < missingOfFile) {
      return null;
    }
    long missing = missingOfCluster - ofFile;
    List<Candidate> rest = new ArrayList<>();
    for (Candidate one : order) {
      long taken =
          chosen.stream().filter(s -> s.id().equals(one.id())).mapToLong(Share::bytes).sum();
      rest.add(new Candidate(one.id(), one.bytes() - taken, one.benefit(), one.inUse()));
    }
    return take(rest, one -> true, missing, chosen) < missing ? null : merged(chosen);
  }

  private static long take(
      List<Candidate> order, Predicate<Candidate> which, long missing, List<Share> chosen) {
    long taken = 0;
    for (Candidate one : order) {
      if (taken < missing && which.test(one) && one.bytes() > 0) {
        long bytes = Math.min(one.bytes(), missing - taken);
        chosen.add(new Share(one.id(), bytes));
        taken += bytes;
      }
    }
    return taken;
  }

  private static List<Share> merged(List<Share> shares) {
    List<Share> merged = new ArrayList<>();
    for (Share share : shares) {
      Share before =
          merged.stream().filter(m -> m.id().equals(share.id())).findFirst().orElse(null);
      if (before == null) {
        merged.add(share);
      } else {
        merged.set(merged.indexOf(before), new Share(share.id(), before.bytes() + share.bytes()));
      }
    }
    return merged;
  }
}
