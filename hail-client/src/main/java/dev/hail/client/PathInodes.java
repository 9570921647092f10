// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;

/**
 * Tells whether paths on HDFS lead to the same place, however they are written. A namenode has many
 * names, and mount tables give more, so this compares inode numbers and not texts. It remembers
 * what it has asked. Not safe for use by several threads.
 */
public final class PathInodes {
  /**
   * A file or directory.
   *
   * @param namespace number of its namespace, within one {@link PathInodes}
   */
  public record Inode(int namespace, long number) {}

  /** Where a namespace begins; no two of them have the same times and numbers. */
  private record Root(long number, long modified, String owner) {}

  private final Configuration configuration;
  private final Map<Path, Optional<Inode>> known = new HashMap<>();
  private final List<FileSystem> namespaces = new ArrayList<>();

  public PathInodes(Configuration configuration) {
    this.configuration = configuration;
  }

  /**
   * Returns the file or directory that a path leads to.
   *
   * @return empty if nothing is there, or if the path is not on HDFS
   */
  public Optional<Inode> at(Path path) throws IOException {
    return find(resolved(path));
  }

  /**
   * Returns the directories above a path that exist, from below.
   *
   * @return empty if the path is not on HDFS
   */
  public List<Inode> above(Path path) throws IOException {
    List<Inode> above = new ArrayList<>();
    for (Path at = resolved(path).getParent(); at != null; at = at.getParent()) {
      find(at).ifPresent(above::add);
    }
    return above;
  }

  /** Follows mount tables, which know only paths that exist. */
  private Path resolved(Path path) throws IOException {
    FileSystem fileSystem = path.getFileSystem(configuration);
    Path whole = fileSystem.makeQualified(path);
    List<String> missing = new ArrayList<>();
    for (Path at = whole; at != null; at = at.getParent()) {
      try {
        Path found = fileSystem.resolvePath(at);
        for (int i = missing.size() - 1; i >= 0; i--) {
          found = new Path(found, missing.get(i));
        }
        return found;
      } catch (FileNotFoundException further) {
        missing.add(at.getName());
      }
    }
    return whole;
  }

  private Optional<Inode> find(Path path) throws IOException {
    Optional<Inode> remembered = known.get(path);
    if (remembered != null) {
      return remembered;
    }
    Optional<Inode> found = Optional.empty();
    FileSystem fileSystem = path.getFileSystem(configuration);
    try {
      if (fileSystem.getFileStatus(path) instanceof HdfsFileStatus status) {
        found = Optional.of(new Inode(namespace(fileSystem), status.getFileId()));
      }
    } catch (FileNotFoundException missing) {
      // Nothing is there.
    }
    known.put(path, found);
    return found;
  }

  private int namespace(FileSystem fileSystem) throws IOException {
    for (int i = 0; i < namespaces.size(); i++) {
      FileSystem other = namespaces.get(i);
      if (fileSystem.getUri().equals(other.getUri()) || haveOneRoot(fileSystem, other)) {
        return i;
      }
    }
    namespaces.add(fileSystem);
    return namespaces.size() - 1;
  }

  private static boolean haveOneRoot(FileSystem one, FileSystem other) throws IOException {
    Root before = root(one);
    if (before.equals(root(other))) {
      return true;
    }
    boolean changedMeanwhile = !before.equals(root(one));
    return changedMeanwhile && haveOneRoot(one, other);
  }

  private static Root root(FileSystem fileSystem) throws IOException {
    HdfsFileStatus root = (HdfsFileStatus) fileSystem.getFileStatus(new Path("/"));
    return new Root(root.getFileId(), root.getModificationTime(), root.getOwner());
  }
}
