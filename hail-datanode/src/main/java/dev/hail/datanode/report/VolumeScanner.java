// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.report;

import dev.hail.datanode.log.BlockLog;
import dev.hail.datanode.metrics.DatanodeMetrics;
import dev.hail.format.block.layout.CorruptBlockException;
import dev.hail.format.block.layout.NewerFormatException;
import dev.hail.protocol.ReplicaInfo;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.apache.hadoop.hdfs.server.datanode.LocalReplica;
import org.apache.hadoop.thirdparty.com.google.common.util.concurrent.Uninterruptibles;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out what the stored replicas of a block pool are, each volume in a thread of its own. It
 * takes what was written down when the datanode stopped, and else reads the replicas' fronts.
 */
final class VolumeScanner {
  private static final Logger LOG = LoggerFactory.getLogger(VolumeScanner.class);

  private static final long PAUSE_MILLIS = 10_000;
  private static final long SAVE_SECONDS = 10;

  private final BlockLog blockLog = new BlockLog(LOG);
  private final String blockPoolId;
  private final LocalReplicas local;
  private final ReplicaInventory inventory;
  private final DiskScans scans;
  private final DatanodeMetrics metrics;
  private final Consumer<ReplicaInventory.Entry> found;
  private final BiConsumer<Runnable, String> threads;
  private volatile boolean stopped;
  private boolean saved;

  /**
   * A scanner of one block pool.
   *
   * @param found told of each HAIL replica that was not known
   * @param threads runs work in a thread whose name begins with the text
   */
  VolumeScanner(
      String blockPoolId,
      LocalReplicas local,
      ReplicaInventory inventory,
      DiskScans scans,
      DatanodeMetrics metrics,
      Consumer<ReplicaInventory.Entry> found,
      BiConsumer<Runnable, String> threads) {
    this.blockPoolId = blockPoolId;
    this.local = local;
    this.inventory = inventory;
    this.scans = scans;
    this.metrics = metrics;
    this.found = found;
    this.threads = threads;
  }

  /** Ends the scans that run. */
  void stop() {
    stopped = true;
  }

  /** Begins to read all volumes, without waiting for the end. */
  void scan() {
    persist(
        () -> {
          Map<String, LocalReplicas.Volume> volumes = local.volumes(blockPoolId);
          Map<String, List<LocalReplica>> replicas = byVolume();
          for (String id : volumes.keySet()) {
            replicas.computeIfAbsent(id, none -> List.of());
          }
          replicas.forEach(
              (id, all) -> {
                DiskScans.Scan scan = scans.begin(id);
                threads.accept(
                    () -> persist(() -> read(id, volumes.get(id), all, scan)),
                    "hail-scanner-" + id);
              });
          scans.allBegun();
        });
  }

  private Map<String, List<LocalReplica>> byVolume() {
    Map<String, List<LocalReplica>> replicas = new HashMap<>();
    for (LocalReplica replica : local.finalized(blockPoolId)) {
      replicas.computeIfAbsent(replica.getStorageUuid(), id -> new ArrayList<>()).add(replica);
    }
    return replicas;
  }

  @FunctionalInterface
  private interface Work {
    void run() throws IOException;
  }

  /**
   * Repeats the work after whatever it throws, since nobody is told of a volume that is never read.
   */
  private void persist(Work work) {
    while (!stopped) {
      try {
        work.run();
        return;
      } catch (Throwable e) {
        try {
          LOG.error("Reading the replicas of {} failed, will try again", blockPoolId, e);
          Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException end) {
          Thread.currentThread().interrupt();
          return;
        } catch (Throwable again) {
          // Without memory not even that can be said.
        }
      }
    }
  }

  private void read(
      String id, LocalReplicas.Volume volume, List<LocalReplica> replicas, DiskScans.Scan scan) {
    long begin = System.nanoTime();
    InventoryFile.Remembered remembered =
        volume == null
            ? InventoryFile.Remembered.NOTHING
            : new InventoryFile(volume.io(), volume.volume(), volume.directory())
                .take(System.currentTimeMillis());
    int count = 0;
    for (LocalReplica replica : replicas) {
      if (stopped) {
        return;
      }
      ReplicaInfo known = inventory.get(replica.getBlockId());
      if (known == null || known.generationStamp() != replica.getGenerationStamp()) {
        count += read(replica, remembered) ? 1 : 0;
      }
      scan.progressed();
    }
    scan.end();
    LOG.info(
        "Found {} HAIL replicas of block pool {} on volume {} in {} ms",
        count,
        blockPoolId,
        id,
        (System.nanoTime() - begin) / 1_000_000);
  }

