// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.pseudo;

import dev.hail.datanode.report.DiskScans;
import dev.hail.datanode.report.LocalReplicas;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The search for pseudo replicas when a block pool or a volume comes: each volume in a thread of
 * its own. Thread-safe.
 */
final class PseudoLoads {
  private static final Logger LOG = LoggerFactory.getLogger(PseudoLoads.class);

  private final LocalReplicas own;
  private final PseudoLoader loader;
  private final LongSupplier nanoClock;
  private final Map<String, DiskScans> pools = new ConcurrentHashMap<>();

  /**
   * Searches of nothing yet.
   *
   * @param nanoClock as {@link System#nanoTime}
   */
  PseudoLoads(LocalReplicas own, PseudoLoader loader, LongSupplier nanoClock) {
    this.own = own;
    this.loader = loader;
    this.nanoClock = nanoClock;
  }

  /**
   * Begins to search all volumes of a block pool, again if that was done before.
   *
   * @throws IOException if the volumes cannot be told
   */
  void begin(String blockPoolId) throws IOException {
    DiskScans scans = pools.computeIfAbsent(blockPoolId, id -> new DiskScans(nanoClock));
    try {
      own.volumes(blockPoolId)
          .forEach((id, volume) -> begin(blockPoolId, id, volume, scans.begin(id)));
    } finally {
      scans.allBegun();
    }
  }

  private void begin(
      String blockPoolId, String id, LocalReplicas.Volume volume, DiskScans.Scan scan) {
    Thread thread = new Thread(() -> search(blockPoolId, volume, scan), "hail-pseudo-loader-" + id);
    thread.setDaemon(true);
    thread.start();
  }

  private void search(String blockPoolId, LocalReplicas.Volume volume, DiskScans.Scan scan) {
    try {
      loader.load(blockPoolId, volume, scan::progressed);
      scan.end();
    } catch (IOException | RuntimeException e) {
      // It counts as one that hangs, which nobody waits for.
      LOG.warn("Pseudo replicas on {} are not found", volume.volume(), e);
    }
  }

  /**
   * Whether the volumes of a block pool were searched, except those that hang or failed: what is
   * found there later is told then.
   */
  boolean isComplete(String blockPoolId) {
    DiskScans scans = pools.get(blockPoolId);
    return scans != null && scans.haveEnded();
  }

  /** Whether all volumes of a block pool were searched, so that nothing can be found later. */
  boolean isExhaustive(String blockPoolId) {
    DiskScans scans = pools.get(blockPoolId);
    return scans != null && scans.haveAllEnded();
  }

  /** Forgets a block pool. */
  void forget(String blockPoolId) {
    pools.remove(blockPoolId);
  }
}
