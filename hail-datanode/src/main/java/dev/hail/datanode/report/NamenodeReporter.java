// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.report;

import dev.hail.datanode.convert.ReplicaStep;
import dev.hail.datanode.metrics.DatanodeMetrics;
import dev.hail.protocol.HailDatanodeProtocol;
import dev.hail.protocol.Heartbeat;
import dev.hail.protocol.ReplicaInfo;
import dev.hail.step.StepListener;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.ConnectException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.ipc.RetriableException;
import org.apache.hadoop.ipc.StandbyException;
import org.apache.hadoop.security.AccessControlException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps one namenode informed of one block pool. A namenode that does not know this datanode gets a
 * full report, and changes are reported at once. The answers to heartbeats bring the namenode's
 * wishes.
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
  private final PseudoInventory pseudo;
  private final NamenodeCommands commands;
  private final StepListener<ReplicaStep> steps;

  private final CircuitBreaker breaker = new CircuitBreaker(System::nanoTime);
  private final Map<Long, Change> pending = new LinkedHashMap<>();

  /** Blocks whose change is on its way. */
  private final Set<Long> sending = new HashSet<>();

  private boolean stopped;
  private boolean overflowed;
  private int failures;
  private long reportedEpoch;

  /** Under way, by the reporter's thread alone; null if none is. */
  private FullReport report;

  private volatile long lastRound = System.nanoTime();

  NamenodeReporter(
      String blockPoolId,
      LocalReplicas local,
      HailDatanodeProtocol namenode,
      ReplicaInventory inventory,
      DatanodeMetrics metrics,
      long intervalMillis,
      PseudoInventory pseudo,
      NamenodeCommands commands,
      StepListener<ReplicaStep> steps) {
    this.blockPoolId = blockPoolId;
    this.local = local;
    this.namenode = namenode;
    this.inventory = inventory;
    this.metrics = metrics;
    this.intervalMillis = intervalMillis;
    this.pseudo = pseudo;
    this.commands = commands;
    this.steps = steps;
  }

  HailDatanodeProtocol namenode() {
    return namenode;
  }

  /** Whether this namenode is worth asking. */
  CircuitBreaker breaker() {
    return breaker;
  }

  /** Tells the breaker how a call failed. */
  void noteFailure(IOException failure) {
    if (isAnswer(failure)) {
      breaker.answered();
    } else if (!(failure instanceof ConnectException) && !(failure instanceof EOFException)) {
      // A port that is closed, or closes the connection, says so at once: asking costs nothing.
      breaker.silent();
    }
  }

  private static boolean isAnswer(IOException failure) {
    return failure instanceof RemoteException
        || failure instanceof StandbyException
        || failure instanceof RetriableException
        || failure instanceof AccessControlException
        || failure instanceof FileNotFoundException;
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

  /**
   * Waits until the namenode has been told what was noted of a block.
   *
   * @param millis longest wait
   */
  synchronized void awaitTold(long blockId, long millis) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    long left = millis;
    while (left > 0 && !stopped && (pending.containsKey(blockId) || sending.contains(blockId))) {
      wait(left);
      left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
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
        nextHeartbeat = System.nanoTime() + nextInterval();
      }
      try {
        if (beat) {
          heartbeat();
        }
        sendChanges();
        succeeded();
      } catch (IOException e) {
        noteFailure(e);
        failed(e);
      } catch (Throwable e) {
        // A reporter that dies would leave this namenode blind for good.
        survive(e);
      }
    }
  }

  /** Datanodes that were started together do not stay in step. */
  private long nextInterval() {
    long nanos = TimeUnit.MILLISECONDS.toNanos(intervalMillis);
    return nanos - nanos / 10 + ThreadLocalRandom.current().nextLong(nanos / 5 + 1);
  }

  private void survive(Throwable e) {
    try {
      if (noteUnexpected() == 1) {
        LOG.error("Reporting block pool {} failed, will try again", blockPoolId, e);
      }
      metrics.addDirectoryFailure();
    } catch (Throwable again) {
      // Without memory not even that can be said; the gauge of the last round tells.
    }
  }

  private synchronized int noteUnexpected() {
    return ++failures;
  }

  private synchronized boolean awaitWork(long nextHeartbeat) {
    try {
      while (!stopped) {
        long millis = (nextHeartbeat - System.nanoTime()) / 1_000_000;
        if (millis <= 0 || (!pending.isEmpty() && failures == 0 && report == null)) {
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
    if (!inventory.isComplete() || !pseudo.isComplete(blockPoolId)) {
      // The namenode would keep a place free for the full report, which others could use.
      namenode.report(blockPoolId, local.datanodeUuid(), false, false, List.of(), NONE);
      breaker.answered();
      return;
    }
    if (hasOverflowed()) {
      reportedEpoch = 0;
    }
    Heartbeat answer =
        namenode.heartbeat(blockPoolId, local.datanodeUuid(), reportedEpoch, pseudo.isOpen());
    breaker.answered();
    if (answer.fullReportWanted()) {
      fullReport(answer.epoch());
    }
    for (long blockId : answer.resortBlockIds()) {
      commands.resort(blockId);
    }
    for (long id : answer.droppedPseudoIds()) {
      commands.dropPseudo(id);
    }
    for (long id : answer.suspectedPseudoIds()) {
      commands.suspectPseudo(id);
    }
  }

  private synchronized boolean hasOverflowed() {
    return overflowed;
  }

  private void fullReport(long epoch) throws IOException {
    if (report == null || !report.isFor(epoch)) {
      synchronized (this) {
        // What is pending is in the snapshot taken below; what comes later is told later.
        pending.clear();
        overflowed = false;
      }
      List<ReplicaInfo> all = new ArrayList<>(inventory.snapshot());
      all.addAll(pseudo.snapshot(blockPoolId));
      report = new FullReport(all, epoch, CHUNK);
      reportedEpoch = 0;
    }
    FullReport current = report;
    if (current.send(namenode, blockPoolId, local.datanodeUuid())) {
      reportedEpoch = epoch;
      metrics.addFullReport();
      LOG.info("Reported all {} HAIL replicas of block pool {}", current.size(), blockPoolId);
    }
    report = null;
  }

  private void sendChanges() throws IOException {
    if (report != null) {
      // A replica that went must not be named once more by what is left of the report.
      return;
    }
    List<Change> batch = takePending();
    while (!batch.isEmpty()) {
      try {
        send(batch);
        sent();
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
      Change change = changes.next();
      batch.add(change);
      sending.add(change.blockId());
      changes.remove();
    }
    return batch;
  }

  private synchronized void sent() {
    sending.clear();
    notifyAll();
  }

  private synchronized void putBack(List<Change> batch) {
    sending.clear();
    for (Change change : batch) {
      pending.putIfAbsent(change.blockId(), change);
    }
  }

  /** Seconds since this namenode was last told all there was to tell. */
  long secondsSinceRound() {
    return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - lastRound);
  }

  private synchronized void succeeded() {
    lastRound = System.nanoTime();
    if (failures >= FAILURES_WORTH_A_WARNING) {
      LOG.info("The replica directory answers again for block pool {}", blockPoolId);
    }
    failures = 0;
  }

  private synchronized void failed(IOException e) {
    metrics.addDirectoryFailure();
    failures++;
    if (failures == FAILURES_WORTH_A_WARNING) {
      LOG.warn(
          "The replica directory does not answer for block pool {}, trying again every {} ms: {}",
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
