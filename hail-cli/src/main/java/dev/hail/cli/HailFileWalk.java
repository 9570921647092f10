// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import dev.hail.client.FileMark;
import dev.hail.client.HdfsPath;
import dev.hail.client.Parallel;
import dev.hail.client.read.FirstBytes;
import dev.hail.client.upload.Upload;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.viewfs.ViewFileSystem;

/**
 * Finds the HAIL files below a directory: by HAIL's extended attributes, or else by their first
 * bytes.
 */
final class HailFileWalk {
  private final Configuration configuration;
  private final int threads;

  /**
   * @param threads files that are looked at at the same time, at least 1
   */
  HailFileWalk(Configuration configuration, int threads) {
    this.configuration = configuration;
    this.threads = threads;
  }

  /**
   * A file to check, or a directory that cannot be looked into.
   *
   * @param failure why nothing below the directory can be found; null for a file
   */
  record Found(Path path, IOException failure) {
    static Found file(Path path) {
      return new Found(path, null);
    }
  }

  /**
   * Returns the HAIL files below a directory, in order of name. A file that may be a HAIL file
   * counts as one, for example if its first block is lost: opening it says why.
   *
   * @throws IOException if the namenode does not answer
   */
  List<Found> below(Path directory) throws IOException {
    List<Found> found = new ArrayList<>();
    add(directory, found);
    return found;
  }

  private void add(Path directory, List<Found> found) throws IOException {
    List<FileStatus> children;
    try {
      children = children(directory);
    } catch (IOException closed) {
      if (!Failures.concernsOneFile(closed)) {
        throw closed;
      }
      if (!isGone(closed)) {
        found.add(new Found(directory, closed));
      }
      return;
    }
    List<Boolean> hail = Parallel.map(children, threads, this::mayBeHail);
    for (int i = 0; i < children.size(); i++) {
      Path child = children.get(i).getPath();
      if (children.get(i).isDirectory()) {
        // Blocks that an upload has not joined yet are no files of a user.
        if (!Upload.isFolder(child.getName())) {
          add(child, found);
        }
      } else if (hail.get(i)) {
        found.add(Found.file(child));
      }
    }
  }

  /** Whether somebody removed the directory meanwhile, and its files with it. */
  private static boolean isGone(IOException failure) {
    return failure instanceof FileNotFoundException
        || failure.getCause() instanceof FileNotFoundException;
  }

  private List<FileStatus> children(Path directory) throws IOException {
    FileSystem fileSystem = directory.getFileSystem(configuration);
    boolean mounts =
        fileSystem instanceof ViewFileSystem
            && fileSystem.resolvePath(directory).getFileSystem(configuration) == fileSystem;
    if (!mounts) {
      HdfsPath.resolve(configuration, directory);
    }
    FileStatus[] children = fileSystem.listStatus(directory);
    Arrays.sort(children);
    for (int i = 0; mounts && i < children.length; i++) {
      // A mount table lists what is mounted as links.
      children[i] = fileSystem.getFileStatus(children[i].getPath());
    }
    return List.of(children);
  }

  private boolean mayBeHail(FileStatus file) throws IOException {
    if (file.isDirectory()) {
      return false;
    }
    try {
      HdfsPath path = HdfsPath.resolve(configuration, file.getPath());
      return FileMark.isIn(path.fileSystem().getXAttrs(path.path()))
          || FirstBytes.areHail(path, file);
    } catch (IOException unknown) {
      if (!Failures.concernsOneFile(unknown)) {
        throw unknown;
      }
      // Nothing may be skipped silently: opening the file fails in turn and is reported.
      return true;
    }
  }
}
