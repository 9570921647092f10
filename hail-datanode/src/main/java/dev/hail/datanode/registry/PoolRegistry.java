// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.registry;

import dev.hail.datanode.convert.ReplicaStep;
import dev.hail.datanode.metrics.DatanodeMetrics;
import dev.hail.format.block.CorruptBlockException;
import dev.hail.format.block.NewerFormatException;
import dev.hail.protocol.HailDatanodeProtocol;
import dev.hail.protocol.HailProxies;
import dev.hail.protocol.ReplicaInfo;
import dev.hail.step.StepListener;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.LocalReplica;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One block pool's connection to the replica directories of its namenodes. Thread-safe. */
final class PoolRegistry implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(PoolRegistry.class);

  private final String blockPoolId;
  private final LocalReplicas local;
  private final ReplicaInventory inventory = new ReplicaInventory();
  private final List<NamenodeReporter> namenodes = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean closed;
  private volatile int lastActive;

  PoolRegistry(
      String blockPoolId,
      LocalReplicas local,
      Configuration conf,
      DatanodeMetrics metrics,
      OrderRepair repair,
      long heartbeatMillis,
      StepListener<ReplicaStep> steps)
      throws IOException {
    this.blockPoolId = blockPoolId;
    this.local = local;
    List<HailDatanodeProtocol> proxies =
        HailProxies.datanodeProxies(conf, local.nameservice(blockPoolId));
    for (HailDatanodeProtocol proxy : proxies) {
      namenodes.add(
          new NamenodeReporter(
              blockPoolId,
              local,
              proxy,
              inventory,
              metrics,
              heartbeatMillis,
              blockId -> repair.reorder(blockPoolId, inventory, blockId),
              steps));
    }
  }

  /** Starts reading the disks and, for each namenode, reporting. */
  void start() {
    scan();
    for (NamenodeReporter namenode : namenodes) {
      startThread(namenode, "hail-reporter");
    }
  }

  /** Reads the disks (again) in the background. */
  void scan() {
    startThread(this::readDisks, "hail-scanner");
  }

  private synchronized void startThread(Runnable work, String name) {
    if (closed) {
      return;
    }
    threads.removeIf(thread -> !thread.isAlive());
    Thread thread = new Thread(work, name + "-" + blockPoolId);
    thread.setDaemon(true);
    thread.start();
    threads.add(thread);
  }

  /** Asks the namenodes in turn, the one that was active last time first. */
  int assign(long blockId, long generationStamp, int[] indexAttributes) throws IOException {
    IOException failure = new IOException("No namenode of block pool " + blockPoolId + " is known");
    int first = lastActive;
    for (int i = 0; i < namenodes.size(); i++) {
      int index = (first + i) % namenodes.size();
      try {
        int attribute =
            namenodes
                .get(index)
                .namenode()
                .assign(
                    blockPoolId, local.datanodeUuid(), blockId, generationStamp, indexAttributes)
                .sortAttribute();
        lastActive = index;
        return attribute;
      } catch (IOException e) {
        failure = e;
      }
    }
    throw failure;
  }

  /** A replica was finalized or changed: looks at its front and tells the namenodes. */
  void stored(LocalReplica replica) {
    Optional<ReplicaInfo> found = describe(replica);
    if (found.isPresent()) {
      inventory.put(found.get());
      tell(Change.added(found.get()));
    } else {
      gone(replica.getBlockId());
    }
  }

  /** A replica went. */
  void gone(long blockId) {
    if (inventory.remove(blockId)) {
      tell(Change.removed(blockId));
    }
  }

  /** The replica of a block as it is known, or null. */
  ReplicaInfo known(long blockId) {
    return inventory.get(blockId);
  }

  private void tell(Change change) {
    for (NamenodeReporter namenode : namenodes) {
      namenode.add(change);
    }
  }

  private void readDisks() {
    long begin = System.nanoTime();
    int count = 0;
    for (LocalReplica replica : local.finalized(blockPoolId)) {
      if (closed) {
        return;
      }
      ReplicaInfo known = inventory.get(replica.getBlockId());
      if (known != null && known.generationStamp() == replica.getGenerationStamp()) {
        continue;
      }
      Optional<ReplicaInfo> found = describe(replica);
      if (found.isPresent() && local.find(blockPoolId, replica.getBlockId()).isPresent()) {
        inventory.put(found.get());
        tell(Change.added(found.get()));
        count++;
      }
    }
    inventory.setComplete(true);
    LOG.info(
        "Found {} HAIL replicas of block pool {} in {} ms",
        count,
        blockPoolId,
        (System.nanoTime() - begin) / 1_000_000);
  }

  private Optional<ReplicaInfo> describe(LocalReplica replica) {
    try {
      return FrontReader.read(replica);
    } catch (CorruptBlockException | NewerFormatException e) {
      LOG.warn("Replica {} is not reported: {}", replica, e.getMessage());
    } catch (IOException e) {
      // Deleted meanwhile, or the disk fails, which Hadoop notices itself.
      LOG.info("Replica {} is not reported: {}", replica, e.toString());
    }
    return Optional.empty();
  }

  @Override
  public void close() throws IOException {
    closed = true;
    synchronized (this) {
      namenodes.forEach(NamenodeReporter::stop);
      threads.forEach(Thread::interrupt);
    }
    for (NamenodeReporter namenode : namenodes) {
      namenode.namenode().close();
    }
  }
}
