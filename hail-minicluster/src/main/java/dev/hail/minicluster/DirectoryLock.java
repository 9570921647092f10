// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Keeps a second cluster out of the directory of a running one, because formatting would delete the
 * files of the first. The lock ends with the process that took it.
 */
public record DirectoryLock(Path directory, FileChannel channel) implements AutoCloseable {
  private static final String FILE = "minicluster.lock";

  /**
   * Locks a directory; creates it if it is missing.
   *
   * @throws IOException if another cluster holds the lock
   */
  public static DirectoryLock take(Path directory) throws IOException {
    Files.createDirectories(directory);
    FileChannel channel =
        FileChannel.open(
            directory.resolve(FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (!locked(channel)) {
      channel.close();
      throw new IOException(
          "Another minicluster runs in " + directory + ": stop it, or take another --dir");
    }
    return new DirectoryLock(directory, channel);
  }

  private static boolean locked(FileChannel channel) throws IOException {
    try {
      FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException ofThisProcess) {
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
