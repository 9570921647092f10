// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.resort;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;

/**
 * A thread for each volume that has work, so that a disk that hangs holds up no other. Thread-safe.
 */
final class VolumeQueues {
  private static final int IDLE_SECONDS = 10;
  private static final int MOST_WAITING = 1_000;

  private final Map<String, ThreadPoolExecutor> queues = new ConcurrentHashMap<>();

  /** Runs work after what came before for the volume; too much of it is forgotten. */
  void execute(FsVolumeSpi volume, Runnable work) {
    queues.computeIfAbsent(volume.getStorageID(), VolumeQueues::queue).execute(work);
  }

  private static ThreadPoolExecutor queue(String storageId) {
    ThreadPoolExecutor queue =
        new ThreadPoolExecutor(
            1,
            1,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(MOST_WAITING),
            work -> {
              Thread thread = new Thread(work, "hail-resorter-" + storageId);
              thread.setDaemon(true);
              return thread;
            },
            new ThreadPoolExecutor.DiscardPolicy());
    queue.allowCoreThreadTimeOut(true);
    return queue;
  }

  /** Interrupts what runs and forgets what waits. */
  void close() {
    queues.values().forEach(ThreadPoolExecutor::shutdownNow);
  }
}
