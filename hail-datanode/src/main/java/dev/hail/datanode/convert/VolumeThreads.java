// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.convert;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;

/**
 * Threads for work that reads or writes a volume. Each volume has its own, so a disk that hangs
 * holds up the work on that disk and no other. Thread-safe.
 */
public final class VolumeThreads {
  private static final long IDLE_SECONDS = 60;

  private final String name;
  private final int perVolume;
  private final AtomicLong number = new AtomicLong();
  private final Map<String, ThreadPoolExecutor> pools = new ConcurrentHashMap<>();
  private volatile boolean stopped;

  /**
   * Threads that are started when there is work and end when there is none.
   *
   * @param name of the threads, before their number
   * @param perVolume most threads of one volume, at least 1
   */
  public VolumeThreads(String name, int perVolume) {
    this.name = name;
    this.perVolume = perVolume;
  }

  /**
   * The threads of a volume.
   *
   * @throws RejectedExecutionException on {@link Executor#execute} after {@link #shutdown}
   */
  public Executor of(FsVolumeSpi volume) {
    String id = volume.getStorageID();
    return work -> {
      ThreadPoolExecutor pool = pools.computeIfAbsent(id, unused -> newPool());
      if (stopped) {
        // The pool may have been made after the shutdown of the others.
        pool.shutdown();
        throw new RejectedExecutionException("The datanode is stopping");
      }
      pool.execute(work);
    };
  }

  private ThreadPoolExecutor newPool() {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            perVolume,
            perVolume,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            work -> {
              Thread thread = new Thread(work, name + "-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }

  /** Lets running and queued work end and takes no more. */
  public void shutdown() {
    stopped = true;
    pools.values().forEach(ThreadPoolExecutor::shutdown);
  }
}
