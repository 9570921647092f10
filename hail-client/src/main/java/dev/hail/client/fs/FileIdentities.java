// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.fs;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;

/**
 * Tells whether paths lead to the same file or directory, however they are written. A namenode has
 * many names, and mount tables give more, so on HDFS this compares inode numbers and not texts. It
 * remembers what it has asked. Not safe for use by several threads.
 */
public final class FileIdentities {
  /**
   * A file or directory that exists.
   *
   * @param system number of its file system, within one {@link FileIdentities}
   * @param id the number of its inode on HDFS; its path elsewhere
   */
  public record FileIdentity(int system, Object id) {}

  /** Where a namespace begins; no two of them have the same times and numbers. */
  private record Root(long number, long modified, String owner) {}

  private final Configuration configuration;
  private final Map<Path, Optional<FileIdentity>> known = new HashMap<>();
  private final List<FileSystem> systems = new ArrayList<>();

  public FileIdentities(Configuration configuration) {
    this.configuration = configuration;
  }

  /**
   * Returns the file or directory that a path leads to.
   *
   * @return empty if nothing is there
   */
  public Optional<FileIdentity> at(Path path) throws IOException {
    return find(resolved(path));
  }

  /** Returns the directories above a path that exist, from below. */
  public List<FileIdentity> above(Path path) throws IOException {
    List<FileIdentity> above = new ArrayList<>();
    for (Path at = resolved(path).getParent(); at != null; at = at.getParent()) {
      find(at).ifPresent(above::add);
    }
    return above;
  }

  /** Follows mount tables, which know only paths that exist. */
  private Path resolved(Path path) throws IOException {
    FileSystem fileSystem = path.getFileSystem(configuration);
    Path whole = fileSystem.makeQualified(path);
    if (fileSystem instanceof DistributedFileSystem) {
      // Paths of a namenode lead nowhere else, and each question costs a call.
      return whole;
    }
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

  private Optional<FileIdentity> find(Path resolved) throws IOException {
    Path path = belowHail(resolved);
    Optional<FileIdentity> remembered = known.get(path);
    if (remembered != null) {
      return remembered;
    }
    Optional<FileIdentity> found = Optional.empty();
    FileSystem fileSystem = path.getFileSystem(configuration);
    try {
      FileStatus status = fileSystem.getFileStatus(path);
      Object id = status instanceof HdfsFileStatus hdfs ? hdfs.getFileId() : path.toUri().getPath();
      found = Optional.of(new FileIdentity(system(fileSystem), id));
    } catch (FileNotFoundException missing) {
      // Nothing is there.
    }
    known.put(path, found);
    return found;
  }

  /** {@code hail://} is another way to the files of HDFS. */
  private static Path belowHail(Path path) {
    URI uri = path.toUri();
    return HailFileSystem.SCHEME.equals(uri.getScheme())
        ? new Path(HdfsConstants.HDFS_URI_SCHEME, uri.getAuthority(), uri.getPath())
        : path;
  }

  private int system(FileSystem fileSystem) throws IOException {
    for (int i = 0; i < systems.size(); i++) {
      FileSystem other = systems.get(i);
      if (fileSystem.getUri().equals(other.getUri()) || haveOneRoot(fileSystem, other)) {
        return i;
      }
    }
    systems.add(fileSystem);
    return systems.size() - 1;
  }

  private static boolean haveOneRoot(FileSystem one, FileSystem other) throws IOException {
    Optional<Root> before = root(one);
    if (before.isEmpty()) {
      return false;
    }
    if (before.equals(root(other))) {
      return true;
    }
    boolean changedMeanwhile = !before.equals(root(one));
    return changedMeanwhile && haveOneRoot(one, other);
  }

  /** Returns the root of a namespace of HDFS; empty for another file system. */
  private static Optional<Root> root(FileSystem fileSystem) throws IOException {
    return fileSystem.getFileStatus(new Path("/")) instanceof HdfsFileStatus root
        ? Optional.of(new Root(root.getFileId(), root.getModificationTime(), root.getOwner()))
        : Optional.empty();
  }
}
