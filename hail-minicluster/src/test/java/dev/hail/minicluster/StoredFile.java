// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;

/**
 * What HDFS tells of a file or directory. HDFS changes no byte of a file that keeps this. {@link
 * FileStatus} compares paths alone.
 *
 * @param length bytes; 0 of a directory
 * @param changed time of the last change in ms; of a directory, when a name in it came or went
 */
public record StoredFile(
    Path path,
    boolean directory,
    long inode,
    long length,
    long changed,
    String owner,
    String group,
    String mode) {

  private static StoredFile of(FileStatus status) {
    return new StoredFile(
        status.getPath(),
        status.isDirectory(),
        ((HdfsFileStatus) status).getFileId(),
        status.getLen(),
        status.getModificationTime(),
        status.getOwner(),
        status.getGroup(),
        status.getPermission().toString());
  }

  /** Returns all that is below a directory of HDFS, each directory before what is in it. */
  public static List<StoredFile> below(FileSystem fileSystem, Path directory) throws IOException {
    List<StoredFile> found = new ArrayList<>();
    for (FileStatus each : fileSystem.listStatus(directory)) {
      found.add(of(each));
      if (each.isDirectory()) {
        found.addAll(below(fileSystem, each.getPath()));
      }
    }
    return found;
  }

  /** The same, with no time of a directory, in which temporary files come and go. */
  public StoredFile withoutTimeOfDirectory() {
    return directory ? new StoredFile(path, true, inode, length, 0, owner, group, mode) : this;
  }
}
