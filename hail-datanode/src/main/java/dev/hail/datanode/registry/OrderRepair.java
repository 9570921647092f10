package dev.hail.datanode.registry;

import dev.hail.datanode.metrics.DatanodeMetrics;
import dev.hail.protocol.ReplicaInfo;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives up replicas whose order another replica of the block has too, so that HDFS copies the block
 * anew and the copy gets the order that is missing. Few at a time, as each costs a transfer and
 * leaves the block with a copy less meanwhile.
 */
final class OrderRepair {
  private static final Logger LOG = LoggerFactory.getLogger(OrderRepair.class);

  private static final long WINDOW_NANOS = 60_000_000_000L;

  private final LocalReplicas local;
  private final DatanodeMetrics metrics;
  private final int perMinute;
  private long windowBegin = System.nanoTime();
  private int windowDrops;

  /**
   * A repair.
   *
   * @param perMinute most replicas dropped in a minute; 0 to drop none
   */
  OrderRepair(LocalReplicas local, DatanodeMetrics metrics, int perMinute) {
    this.local = local;
    this.metrics = metrics;
    this.perMinute = perMinute;
  }

  /** Drops the replica of a block if it is still there and the rate allows; else does nothing. */
  synchronized void reorder(String blockPoolId, ReplicaInventory inventory, long blockId) {
    ReplicaInfo replica = inventory.get(blockId);
    if (replica == null || !underRate()) {
      // The namenode repeats its wish as long as the order is missing, but less and less often.
      return;
    }
    try {
      local.drop(blockPoolId, blockId, replica.generationStamp());
      windowDrops++;
      metrics.addReorder();
      LOG.info("Dropped {} for a copy in an order that is missing", replica);
    } catch (IOException e) {
      LOG.warn("Cannot drop {} for a copy in another order: {}", replica, e.toString());
    }
  }

  /** Counts by the minute, as the namenode does, which hands out several wishes at a time. */
  private boolean underRate() {
    long now = System.nanoTime();
    if (now - windowBegin >= WINDOW_NANOS) {
      windowBegin = now;
      windowDrops = 0;
    }
    return windowDrops < perMinute;
  }
}
