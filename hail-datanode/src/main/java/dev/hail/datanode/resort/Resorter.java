// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.resort;

import dev.hail.datanode.assembly.AssemblyMemory;
import dev.hail.datanode.convert.BlockConverter;
import dev.hail.datanode.convert.Conversion;
import dev.hail.datanode.convert.ReplicaStep;
import dev.hail.datanode.convert.SideFiles;
import dev.hail.datanode.metrics.DatanodeMetrics;
import dev.hail.step.StepListener;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.FinalizedReplica;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeReference;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does the {@link ResortTasks}. It sorts a stored replica by the attribute that a namenode assigns,
 * and writes and syncs the sorted copy on the same volume. Then the copy takes the replica's place.
 *
 * <p>One replica of a volume at a time. A replica that cannot be sorted now keeps its order and is
 * reported again; the namenode then waits longer and longer before it asks again.
 */
public final class Resorter implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(Resorter.class);

  /** A volume must have room for so many copies, so that repair is never what fills it. */
  private static final int COPIES_FREE = 2;

  private static final long RETRY_MILLIS = 10;

  private final ResortTasks tasks;
  private final Dataset dataset;
  private final BlockConverter converter;
  private final AssemblyMemory memory;
  private final DatanodeMetrics metrics;
  private final FileIoProvider io;
  private final StepListener<ReplicaStep> steps;
  private final long patienceNanos;
  private final VolumeQueues volumes = new VolumeQueues();
  private final Thread thread;

  /**
   * A sorter of stored replicas that is not started.
   *
   * @param memory in which replicas are sorted
   * @param patienceMillis longest wait for a moment in which nobody opens the replica
   */
  public Resorter(
      ResortTasks tasks,
      Dataset dataset,
      BlockConverter converter,
      AssemblyMemory memory,
      DatanodeMetrics metrics,
      FileIoProvider io,
      StepListener<ReplicaStep> steps,
      long patienceMillis) {
    this.tasks = tasks;
    this.dataset = dataset;
    this.converter = converter;
    this.memory = memory;
    this.metrics = metrics;
    this.io = io;
    this.steps = steps;
    this.patienceNanos = TimeUnit.MILLISECONDS.toNanos(patienceMillis);
    this.thread = new Thread(this::run, "hail-resorter");
    thread.setDaemon(true);
  }

  /** Starts to do tasks. */
  public void start() {
    thread.start();
  }

  private void run() {
    try {
      while (true) {
        ResortTask task = tasks.take();
        find(task).ifPresent(replica -> volumes.execute(replica.getVolume(), () -> resort(task)));
      }
    } catch (InterruptedException e) {
      // The datanode ends.
      Thread.currentThread().interrupt();
    }
  }

  private Optional<FinalizedReplica> find(ResortTask task) {
    return dataset.finalized(task.blockPoolId(), task.blockId(), task.generationStamp());
  }

  private void resort(ResortTask task) {
    Optional<FinalizedReplica> replica = find(task);
    if (replica.isEmpty()) {
      return;
    }
    try {
      if (resort(task, replica.get())) {
        metrics.addResorted();
        LOG.info("Sorted the stored replica {} by another attribute", replica.get());
      } else {
        metrics.addResortFailure();
      }
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      metrics.addResortFailure();
      LOG.warn("The stored replica {} keeps its order: {}", replica.get(), e.toString());
    } finally {
      // Also of one that kept its order: the namenode frees the order that it gave.
      dataset.report(task.blockPoolId(), task.blockId());
    }
  }

  private boolean resort(ResortTask task, FinalizedReplica replica) throws IOException {
    try (FsVolumeReference held = replica.getVolume().obtainReference()) {
      FsVolumeSpi volume = held.getVolume();
      long bytes = replica.getNumBytes() + replica.getMetadataLength();
      if (volume.getAvailable() < COPIES_FREE * bytes) {
        LOG.info("The stored replica {} keeps its order, {} has too little room", replica, volume);
        return false;
      }
      volume.reserveSpaceForReplica(bytes);
      try {
        return sortAndSwap(task, replica);
      } finally {
        volume.releaseReservedSpace(bytes);
      }
    }
  }

  private boolean sortAndSwap(ResortTask task, FinalizedReplica replica) throws IOException {
    File directory = directory(task.blockPoolId(), replica);
    io.mkdirsWithExistsCheck(replica.getVolume(), directory);
    Conversion conversion =
        converter.start(
            new BlockConverter.Request(
                task.blockPoolId(),
                task.blockId(),
                task.generationStamp(),
                StoredBlock.of(replica, memory),
                replica.getVolume(),
                directory,
                ChecksummedFile.layout(io, replica.getVolume(), replica.getMetaFile()),
                true));
    boolean swapped = false;
    try {
      Conversion.Outcome outcome = conversion.await();
      if (outcome == Conversion.Outcome.REFUSED) {
        dataset.suspect(task.blockPoolId(), replica);
      }
      swapped =
          outcome == Conversion.Outcome.SORTED
              && swap(task, replica, conversion.sortedFiles(), directory);
      return swapped;
    } finally {
      if (!swapped) {
        conversion.abandon();
      }
    }
  }

  private boolean swap(ResortTask task, FinalizedReplica replica, SideFiles sorted, File directory)
      throws IOException {
    FileSwap swap = new FileSwap(io, steps, replica, sorted, directory);
    swap.linkChecksums();
    try {
      // A power cut that keeps a rename must keep both names that came before it.
      io.dirSync(replica.getVolume(), directory);
      long end = System.nanoTime() + patienceNanos;
      Dataset.Outcome outcome = dataset.swap(task.blockPoolId(), swap);
      while (outcome == Dataset.Outcome.BUSY && System.nanoTime() < end) {
        Thread.sleep(RETRY_MILLIS);
        outcome = dataset.swap(task.blockPoolId(), swap);
      }
      if (outcome == Dataset.Outcome.SWAPPED) {
        io.dirSync(replica.getVolume(), replica.getBlockFile().getParentFile());
      }
      return outcome == Dataset.Outcome.SWAPPED;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (InterruptedIOException) new InterruptedIOException("stopping").initCause(e);
    } finally {
      swap.close();
    }
  }

  /** The directory of copies, beside the pool's {@code current} on the volume of the replica. */
  private static File directory(String blockPoolId, FinalizedReplica replica) {
    File directory = replica.getBlockFile().getParentFile();
    while (directory != null && !directory.getName().equals(blockPoolId)) {
      directory = directory.getParentFile();
    }
    if (directory == null) {
      throw new IllegalStateException(replica + " is in no directory named " + blockPoolId);
    }
    return SideName.directory(directory);
  }

  /** Stops. A replica that is being sorted keeps its order. */
  @Override
  public void close() {
    thread.interrupt();
    volumes.close();
  }
}
