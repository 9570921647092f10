// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client;

import dev.hail.protocol.CallerMark;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;

/**
 * A path on one HDFS, with mount tables and links resolved.
 *
 * @param fileSystem the file system that holds it; shared, not to be closed
 * @param path absolute and with scheme and authority
 */
public record HdfsPath(DistributedFileSystem fileSystem, Path path) {

  /**
   * Resolves an existing path.
   *
   * @throws PathException if there is no such path or it is not on HDFS
   * @throws IOException if the namenode does not answer
   */
  public static HdfsPath resolve(Configuration configuration, Path path) throws IOException {
    FileSystem given = path.getFileSystem(configuration);
    Path resolved;
    try {
      resolved = given.resolvePath(path);
    } catch (FileNotFoundException missing) {
      throw new PathException(path, "No such file or directory", "", missing);
    }
    DistributedFileSystem hdfs = hdfs(path, resolved.getFileSystem(configuration));
    return new HdfsPath(hdfs, hdfs.makeQualified(resolved));
  }

  /**
   * Returns the directory that a path is in: the working directory for a name alone, null for the
   * root. The parent that Hadoop gives for a name alone is empty, and no message could name it.
   */
  public static Path parentOf(Configuration configuration, Path path) throws IOException {
    Path parent = path.getParent();
    return parent != null && parent.toString().isEmpty()
        ? path.getFileSystem(configuration).getWorkingDirectory()
        : parent;
  }

  /**
   * Wraps a path that was resolved before, without asking the namenode.
   *
   * @param path what {@link #path()} of a resolved path returned
   * @throws PathException if it is not on HDFS
   */
  public static HdfsPath resolved(Configuration configuration, Path path) throws IOException {
    return new HdfsPath(hdfs(path, path.getFileSystem(configuration)), path);
  }

  private static DistributedFileSystem hdfs(Path path, FileSystem actual) throws PathException {
    if (actual instanceof DistributedFileSystem hdfs) {
      return hdfs;
    }
    throw new PathException(
        path,
        "is on " + actual.getUri() + ", not on HDFS",
        "HAIL files live on HDFS: set HADOOP_CONF_DIR, or name the cluster with"
            + " -fs hdfs://NAMENODE:PORT.");
  }

  /** The path without scheme and authority, as the namenode knows it. */
  public String source() {
    return path.toUri().getPath();
  }

  /**
   * Asks the namenode for the blocks of a range, as a reader that keeps to one replica of each.
   *
   * @param offset first byte of the range
   * @param length bytes of the range; blocks that it touches are given whole
   */
  public LocatedBlocks locatedBlocks(long offset, long length) throws IOException {
    return CallerMark.marked(
        () -> fileSystem.getClient().getLocatedBlocks(source(), offset, length));
  }

  /**
   * Asks the namenode for the block pool of a file.
   *
   * @return its id; empty for a file without blocks
   */
  public String blockPoolId() throws IOException {
    List<LocatedBlock> first = locatedBlocks(0, 1).getLocatedBlocks();
    return first.isEmpty() ? "" : first.get(0).getBlock().getBlockPoolId();
  }

  /** Whether the path is in a snapshot, where nothing can be written. */
  public boolean isInSnapshot() {
    return List.of(source().split(Path.SEPARATOR)).contains(HdfsConstants.DOT_SNAPSHOT_DIR);
  }

  /** Returns the path of a file or directory in this directory. */
  public HdfsPath child(String name) {
    return new HdfsPath(fileSystem, new Path(path, name));
  }

  @Override
  public String toString() {
    return path.toString();
  }
}
