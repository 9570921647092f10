// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.pseudo;

import dev.hail.datanode.assembly.AssemblyMemory;
import dev.hail.datanode.convert.ReplicaStep;
import dev.hail.datanode.metrics.DatanodeMetrics;
import dev.hail.datanode.report.LocalReplicas;
import dev.hail.datanode.report.PseudoInventory;
import dev.hail.protocol.ReplicaInfo;
import dev.hail.step.StepListener;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.ReplicaHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The pseudo replicas of one datanode, as its dataset and the namenodes see them. Thread-safe. */
public final class PseudoReplicas implements PseudoInventory, Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(PseudoReplicas.class);

  /** Longest wait of a writer for memory in which its replica is checked. */
  private static final long CHECK_PATIENCE_MILLIS = 20_000;

  private final PseudoStore store;
  private final VolumeRoom room;
  private final PseudoArrivals arrivals;
  private final PseudoLoads loads;
  private final PseudoExaminer examiner;
  private final boolean open;
  private final long upkeepMillis;
  private final Thread upkeep = new Thread(this::keepUp, "hail-pseudo-upkeep");
  private volatile boolean closed;

  /**
   * How much they may take.
   *
   * @param share of a volume's capacity, 0 to 1; with 0 none are taken
   * @param freeMin share of a volume's capacity that they leave free, 0 to 1
   */
  public record Limits(double share, double freeMin) {
    public Limits {
      if (!(share >= 0 && share <= 1) || !(freeMin >= 0 && freeMin <= 1)) {
        throw new IllegalArgumentException("shares of a volume of " + share + " and " + freeMin);
      }
    }
  }

  /** Hears which replicas come and go, for the namenodes. */
  public interface Listener {
    /** A replica that was there when the datanode started is served from now on. */
    void found(String blockPoolId, ReplicaInfo replica);

    /**
     * A replica that has come is served from now on. Returns when the active namenode knows, or
     * that takes long.
     */
    void stored(String blockPoolId, ReplicaInfo replica);

    /** A replica is no longer served. */
    void gone(String blockPoolId, long id);
  }

  /**
   * Knows no replicas yet.
   *
   * @param memory in which new replicas are checked
   * @param upkeepMillis between two looks for replicas that lost what they belong to, or are to
   *     give way to data
   */
  public PseudoReplicas(
      LocalReplicas own,
      PseudoHost host,
      AssemblyMemory memory,
      Limits limits,
      Listener listener,
      DatanodeMetrics metrics,
      long upkeepMillis,
      StepListener<ReplicaStep> steps) {
    this.open = limits.share() > 0;
    this.upkeepMillis = upkeepMillis;
    store = new PseudoStore(own, host, listener, metrics);
    room = new VolumeRoom(store, host, limits.share(), limits.freeMin());
    PseudoCheck check = new PseudoCheck(memory, CHECK_PATIENCE_MILLIS);
    arrivals = new PseudoArrivals(own, host, store, room, check, listener, metrics, steps);
    loads = new PseudoLoads(own, new PseudoLoader(own, host, store, listener), System::nanoTime);
    examiner = new PseudoExaminer(store);
    metrics.watchPseudo(store::count, store::bytes);
    upkeep.setDaemon(true);
  }

  /** Begins to look after the replicas. */
  public void start() {
    upkeep.start();
  }

  // ---- what the dataset asks ----

  /**
   * Begins to take a replica that a map task sends.
   *
   * @param block its id as {@link dev.hail.protocol.PseudoReplicaId} has it, and the stamp of the
   *     block
   * @return cleans up when closed, unless the replica was finished before
   * @throws IOException if it has no place here
   */
  public ReplicaHandler begin(ExtendedBlock block) throws IOException {
    if (!open) {
      throw new IOException("This datanode takes no pseudo replicas; " + block + " is refused");
    }
    return arrivals.begin(block);
  }

  /** Whether a replica is on its way in. */
  public boolean isArriving(ExtendedBlock block) {
    return arrivals.isArriving(block);
  }

  /**
   * Checks a replica whose last byte has come, and serves it.
   *
   * @throws IOException if it must not be served; then nothing of it stays
   */
  public void finish(ExtendedBlock block) throws IOException {
    arrivals.finish(block);
  }

  /** The replica that is served as a block of that id; null if there is none. */
  public ServedReplica find(String blockPoolId, long id) {
    return store.find(blockPoolId, id);
  }

  /** The replicas of a block pool now. */
  public List<ServedReplica> replicas(String blockPoolId) {
    return store.replicas(blockPoolId);
  }

  /**
   * The datanode removes its own replica of a block, and the pseudo replicas go with it.
   *
   * @param generationStamp those of later generations stay
   */
  public void dropOf(String blockPoolId, long sourceBlockId, long generationStamp) {
    store.dropOf(blockPoolId, sourceBlockId, generationStamp);
  }

  /** Drops a replica, if it is there, as HDFS has a block of its own under that id. */
  public void giveWayTo(String blockPoolId, long blockId) {
    store.drop(blockPoolId, blockId);
  }

  /** Finds the replicas of a block pool on all volumes, in the background. */
  public void load(String blockPoolId) throws IOException {
    store.open(blockPoolId);
    loads.begin(blockPoolId);
  }

  /** Forgets the replicas on volumes that were taken out; their files stay there. */
  public void forgetLostVolumes() {
    store.forgetLostVolumes();
  }

  /** Forgets a block pool; its files stay. */
  public void forget(String blockPoolId) {
    loads.forget(blockPoolId);
    store.forget(blockPoolId);
  }

  // ---- what the namenodes ask ----

  @Override
  public boolean isOpen() {
    return open;
  }

  @Override
  public boolean isComplete(String blockPoolId) {
    return loads.isComplete(blockPoolId);
  }

  @Override
  public List<ReplicaInfo> snapshot(String blockPoolId) {
    return store.snapshot(blockPoolId);
  }

  @Override
  public void drop(String blockPoolId, long id) {
    if (store.find(blockPoolId, id) != null) {
      store.drop(blockPoolId, id);
    } else if (loads.isExhaustive(blockPoolId)) {
      // A namenode repeats a command until it hears that it was obeyed.
      store.denyIfAbsent(blockPoolId, id);
    }
  }

  @Override
  public void suspect(String blockPoolId, long id) {
    examiner.suspect(blockPoolId, id);
  }

  private void keepUp() {
    try {
      while (!closed) {
        Thread.sleep(upkeepMillis);
        attempt(store::sweep);
        attempt(room::giveWay);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @FunctionalInterface
  private interface Duty {
    void run() throws IOException;
  }

  private static void attempt(Duty duty) {
    try {
      duty.run();
    } catch (Throwable e) {
      // Whatever it was, neither the other duty nor the next round may fail for it.
      LOG.warn("Looking after pseudo replicas failed, will try again", e);
    }
  }

  @Override
  public void close() {
    closed = true;
    upkeep.interrupt();
    examiner.close();
    store.close();
  }
}
