// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce.cli;

import dev.hail.client.PathException;
import dev.hail.client.fs.KeptRights;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A directory that another one replaces by renaming. The new one lies in a folder of its own. The
 * old one is moved into that folder first, under its own name, and deleted last.
 */
final class ReplacedDirectory {
  private static final Logger LOG = LoggerFactory.getLogger(ReplacedDirectory.class);

  private static final String OLD = "old";

  private final Configuration conf;
  private final FileSystem fileSystem;
  private final Path target;
  private final Path made;
  private final Path folder;
  private final Path old;

  /**
   * @param target the directory; may be missing
   * @param made what takes its place, in a folder where nothing else is
   */
  ReplacedDirectory(Configuration conf, Path target, Path made) throws IOException {
    this.conf = conf;
    this.fileSystem = target.getFileSystem(conf);
    this.target = target;
    this.made = made;
    this.folder = made.getParent();
    this.old = new Path(new Path(folder, OLD), target.getName());
  }

  /**
   * Replaces the directory. The new one gets mode, group and ACL of the old one.
   *
   * @throws IOException if it is not replaced; then the old one is where it was
   */
  void replace() throws IOException {
    boolean exists = fileSystem.exists(target);
    if (exists) {
      KeptRights.copy(fileSystem, target, made);
      fileSystem.mkdirs(old.getParent());
      move(target, old);
    }
    try {
      move(made, target);
    } catch (IOException | RuntimeException failure) {
      if (exists) {
        moveBack(failure);
      }
      throw failure;
    }
    removeFolder();
  }

  /**
   * Makes the directory.
   *
   * @throws IOException if something is in its place, which stays
   */
  void make() throws IOException {
    try {
      move(made, target);
    } catch (IOException refused) {
      if (fileSystem.exists(target)) {
        throw new PathException(
            target,
            "File exists; it was made while the job ran",
            "Run the job again, with --overwrite or for another directory.",
            refused);
      }
      throw refused;
    }
    removeFolder();
  }

  /** Removes the folder, after the directory was put back if it is in there. */
  void abandon() throws IOException {
    if (fileSystem.exists(old)) {
      move(old, target);
    }
    removeFolder();
  }

  /**
   * Puts back what a job that was killed moved into a folder, and removes the folder. It stays if
   * something else is in the place by now.
   *
   * @throws IOException if something is not put back; then the folder stays
   */
  static void recover(Configuration conf, FileSystem fileSystem, Path folder) throws IOException {
    Path old = new Path(folder, OLD);
    boolean empty = true;
    if (fileSystem.exists(old)) {
      for (FileStatus moved : fileSystem.listStatus(old)) {
        Path place = new Path(folder.getParent(), moved.getPath().getName());
        if (fileSystem.exists(place)) {
          LOG.warn(
              "A job was killed that was about to replace {}: {} is what it replaced; move it or"
                  + " remove {}",
              place,
              moved.getPath(),
              folder);
          empty = false;
        } else {
          move(conf, fileSystem, moved.getPath(), place);
          LOG.warn("{} is put back; a job was killed that was about to replace it", place);
        }
      }
    }
    if (empty) {
      fileSystem.delete(folder, true);
    }
  }

  /** Renames; {@code FileSystem.rename} would move into a directory that somebody has just made. */
  private void move(Path from, Path to) throws IOException {
    move(conf, fileSystem, from, to);
  }

  private static void move(Configuration conf, FileSystem fileSystem, Path from, Path to)
      throws IOException {
    FileContext context;
    try {
      context = FileContext.getFileContext(from.toUri(), conf);
    } catch (UnsupportedFileSystemException withoutContext) {
      // Such as hail://, and object stores, where somebody may win the race between both calls.
      if (fileSystem.exists(to)) {
        throw new FileAlreadyExistsException(to + " was made meanwhile");
      }
      if (!fileSystem.rename(from, to)) {
        throw new IOException(from + " could not be renamed to " + to);
      }
      return;
    }
    context.rename(from, to);
  }

  private void moveBack(Exception failure) {
    try {
      move(old, target);
    } catch (IOException | RuntimeException stays) {
      LOG.error("The former {} is {}", target, old);
      failure.addSuppressed(stays);
    }
  }

  private void removeFolder() {
    try {
      fileSystem.delete(folder, true);
    } catch (IOException stays) {
      LOG.warn("{} could not be removed", folder, stays);
    }
  }
}
