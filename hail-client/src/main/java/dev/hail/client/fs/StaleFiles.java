// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.fs;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.security.AccessControlException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds and removes what a killed command of the same user left in a directory under a {@link
 * TemporaryName}. If the command ran on this host, which can see that its process is dead, its
 * files are stale at once. Others are stale from some age on, unless their process still runs.
 */
public final class StaleFiles {
  private static final Logger LOG = LoggerFactory.getLogger(StaleFiles.class);

  private final String command;
  private final String user;
  private final long maxAgeMillis;
  private final Clock clock;

  /**
   * Looks for files of this host alone.
   *
   * @param command last word of the command that made them
   * @param user short name of the user who runs this command
   */
  public StaleFiles(String command, String user) {
    this(command, user, Long.MAX_VALUE, Clock.systemUTC());
  }

  /**
   * Looks for old files of other hosts, too.
   *
   * @param command last word of the command that made them
   * @param user short name of the user who runs this command
   * @param maxAgeMillis time since their last change from which on they are stale
   */
  public StaleFiles(String command, String user, long maxAgeMillis, Clock clock) {
    this.command = command;
    this.user = user;
    this.maxAgeMillis = maxAgeMillis;
    this.clock = clock;
  }

  /** Removes those that {@link #find} returns. */
  public void remove(FileSystem fileSystem, Path directory) throws IOException {
    for (Path stale : find(fileSystem, directory)) {
      if (fileSystem.delete(stale, true)) {
        LOG.info("Removed {}, left by a command that was killed", stale);
      }
    }
  }

  /**
   * Returns the stale files and directories of a directory; none if it is missing, or this user may
   * not list it.
   */
  public List<Path> find(FileSystem fileSystem, Path directory) throws IOException {
    List<Path> stale = new ArrayList<>();
    try {
      // No glob, as the directory's own name may hold characters that mean something in patterns.
      RemoteIterator<FileStatus> children = fileSystem.listStatusIterator(directory);
      while (children.hasNext()) {
        FileStatus child = children.next();
        if (isStale(child)) {
          stale.add(child.getPath());
        }
      }
    } catch (FileNotFoundException | AccessControlException closed) {
      // Who may write a directory need not be allowed to list it.
      LOG.debug("{} is not searched for what killed commands left", directory, closed);
    }
    return stale;
  }

  private boolean isStale(FileStatus file) {
    TemporaryName name = TemporaryName.parse(file.getPath().getName(), command, user);
    if (name == null || !file.getOwner().equals(user)) {
      return false;
    }
    boolean old = clock.millis() - file.getModificationTime() > maxAgeMillis;
    return name.isGone() || (old && !name.isRunning());
  }
}
