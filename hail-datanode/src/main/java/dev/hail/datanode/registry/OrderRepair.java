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

  private final LocalReplicas local;
  private final DatanodeMetrics metrics;
  private final long nanosBetween;
  private long next = System.nanoTime();

  /**
   * A repair.
   *
   * @param perMinute most replicas dropped in a minute; 0 to drop none
   */
  OrderRepair(LocalReplicas local, DatanodeMetrics metrics, int perMinute) {
    this.local = local;
    this.metrics = metrics;
    this.nanosBetween = perMinute <= 0 ? Long.MAX_VALUE : 60_000_000_000L / perMinute;
  }

  /** Drops the replica of a block if it is still there and the rate allows; else does nothing. */
  synchronized void reorder(String blockPoolId, ReplicaInventory inventory, long blockId) {
    ReplicaInfo replica = inventory.get(blockId);
    if (replica == null || nanosBetween == Long.MAX_VALUE || System.nanoTime() - next < 0) {
      // The namenode repeats its wish as long as the order is missing.
      return;
    }
    try {
      local.drop(blockPoolId, blockId, replica.generationStamp());
      next = System.nanoTime() + nanosBetween;
      metrics.addReorder();
      LOG.info("Dropped {} for a copy in an order that is missing", replica);
    } catch (IOException e) {
      LOG.warn("Cannot drop {} for a copy in another order: {}", replica, e.toString());
    }
  }
}
