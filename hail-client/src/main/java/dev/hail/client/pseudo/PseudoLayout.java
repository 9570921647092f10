// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.pseudo;

import dev.hail.conf.HailConfigKeys;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Where pseudo block replicas lie on HDFS, below the directory that {@code hail.adaptive.directory}
 * names:
 *
 * <pre>
 * staging/WRITER.BLOCK_STAMP_ATTRIBUTE       written by anybody, not yet a replica
 * claimed/USER-WRITER.BLOCK_STAMP_ATTRIBUTE  being published for that user, whose name is in hexadecimal
 * replicas/SECRET/BLOCK_STAMP_ATTRIBUTE      replicas of the blocks of one file
 * </pre>
 *
 * Nobody but the superuser can enter {@code claimed}, or list {@code replicas}. Its directories
 * have names that cannot be guessed, which the namenode tells those who may read the file whose
 * blocks they are of: the directories that lead to that file guard its pseudo replicas, too.
 *
 * @param root absolute path without scheme and authority
 */
public record PseudoLayout(Path root) {

  /** The layout that the configuration of a namenode names. */
  public static PseudoLayout of(Configuration conf) {
    String root = conf.getTrimmed(HailConfigKeys.ADAPTIVE_DIRECTORY, "");
    if (root.isEmpty()) {
      root = HailConfigKeys.ADAPTIVE_DIRECTORY_DEFAULT;
    }
    Path path = new Path(root);
    if (!path.isAbsolute() || path.toUri().getScheme() != null || path.isRoot()) {
      throw new IllegalArgumentException(
          HailConfigKeys.ADAPTIVE_DIRECTORY
              + " must be an absolute path below / without scheme and authority, it is `"
              + root
              + "'");
    }
    return new PseudoLayout(path);
  }

  /** Directory of files that are being written or wait to be published. */
  public Path staging() {
    return new Path(root, "staging");
  }

  /** Directory of files that are being published. */
  public Path claimed() {
    return new Path(root, "claimed");
  }

  /**
   * Where a staged file is while it is published.
   *
   * @param user short name of who publishes it
   */
  public Path claimed(Path staged, String user) {
    String hexadecimal = HexFormat.of().formatHex(user.getBytes(StandardCharsets.UTF_8));
    return new Path(claimed(), hexadecimal + "-" + staged.getName());
  }

  /** Directory of the directories of replicas. */
  public Path replicas() {
    return new Path(root, "replicas");
  }

  /** Whether a file may become a replica: it lies in the directory for that. */
  public boolean isStaged(Path file) {
    return staging().equals(file.getParent());
  }

  /**
   * Whether a file lies somewhere here, be it a replica or not.
   *
   * @param path absolute path without scheme and authority
   */
  public boolean contains(String path) {
    return path.startsWith(root + "/");
  }

  /**
   * What the file at a path is to be, staged, claimed or published.
   *
   * @param path absolute path without scheme and authority
   * @return null if it is no pseudo block replica
   */
  public PseudoName nameOf(String path) {
    if (!contains(path)) {
      return null;
    }
    Path file = new Path(path);
    Path parent = file.getParent();
    boolean published = parent != null && replicas().equals(parent.getParent());
    boolean becoming = isStaged(file) || claimed().equals(parent);
    return published || becoming ? PseudoName.parse(file.getName()) : null;
  }
}
