// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.fs;

import dev.hail.client.PathException;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options.Rename;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;

/**
 * Checks that this user may take a file or directory from its place, before something is written
 * that replaces it. HDFS does not ask for that right when a rename overwrites: the sticky bit of a
 * directory protects its files from {@code hdfs dfs -rm} and not from such a rename.
 */
public final class RemovalRights {
  private RemovalRights() {}

  /**
   * Checks a file or directory; if nothing is there, there is nothing to check.
   *
   * @param existing a path of this file system
   * @throws PathException if the file system would not rename it for this user, with its reason
   */
  public static void check(FileSystem fileSystem, Path existing) throws IOException {
    Path whole = fileSystem.makeQualified(existing);
    try {
      FileStatus status = fileSystem.getFileStatus(whole);
      // A directory may also hold what keeps it where it is, such as snapshots.
      if (status.isDirectory() || isSticky(fileSystem, whole.getParent())) {
        renameToItself(fileSystem, whole);
      }
    } catch (FileNotFoundException | FileAlreadyExistsException permitted) {
      // Who may rename is told that the new name is taken, by its old one.
    } catch (AccessControlException denied) {
      throw refusal(existing, denied, "Ask its owner, or choose another name.");
    } catch (RemoteException refused) {
      throw refusal(existing, refused, "Choose another name.");
    }
  }

  private static boolean isSticky(FileSystem fileSystem, Path directory) throws IOException {
    return fileSystem.getFileStatus(directory).getPermission().getStickyBit();
  }

  /** Changes nothing: HDFS checks the rights and then refuses, other file systems just refuse. */
  private static void renameToItself(FileSystem fileSystem, Path path) throws IOException {
    if (fileSystem instanceof DistributedFileSystem hdfs) {
      hdfs.rename(path, path, Rename.NONE);
    } else {
      FileContext.getFileContext(path.toUri(), fileSystem.getConf())
          .rename(path, path, Rename.NONE);
    }
  }

  private static PathException refusal(Path existing, IOException reason, String remedy) {
    return new PathException(existing, PathException.firstLine(reason), remedy, reason);
  }
}
