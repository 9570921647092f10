// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.util.ShutdownHookManager;

/** A new directory that is removed after success, failure or Ctrl-C. */
public final class Workspace implements AutoCloseable {
  private static final int STOP_SECONDS = 25;
  private static final int ATTEMPTS = 50;
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final Path directory;
  private final boolean keep;
  private final AtomicReference<Runnable> processes = new AtomicReference<>();
  private final AtomicBoolean closed = new AtomicBoolean();
  private final Runnable onShutdown = this::stopAndRemove;

  private Workspace(Path directory, boolean keep) {
    this.directory = directory;
    this.keep = keep;
  }

  /**
   * Creates the directory.
   *
   * @param parent directory in which to create it; null for the system's temporary directory
   * @param prefix beginning of its name
   * @param keep whether to keep the directory
   */
  public static Workspace create(Path parent, String prefix, boolean keep) throws IOException {
    Path directory =
        parent == null
            ? Files.createTempDirectory(prefix)
            : Files.createTempDirectory(Files.createDirectories(parent), prefix);
    Workspace workspace = new Workspace(directory.toAbsolutePath(), keep);
    // Runs before Hadoop closes its file systems, which the cluster needs to stop.
    ShutdownHookManager.get()
        .addShutdownHook(
            workspace.onShutdown,
            FileSystem.SHUTDOWN_HOOK_PRIORITY + 10,
            STOP_SECONDS,
            TimeUnit.SECONDS);
    return workspace;
  }

  public Path directory() {
    return directory;
  }

  /**
   * Sets what to stop before the directory is removed if this process is told to end. Only other
   * processes need it; daemons in this process end with it.
   */
  public void closeFirst(Runnable stop) {
    processes.set(stop);
  }

  @Override
  public void close() {
    if (!ShutdownHookManager.get().isShutdownInProgress()) {
      ShutdownHookManager.get().removeShutdownHook(onShutdown);
      remove();
    }
  }

  private void stopAndRemove() {
    Runnable stop = processes.getAndSet(null);
    try {
      if (stop != null) {
        stop.run();
      }
    } finally {
      remove();
    }
  }

  private void remove() {
    if (!keep && closed.compareAndSet(false, true)) {
      // Processes that were just told to end may still write.
      for (int i = 0; i < ATTEMPTS && !FileUtil.fullyDelete(directory.toFile()); i++) {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }
}