  private boolean read(LocalReplica replica, InventoryFile.Remembered remembered) {
    if (remembered.isPlain(replica)) {
      return false;
    }
    ReplicaInventory.Entry entry = remembered.find(replica);
    Optional<ReplicaInventory.Entry> read = entry == null ? describe(replica) : Optional.of(entry);
    if (read.isEmpty() || local.find(blockPoolId, replica.getBlockId()).isEmpty()) {
      return false;
    }
    found.accept(read.get());
    return true;
  }

  /** Reads what a replica is; empty if it is no whole HAIL block, or cannot be read now. */
  Optional<ReplicaInventory.Entry> describe(LocalReplica replica) {
    LocalReplica current = replica;
    while (true) {
      try {
        return describeFile(current);
      } catch (IOException e) {
        Optional<LocalReplica> moved = movedFrom(current);
        if (moved.isEmpty()) {
          // Deleted meanwhile, or the disk fails, which Hadoop notices itself.
          blockLog.info("read", "Replica " + current + " is not reported: " + e);
          inventory.noteUnreadable(replica.getBlockId());
          return Optional.empty();
        }
        current = moved.get();
      }
    }
  }

  /** The replica of the same block if it has another file by now, on another disk say. */
  private Optional<LocalReplica> movedFrom(LocalReplica replica) {
    return local
        .find(blockPoolId, replica.getBlockId())
        .filter(now -> !now.getBlockFile().equals(replica.getBlockFile()));
  }

  private Optional<ReplicaInventory.Entry> describeFile(LocalReplica replica) throws IOException {
    metrics.addFrontRead();
    // Before the bytes: what changes meanwhile is read again at the next start.
    long modified = replica.getBlockFile().lastModified();
    try {
      return FrontReader.read(replica).map(info -> new ReplicaInventory.Entry(info, modified));
    } catch (CorruptBlockException | NewerFormatException e) {
      blockLog.warn("front", "Replica " + replica + " is not reported: " + e.getMessage());
      inventory.noteUnreadable(replica.getBlockId());
      return Optional.empty();
    }
  }

  /**
   * Writes down what is known of each volume, for the next start. Volumes that take long are given
   * up, as the datanode is about to stop. Only the first call writes: a datanode and its block
   * pools end in threads of their own, and one that comes later finds no replicas.
   */
  synchronized void save() {
    if (saved) {
      return;
    }
    saved = true;
    try {
      Map<String, LocalReplicas.Volume> volumes = local.volumes(blockPoolId);
      Map<String, List<LocalReplica>> replicas = byVolume();
      CountDownLatch running = new CountDownLatch(volumes.size());
      volumes.forEach(
          (id, volume) -> {
            Thread thread =
                new Thread(
                    () -> {
                      save(id, volume, replicas.getOrDefault(id, List.of()));
                      running.countDown();
                    },
                    "hail-saver-" + id);
            thread.setDaemon(true);
            thread.start();
          });
      // Hadoop interrupts the thread that ends a block pool, which is no reason to leave a list
      // half written.
      if (!Uninterruptibles.awaitUninterruptibly(running, SAVE_SECONDS, TimeUnit.SECONDS)) {
        LOG.warn("{} volumes do not take what is known of their replicas", running.getCount());
      }
    } catch (IOException e) {
      LOG.warn("Replicas of {} will be read again at the next start", blockPoolId, e);
    }
  }

  private void save(String id, LocalReplicas.Volume volume, List<LocalReplica> replicas) {
    try {
      new InventoryFile(volume.io(), volume.volume(), volume.directory())
          .write(replicas, inventory, scans.hasEnded(id), System.currentTimeMillis());
    } catch (IOException | RuntimeException e) {
      LOG.warn("Replicas of volume {} will be read again at the next start: {}", id, e.toString());
    }
  }
}
