// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.pseudo;

import java.util.concurrent.atomic.LongAdder;

/** Counts what happens to pseudo replicas. */
final class PseudoCounters {
  private final LongAdder stored = new LongAdder();
  private final LongAdder refusedForRoom = new LongAdder();
  private final LongAdder evicted = new LongAdder();
  private final LongAdder collected = new LongAdder();

  void stored() {
    stored.increment();
  }

  void refusedForRoom() {
    refusedForRoom.increment();
  }

  void evicted() {
    evicted.increment();
  }

  void collected() {
    collected.increment();
  }

  PseudoCounts counts(long replicas, long bytes) {
    return new PseudoCounts(
        replicas, bytes, stored.sum(), refusedForRoom.sum(), evicted.sum(), collected.sum());
  }
}
