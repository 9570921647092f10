// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import java.util.concurrent.atomic.LongAdder;

/** Counts what the replica directory does. */
final class DirectoryMetrics {
  private final LongAdder lookups = new LongAdder();
  private final LongAdder lookedUpBlocks = new LongAdder();
  private final LongAdder assignments = new LongAdder();
  private final LongAdder unsortedAssignments = new LongAdder();
  private final LongAdder reports = new LongAdder();
  private final LongAdder reportedReplicas = new LongAdder();
  private final LongAdder ignoredReplicas = new LongAdder();
  private final LongAdder removedReplicas = new LongAdder();

  void lookup(int blocks) {
    lookups.increment();
    lookedUpBlocks.add(blocks);
  }

  void assigned(int attribute) {
    assignments.increment();
    if (attribute == 0) {
      unsortedAssignments.increment();
    }
  }

  void reported(int taken, int ignored, int removed) {
    reports.increment();
    reportedReplicas.add(taken);
    ignoredReplicas.add(ignored);
    removedReplicas.add(removed);
  }

  long lookups() {
    return lookups.sum();
  }

  long lookedUpBlocks() {
    return lookedUpBlocks.sum();
  }

  long assignments() {
    return assignments.sum();
  }

  long unsortedAssignments() {
    return unsortedAssignments.sum();
  }

  long reports() {
    return reports.sum();
  }

  long reportedReplicas() {
    return reportedReplicas.sum();
  }

  long ignoredReplicas() {
    return ignoredReplicas.sum();
  }

  long removedReplicas() {
    return removedReplicas.sum();
  }
}
