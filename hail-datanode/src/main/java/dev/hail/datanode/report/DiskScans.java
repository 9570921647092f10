// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.report;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** How far the volumes of a block pool have been read. Thread-safe. */
public final class DiskScans {
  /** Reading one replica's front takes milliseconds, on a busy disk perhaps a second. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final LongSupplier nanoClock;
  private final Map<String, Scan> volumes = new ConcurrentHashMap<>();
  private volatile boolean begun;

  /**
   * No volume is known yet.
   *
   * @param nanoClock as {@link System#nanoTime}
   */
  public DiskScans(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
  }

  /** A volume is about to be read, again if it was before. */
  public Scan begin(String volume) {
    return volumes.compute(
        volume, (id, before) -> new Scan(before != null && before.ended, nanoClock.getAsLong()));
  }

  /** Notes that the scans of all volumes have begun. */
  public void allBegun() {
    begun = true;
  }

  /** Whether every volume was read through once, except those that hang. */
  public boolean haveEnded() {
    return begun && volumes.values().stream().allMatch(scan -> scan.ended || scan.hangs());
  }

  /** Whether every volume was read through once, those that hang as well. */
  public boolean haveAllEnded() {
    return begun && volumes.values().stream().allMatch(scan -> scan.ended);
  }

  /** Whether a volume was read through. */
  boolean hasEnded(String volume) {
    Scan scan = volumes.get(volume);
    return scan != null && scan.ended;
  }

  /** The reading of one volume. */
  public final class Scan {
    private volatile boolean ended;
    private volatile long lastProgress;

    private Scan(boolean ended, long now) {
      this.ended = ended;
      this.lastProgress = now;
    }

    /** Counts one more replica as read. */
    public void progressed() {
      lastProgress = nanoClock.getAsLong();
    }

    /** The volume was read through. */
    public void end() {
      ended = true;
    }

    private boolean hangs() {
      return nanoClock.getAsLong() - lastProgress >= PATIENCE_NANOS;
    }
  }
}
