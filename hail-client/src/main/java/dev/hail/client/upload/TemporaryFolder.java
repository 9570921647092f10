// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.upload;

import dev.hail.client.HdfsPath;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Locale;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.util.ShutdownHookManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The folder beside the destination that holds an upload until it is complete. It is removed when
 * closed and when the process shuts down. After a kill, the next upload removes it.
 */
final class TemporaryFolder implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TemporaryFolder.class);

  /** Higher than the priority of Hadoop's file system cache (10), which must still be open. */
  private static final int SHUTDOWN_PRIORITY = 30;

  private static final FsPermission PRIVATE = new FsPermission((short) 0700);

  private final HdfsPath folder;
  private final Thread uploader = Thread.currentThread();
  private final Runnable onShutdown = this::removeOnShutdown;
  private Path byNumber;
  private boolean removed;

  private TemporaryFolder(HdfsPath folder) {
    this.folder = folder;
  }

  /**
   * Makes a folder. The calling thread is interrupted when the process shuts down.
   *
   * @param folder a path where nothing is yet, in an existing directory
   */
  static TemporaryFolder create(HdfsPath folder) throws IOException {
    TemporaryFolder created = new TemporaryFolder(folder);
    ShutdownHookManager.get().addShutdownHook(created.onShutdown, SHUTDOWN_PRIORITY);
    try {
      // The file may replace one that is closed to others.
      folder.fileSystem().mkdirs(folder.path(), PRIVATE);
      created.find();
      return created;
    } catch (IOException | RuntimeException failure) {
      try {
        created.close();
      } catch (IOException closing) {
        failure.addSuppressed(closing);
      }
      throw failure;
    }
  }

  /**
   * The path of the file of one block.
   *
   * @param index place of the block, from 0; the first file is 00000001
   */
  Path blockFile(int index) {
    return new Path(folder.path(), String.format(Locale.ROOT, "%08d", index + 1));
  }

  /**
   * The path of a file that blocks are joined in.
   *
   * @param number from 0; a file of the next number takes longer blocks
   */
  Path wholeFile(int number) {
    return new Path(folder.path(), "whole" + number);
  }

  @Override
  public void close() throws IOException {
    if (!ShutdownHookManager.get().isShutdownInProgress()) {
      ShutdownHookManager.get().removeShutdownHook(onShutdown);
    }
    remove();
  }

  private void removeOnShutdown() {
    try {
      // Without this, Hadoop waits for half-written files, and so for datanodes that may be stuck.
      uploader.interrupt();
      remove();
    } catch (IOException failure) {
      LOG.warn("{} could not be removed; the next upload beside it does", folder, failure);
    }
  }

  /**
   * Removes the folder. Both the uploading thread and the shutdown hook call this. The uploader may
   * be interrupted in here, and the hook must then finish the work.
   *
   * @throws AccessControlException if the user may no longer write the directory; then the folder
   *     is empty, unless the user lost it, too
   */
  private synchronized void remove() throws IOException {
    if (!removed) {
      try {
        if (!folder.fileSystem().delete(folder.path(), true) && byNumber != null) {
          removeWhereverItIs();
        }
      } catch (AccessControlException denied) {
        removeFiles();
        throw denied;
      }
      removed = true;
    }
  }

  private void removeFiles() throws IOException {
    for (FileStatus file : folder.fileSystem().listStatus(folder.path())) {
      folder.fileSystem().delete(file.getPath(), false);
    }
  }

  private void removeWhereverItIs() throws IOException {
    try {
      folder.fileSystem().delete(byNumber, true);
    } catch (FileNotFoundException gone) {
      LOG.debug("{} was removed by somebody else", folder, gone);
    }
  }

  /** Notes the inode number of the folder, which stays when a directory above is renamed. */
  private synchronized void find() throws IOException {
    FileStatus status = folder.fileSystem().getFileStatus(folder.path());
    if (status instanceof HdfsFileStatus made) {
      byNumber = new Path(folder.path(), "/.reserved/.inodes/" + made.getFileId());
    }
  }
}
