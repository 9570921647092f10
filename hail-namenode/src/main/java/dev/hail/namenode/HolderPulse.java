// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import dev.hail.conf.HailConfigKeys;
import dev.hail.conf.NumberKeys;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;

/**
 * Which datanodes were heard from within two heartbeats, by HAIL and by HDFS. A datanode that died
 * counts as alive for ten minutes in HDFS. Thread-safe.
 */
final class HolderPulse {
  private static final int BEATS = 2;

  /** Time that a call may take which began in time. */
  private static final long SLACK_MILLIS = 1_000;

  /** Every heartbeat asks; a large cluster has thousands of datanodes to look at. */
  private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final HdfsState hdfs;
  private final LongSupplier nanoClock;
  private final long hailMillis;
  private final long hdfsMillis;
  private final long staleMillis;
  private final Map<String, Long> lastBeats = new ConcurrentHashMap<>();
  private boolean looked;
  private boolean stale;
  private long lastLook;

  /**
   * Nobody was heard from yet.
   *
   * @param nanoClock a clock that never goes back, in nanoseconds
   * @param conf with the intervals that the datanodes have, too
   */
  HolderPulse(HdfsState hdfs, LongSupplier nanoClock, Configuration conf) {
    this.hdfs = hdfs;
    this.nanoClock = nanoClock;
    this.hailMillis =
        SLACK_MILLIS
            + BEATS
                * NumberKeys.time(
                    conf,
                    HailConfigKeys.DATANODE_HEARTBEAT_INTERVAL,
                    HailConfigKeys.DATANODE_HEARTBEAT_INTERVAL_DEFAULT,
                    TimeUnit.MILLISECONDS);
    this.hdfsMillis =
        SLACK_MILLIS
            + BEATS
                * conf.getTimeDuration(
                    DFSConfigKeys.DFS_HEARTBEAT_INTERVAL_KEY,
                    DFSConfigKeys.DFS_HEARTBEAT_INTERVAL_DEFAULT,
                    TimeUnit.SECONDS,
                    TimeUnit.MILLISECONDS);
    this.staleMillis =
        conf.getLong(
            DFSConfigKeys.DFS_NAMENODE_STALE_DATANODE_INTERVAL_KEY,
            DFSConfigKeys.DFS_NAMENODE_STALE_DATANODE_INTERVAL_DEFAULT);
  }

  /** Whether some datanode is stale, as of the last second. */
  synchronized boolean isAnyStale() {
    long now = nanoClock.getAsLong();
    if (!looked || now - lastLook >= LOOK_NANOS) {
      stale = hdfs.hasSilentDatanode(staleMillis);
      lastLook = now;
      looked = true;
    }
    return stale;
  }

  /** A datanode's heartbeat came to HAIL. */
  void beat(String datanodeUuid) {
    lastBeats.put(datanodeUuid, nanoClock.getAsLong());
  }

  /** Whether a datanode was heard from within two heartbeats. */
  boolean isFelt(String datanodeUuid) {
    Long last = lastBeats.get(datanodeUuid);
    return last != null
        && nanoClock.getAsLong() - last <= TimeUnit.MILLISECONDS.toNanos(hailMillis)
        && hdfs.hasHeartbeat(datanodeUuid, hdfsMillis);
  }
}
