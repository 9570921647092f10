// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.registry;

import dev.hail.datanode.convert.ReplicaStep;
import dev.hail.datanode.metrics.DatanodeMetrics;
import dev.hail.protocol.HailDatanodeProtocol;
import dev.hail.protocol.Heartbeat;
import dev.hail.protocol.ReplicaInfo;
import dev.hail.step.StepListener;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps one namenode informed of one block pool: everything when it does not know this datanode,
 * changes at once, and heartbeats that bring its wishes back.
 */
final class NamenodeReporter implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(NamenodeReporter.class);
  private static final int CHUNK = 5_000;
  private static final int MOST_PENDING = 200_000;
  private static final long[] NONE = {};

  /** A namenode that starts knows neither its datanodes nor, when standby, their blocks at once. */
  private static final int FAILURES_WORTH_A_WARNING = 5;

  private final String blockPoolId;
  private final LocalReplicas local;
  private final HailDatanodeProtocol namenode;
  private final ReplicaInventory inventory;
  private final DatanodeMetrics metrics;
  private final long intervalMillis;
  private final LongConsumer reorder;
  private final StepListener<ReplicaStep> steps;

  private final Map<Long, Change> pending = new LinkedHashMap<>();
  private boolean stopped;
  private boolean overflowed;
  private int failures;
  private long reportedEpoch;

  NamenodeReporter(
      String blockPoolId,
      LocalReplicas local,
      HailDatanodeProtocol namenode,
      ReplicaInventory inventory,
      DatanodeMetrics metrics,
      long intervalMillis,
      LongConsumer reorder,
      StepListener<ReplicaStep> steps) {
    this.blockPoolId = blockPoolId;
    this.local = local;
    this.namenode = namenode;
    this.inventory = inventory;
    this.metrics = metrics;
    this.intervalMillis = intervalMillis;
    this.reorder = reorder;
    this.steps = steps;
  }

  HailDatanodeProtocol namenode() {
    return namenode;
  }

  /** Notes a change, to be told at once; a later change of the same block replaces it. */
  synchronized void add(Change change) {
    if (pending.size() >= MOST_PENDING) {
      pending.clear();
      overflowed = true;
    }
    if (!overflowed) {
      pending.remove(change.blockId());
      pending.put(change.blockId(), change);
      notifyAll();
    }
  }

  /** Ends the loop of {@link #run}. */
  synchronized void stop() {
    stopped = true;
    notifyAll();
  }

  @Override
  public void run() {
    long nextHeartbeat = System.nanoTime();
    while (awaitWork(nextHeartbeat)) {
      boolean beat = System.nanoTime() - nextHeartbeat >= 0;
      if (beat) {
        nextHeartbeat = System.nanoTime() + intervalMillis * 1_000_000;
      }
      try {
        if (beat) {
          heartbeat();
        }
        sendChanges();
        succeeded();
      } catch (IOException e) {
        failed(e);
      } catch (RuntimeException e) {
        // A reporter that dies would leave this namenode blind for good.
        LOG.error("Reporting block pool {} failed, will try again", blockPoolId, e);
        failed(new IOException(e));
      }
    }
  }

  private synchronized boolean awaitWork(long nextHeartbeat) {
    try {
      while (!stopped) {
        long millis = (nextHeartbeat - System.nanoTime()) / 1_000_000;
        if (millis <= 0 || (!pending.isEmpty() && failures == 0)) {
          return true;
        }
        wait(millis);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return false;
  }

  private void heartbeat() throws IOException {
    Heartbeat answer = namenode.heartbeat(blockPoolId, local.datanodeUuid(), reportedEpoch);
    boolean unknown = answer.fullReportWanted() || answer.epoch() != reportedEpoch;
    if ((unknown || takeOverflow()) && inventory.isComplete()) {
      fullReport();
    }
    for (long blockId : answer.reorderBlockIds()) {
      reorder.accept(blockId);
    }
  }

  private synchronized boolean takeOverflow() {
    boolean taken = overflowed;
    if (taken) {
      reportedEpoch = 0;
    }
    return taken;
  }

  private void fullReport() throws IOException {
    synchronized (this) {
      // What is pending is in the snapshot taken below; what comes later is told later.
      pending.clear();
      overflowed = false;
    }
    List<ReplicaInfo> all = inventory.snapshot();
    reportedEpoch = 0;
    int begin = 0;
    long epoch;
    do {
      int end = Math.min(all.size(), begin + CHUNK);
      epoch =
          namenode.report(
              blockPoolId,
              local.datanodeUuid(),
              begin == 0,
              end == all.size(),
              all.subList(begin, end),
              NONE);
      begin = end;
    } while (begin < all.size());
    reportedEpoch = epoch;
    metrics.addFullReport();
    LOG.info("Reported all {} HAIL replicas of block pool {}", all.size(), blockPoolId);
  }

  private void sendChanges() throws IOException {
    List<Change> batch = takePending();
    while (!batch.isEmpty()) {
      try {
        send(batch);
      } catch (IOException e) {
        putBack(batch);
        throw e;
      }
      batch = takePending();
    }
  }

  private void send(List<Change> batch) throws IOException {
    List<ReplicaInfo> added = new ArrayList<>();
    List<Long> removed = new ArrayList<>();
    for (Change change : batch) {
      if (change.added() != null) {
        added.add(change.added());
      } else {
        removed.add(change.blockId());
      }
    }
    steps.before(ReplicaStep.REGISTER);
    namenode.report(
        blockPoolId,
        local.datanodeUuid(),
        false,
        false,
        added,
        removed.stream().mapToLong(Long::longValue).toArray());
    steps.after(ReplicaStep.REGISTER);
  }

  private synchronized List<Change> takePending() {
    List<Change> batch = new ArrayList<>();
    var changes = pending.values().iterator();
    while (changes.hasNext() && batch.size() < CHUNK) {
      batch.add(changes.next());
      changes.remove();
    }
    return batch;
  }

  private synchronized void putBack(List<Change> batch) {
    for (Change change : batch) {
      pending.putIfAbsent(change.blockId(), change);
    }
  }

  private synchronized void succeeded() {
    if (failures >= FAILURES_WORTH_A_WARNING) {
      LOG.info("The HAIL registry answers again for block pool {}", blockPoolId);
    }
    failures = 0;
  }

  private synchronized void failed(IOException e) {
    metrics.addRegistryFailure();
    failures++;
    if (failures == FAILURES_WORTH_A_WARNING) {
      LOG.warn(
          "The HAIL registry does not answer for block pool {}, will go on trying every {} ms: {}",
          blockPoolId,
          intervalMillis,
          firstLine(e));
    }
  }

  /** Hadoop puts the stack trace of the other side into the message. */
  private static String firstLine(IOException e) {
    String text = e.toString();
    int end = text.indexOf('\n');
    return end < 0 ? text : text.substring(0, end);
  }
}
