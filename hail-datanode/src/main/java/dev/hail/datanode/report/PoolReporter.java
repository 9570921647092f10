// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.report;

import dev.hail.datanode.convert.ReplicaStep;
import dev.hail.datanode.metrics.DatanodeMetrics;
import dev.hail.datanode.resort.ResortTask;
import dev.hail.datanode.resort.ResortTasks;
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

/** One block pool's connection to the replica directories of its namenodes. Thread-safe. */
final class PoolReporter implements Closeable {
  /** Longest wait until a namenode is told: more than a heartbeat takes. */
  private static final long TELLING_MILLIS = 5_000;

  private final String blockPoolId;
  private final LocalReplicas local;
  private final DiskScans scans = new DiskScans(System::nanoTime);
  private final ReplicaInventory inventory = new ReplicaInventory(scans::haveEnded);
  private final VolumeScanner scanner;
  private final DatanodeMetrics metrics;
  private final List<NamenodeReporter> namenodes = new ArrayList<>();
  private final List<String> namenodeIds;
  private final List<Thread> threads = new ArrayList<>();
  private final ResortTasks tasks;
  private final PseudoInventory pseudo;
  private volatile boolean closed;
  private volatile int lastActive;

  PoolReporter(
      String blockPoolId,
      LocalReplicas local,
      Configuration conf,
      DatanodeMetrics metrics,
      ResortTasks tasks,
      PseudoInventory pseudo,
      long heartbeatMillis,
      StepListener<ReplicaStep> steps)
      throws IOException {
    this.blockPoolId = blockPoolId;
    this.local = local;
    this.tasks = tasks;
    this.pseudo = pseudo;
    this.metrics = metrics;
    this.scanner =
        new VolumeScanner(
            blockPoolId, local, inventory, scans, metrics, this::found, this::startThread);
    String nameservice = local.nameservice(blockPoolId);
    List<HailDatanodeProtocol> proxies = HailProxies.datanodeProxies(conf, nameservice);
    namenodeIds = HailProxies.namenodeIds(conf, nameservice);
    for (int i = 0; i < proxies.size(); i++) {
      String namenodeId = namenodeIds.get(i);
      namenodes.add(
          new NamenodeReporter(
              blockPoolId,
              local,
              proxies.get(i),
              inventory,
              metrics,
              heartbeatMillis,
              pseudo,
              new CommandsOf(namenodeId),
              steps));
    }
  }

  /** Starts reading the disks and, for each namenode, reporting. */
  void start() {
    scan();
    for (NamenodeReporter namenode : namenodes) {
      metrics.watchReporter(name(namenode), namenode::secondsSinceRound);
      startThread(namenode, "hail-reporter");
    }
  }

  /** Reads the disks (again) in the background. */
  void scan() {
    startThread(scanner::scan, "hail-scanner");
  }

  /** Keeps what is known of the replicas for the next start. */
  void save() {
    scanner.save();
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

  /**
   * Asks the namenodes in turn, the one that was active last time first; those that lately did not
   * answer are left out.
   */
  int assign(long blockId, long generationStamp, int[] indexAttributes) throws IOException {
    IOException failure = null;
    int first = lastActive;
    for (int i = 0; i < namenodes.size(); i++) {
      int index = (first + i) % namenodes.size();
      NamenodeReporter namenode = namenodes.get(index);
      if (!namenode.breaker().mayCall()) {
        metrics.addNamenodeNotAsked();
        continue;
      }
      try {
        int attribute =
            namenode
                .namenode()
                .assign(
                    blockPoolId, local.datanodeUuid(), blockId, generationStamp, indexAttributes)
                .sortAttribute();
        namenode.breaker().answered();
        lastActive = index;
        return attribute;
      } catch (IOException e) {
        namenode.noteFailure(e);
        failure = e;
      }
    }
    throw failure == null
        ? new IOException("No namenode of block pool " + blockPoolId + " answers")
        : failure;
  }

  /**
   * Does what a namenode wants. A namenode that HDFS does not hold for the active one is not
   * obeyed, whatever it believes itself. It may have been paused while another one took over.
   */
  private final class CommandsOf implements NamenodeCommands {
    private final String namenodeId;

    CommandsOf(String namenodeId) {
      this.namenodeId = namenodeId;
    }

    @Override
    public void resort(long blockId) {
      ReplicaInfo replica = inventory.get(blockId);
      if (replica != null && isObeyed()) {
        tasks.add(new ResortTask(blockPoolId, blockId, replica.generationStamp()));
      }
    }

    @Override
    public void dropPseudo(long id) {
      if (isObeyed()) {
        pseudo.drop(blockPoolId, id);
      }
    }

    @Override
    public void suspectPseudo(long id) {
      if (isObeyed()) {
        pseudo.suspect(blockPoolId, id);
      }
    }

    private boolean isObeyed() {
      boolean active = local.isActive(blockPoolId, namenodeId);
      if (!active) {
        metrics.addForeignCommand();
      }
      return active;
    }
  }

  /** A replica was finalized or changed: looks at its front and tells the namenodes. */
  void stored(LocalReplica replica) {
    Optional<ReplicaInventory.Entry> found = scanner.describe(replica);
    if (found.isPresent()) {
      found(found.get());
    } else if (inventory.isUnreadable(replica.getBlockId())) {
      gone(replica.getBlockId());
      inventory.noteUnreadable(replica.getBlockId());
    } else {
      gone(replica.getBlockId());
    }
  }

  private void found(ReplicaInventory.Entry entry) {
    inventory.put(entry);
    tell(Change.added(entry.replica()));
  }

  /** Notes that a replica is gone. */
  void gone(long blockId) {
    if (inventory.remove(blockId)) {
      tell(Change.removed(blockId));
    }
  }

  /** The replica of a block as it is known, or null. */
  ReplicaInfo known(long blockId) {
    return inventory.get(blockId);
  }

  /** A pseudo replica that was there at the start is served from now on. */
  void pseudoFound(ReplicaInfo replica) {
    tell(Change.added(replica));
  }

  /**
   * A pseudo replica that has come is served from now on. Returns when the active namenode has been
   * told, as whoever made it expects to find it there, or when that takes long.
   */
  void pseudoStored(ReplicaInfo replica) {
    tell(Change.added(replica));
    try {
      for (int i = 0; i < namenodes.size(); i++) {
        if (local.isActive(blockPoolId, namenodeIds.get(i))) {
          namenodes.get(i).awaitTold(replica.blockId(), TELLING_MILLIS);
        }
      }
    } catch (InterruptedException e) {
      // The replica is there all the same.
      Thread.currentThread().interrupt();
    }
  }

  /** A pseudo replica is no longer served. */
  void pseudoGone(long id) {
    tell(Change.removed(id));
  }

  private void tell(Change change) {
    for (NamenodeReporter namenode : namenodes) {
      namenode.add(change);
    }
  }

  @Override
  public void close() throws IOException {
    closed = true;
    scanner.stop();
    synchronized (this) {
      namenodes.forEach(NamenodeReporter::stop);
      threads.forEach(Thread::interrupt);
    }
    for (NamenodeReporter namenode : namenodes) {
      metrics.unwatchReporter(name(namenode));
      namenode.namenode().close();
    }
  }

  private String name(NamenodeReporter reporter) {
    return blockPoolId + "_" + reporter.namenode();
  }
}
