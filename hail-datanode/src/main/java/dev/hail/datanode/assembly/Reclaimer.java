// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.assembly;

import dev.hail.datanode.convert.VolumeThreads;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;

/** Looks after memory whose owner should have given it back. Thread-safe. */
public final class Reclaimer {
  private final VolumeThreads disks;
  private final long patienceMillis;

  private final ScheduledThreadPoolExecutor timer =
      new ScheduledThreadPoolExecutor(
          1,
          work -> {
            Thread thread = new Thread(work, "hail-reclaimer");
            thread.setDaemon(true);
            return thread;
          },
          // After shutdown the memory goes with the datanode.
          new ThreadPoolExecutor.DiscardPolicy());

  /**
   * A reclaimer with a timer of its own.
   *
   * @param disks threads that write what was left in memory
   * @param patienceMillis time in which every ordinary writer has ended
   */
  public Reclaimer(VolumeThreads disks, long patienceMillis) {
    this.disks = disks;
    this.patienceMillis = patienceMillis;
  }

  /** Runs an action that writes to a volume after a time in which every writer has ended. */
  void reclaimLater(FsVolumeSpi volume, Runnable action) {
    var unused = timer.schedule(() -> run(volume, action), patienceMillis, TimeUnit.MILLISECONDS);
  }

  private void run(FsVolumeSpi volume, Runnable action) {
    try {
      disks.of(volume).execute(action);
    } catch (RejectedExecutionException stopping) {
      // The memory goes with the datanode.
      timer.shutdownNow();
    }
  }

  /** Runs an action that writes to a volume as soon as a thread of that volume is free. */
  void reclaimNow(FsVolumeSpi volume, Runnable action) {
    run(volume, action);
  }

  /** Looks every second for blocks that have to give their room to others. */
  public void watch(AssemblyMemory memory, long patienceNanos) {
    var unused =
        timer.scheduleWithFixedDelay(
            () -> memory.overdue(patienceNanos).forEach(Runnable::run), 1, 1, TimeUnit.SECONDS);
  }

  /** Forgets what is due later. */
  public void shutdown() {
    timer.shutdownNow();
  }
}
