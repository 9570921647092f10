// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Which datanodes may send a full report. Only a few may at a time, so that not all of them hit a
 * namenode that starts. Thread-safe.
 */
final class ReportLeases {
  /** A datanode that is gone keeps others waiting for so long. */
  private static final long EXPIRY_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final int most;
  private final LongSupplier nanoClock;
  private final Map<String, Long> lastSeen = new LinkedHashMap<>();

  /**
   * Leases that nobody has yet.
   *
   * @param most datanodes that may report at the same time, at least 1
   * @param nanoClock as {@link System#nanoTime}
   */
  ReportLeases(int most, LongSupplier nanoClock) {
    this.most = Math.max(1, most);
    this.nanoClock = nanoClock;
  }

  /** Gives a datanode that owes a report the lease, or leaves it with the one it has. */
  synchronized boolean take(String datanodeUuid) {
    long now = nanoClock.getAsLong();
    lastSeen.values().removeIf(seen -> now - seen >= EXPIRY_NANOS);
    if (lastSeen.size() >= most && !lastSeen.containsKey(datanodeUuid)) {
      return false;
    }
    lastSeen.put(datanodeUuid, now);
    return true;
  }

  /** Notes that a datanode that has a lease goes on with its report. */
  synchronized void renew(String datanodeUuid) {
    lastSeen.computeIfPresent(datanodeUuid, (uuid, seen) -> nanoClock.getAsLong());
  }

  /** The report has ended. */
  synchronized void giveBack(String datanodeUuid) {
    lastSeen.remove(datanodeUuid);
  }
}
