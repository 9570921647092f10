// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.upload;

import dev.hail.client.HdfsPath;
import dev.hail.conf.HailConfigKeys;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/**
 * Removes the temporary folders that killed uploads of the same user left in a directory. If the
 * upload ran on this host, which can see that its process is dead, its folder goes at once. Other
 * folders go when they are older than {@code hail.put.stale.after}, unless their process still
 * runs.
 */
final class StaleUploads {
  private final String user;
  private final long maxAgeMillis;
  private final Clock clock;

  StaleUploads(Configuration configuration, String user, Clock clock) {
    this.user = user;
    this.maxAgeMillis =
        configuration.getTimeDuration(
            HailConfigKeys.PUT_STALE_AFTER,
            HailConfigKeys.PUT_STALE_AFTER_DEFAULT,
            TimeUnit.MILLISECONDS);
    this.clock = clock;
  }

  /** Removes the stale folders and returns them. */
  List<Path> remove(HdfsPath directory) throws IOException {
    List<Path> removed = new ArrayList<>();
    // No glob, as the directory's own name may hold characters that mean something in patterns.
    RemoteIterator<FileStatus> children =
        directory.fileSystem().listStatusIterator(directory.path());
    while (children.hasNext()) {
      FileStatus child = children.next();
      if (isStale(child) && directory.fileSystem().delete(child.getPath(), true)) {
        removed.add(child.getPath());
      }
    }
    return removed;
  }

  private boolean isStale(FileStatus folder) throws FileNotFoundException {
    UploadName name = UploadName.parse(folder.getPath().getName(), user);
    if (name == null || !folder.isDirectory() || !folder.getOwner().equals(user)) {
      return false;
    }
    boolean old = clock.millis() - folder.getModificationTime() > maxAgeMillis;
    return name.isGone() || (old && !name.isRunning());
  }
}
