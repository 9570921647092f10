// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.report;

import dev.hail.datanode.convert.ReplicaStep;
import dev.hail.datanode.convert.SortOrders;
import dev.hail.datanode.metrics.DatanodeMetrics;
import dev.hail.datanode.resort.ResortTasks;
import dev.hail.protocol.ReplicaInfo;
import dev.hail.step.StepListener;
import java.io.Closeable;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.LocalReplica;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** This datanode's connections to replica directories, one for each block pool. Thread-safe. */
public final class DirectoryReporter implements SortOrders, Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(DirectoryReporter.class);

  private final LocalReplicas local;
  private final Configuration conf;
  private final DatanodeMetrics metrics;
  private final ResortTasks tasks;
  private final PseudoInventory pseudo;
  private final long heartbeatMillis;
  private final StepListener<ReplicaStep> steps;
  private final Map<String, PoolReporter> pools = new ConcurrentHashMap<>();

  /**
   * A reporter without block pools yet.
   *
   * @param heartbeatMillis time between heartbeats to each namenode
   * @param tasks where the replicas go that namenodes want sorted by another attribute
   * @param pseudo what the namenodes are told of besides
   * @param steps told when a namenode is
   */
  public DirectoryReporter(
      LocalReplicas local,
      Configuration conf,
      DatanodeMetrics metrics,
      long heartbeatMillis,
      ResortTasks tasks,
      PseudoInventory pseudo,
      StepListener<ReplicaStep> steps) {
    this.local = local;
    this.conf = conf;
    this.metrics = metrics;
    this.heartbeatMillis = heartbeatMillis;
    this.steps = steps;
    this.tasks = tasks;
    this.pseudo = pseudo;
  }

  /** Begins to serve a block pool: reads its replicas and reports them, in the background. */
  public void addBlockPool(String blockPoolId) {
    pools.computeIfAbsent(blockPoolId, this::connect);
  }

  private PoolReporter connect(String blockPoolId) {
    try {
      PoolReporter pool =
          new PoolReporter(
              blockPoolId, local, conf, metrics, tasks, pseudo, heartbeatMillis, steps);
      pool.start();
      return pool;
    } catch (IOException e) {
      metrics.addDirectoryFailure();
      LOG.error(
          "Blocks of pool {} will be stored unsorted and not reported: {}",
          blockPoolId,
          e.getMessage());
      return null;
    }
  }

  /** Reads the disks of every block pool again, as after a volume was added. */
  public void rescan() {
    pools.values().forEach(PoolReporter::scan);
  }

  /** Keeps what is known of all replicas for the next start. */
  public void save() {
    pools.values().forEach(PoolReporter::save);
  }

  /** Keeps what is known of the replicas of a block pool for the next start. */
  public void save(String blockPoolId) {
    PoolReporter pool = pools.get(blockPoolId);
    if (pool != null) {
      pool.save();
    }
  }

  /** Stops serving a block pool. */
  public void removeBlockPool(String blockPoolId) throws IOException {
    PoolReporter pool = pools.remove(blockPoolId);
    if (pool != null) {
      pool.close();
    }
  }

  @Override
  public int assign(String blockPoolId, long blockId, long generationStamp, int[] indexAttributes)
      throws IOException {
    PoolReporter pool = pools.get(blockPoolId);
    if (pool == null) {
      throw new IOException("No namenode with HAIL is configured for block pool " + blockPoolId);
    }
    return pool.assign(blockId, generationStamp, indexAttributes);
  }

  /** A replica was finalized, moved or got a new generation stamp. */
  public void stored(String blockPoolId, LocalReplica replica) {
    PoolReporter pool = pools.get(blockPoolId);
    if (pool != null) {
      pool.stored(replica);
    }
  }

  /** A replica was deleted or is about to be, whatever its generation stamp. */
  public void gone(String blockPoolId, long blockId) {
    PoolReporter pool = pools.get(blockPoolId);
    if (pool != null) {
      pool.gone(blockId);
    }
  }

  /** A replica was deleted or is about to be, if it has this generation stamp. */
  public void gone(String blockPoolId, long blockId, long generationStamp) {
    PoolReporter pool = pools.get(blockPoolId);
    if (pool != null
        && pool.known(blockId) != null
        && pool.known(blockId).generationStamp() == generationStamp) {
      pool.gone(blockId);
    }
  }

  /** A pseudo replica that was there at the start is served from now on. */
  public void pseudoFound(String blockPoolId, ReplicaInfo replica) {
    PoolReporter pool = pools.get(blockPoolId);
    if (pool != null) {
      pool.pseudoFound(replica);
    }
  }

  /**
   * A pseudo replica that has come is served from now on. Returns when the active namenode knows,
   * or that takes long.
   */
  public void pseudoStored(String blockPoolId, ReplicaInfo replica) {
    PoolReporter pool = pools.get(blockPoolId);
    if (pool != null) {
      pool.pseudoStored(replica);
    }
  }

  /** A pseudo replica is no longer served. */
  public void pseudoGone(String blockPoolId, long id) {
    PoolReporter pool = pools.get(blockPoolId);
    if (pool != null) {
      pool.pseudoGone(id);
    }
  }

  /** Whether a stored replica is a whole HAIL block, by its bytes. */
  public static boolean isHail(LocalReplica replica) throws IOException {
    return FrontReader.isHail(replica);
  }

  @Override
  public void close() throws IOException {
    for (String blockPoolId : pools.keySet()) {
      removeBlockPool(blockPoolId);
    }
  }
}
