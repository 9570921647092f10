// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.space;

/**
 * Most space that pseudo replicas may take.
 *
 * @param fileShare for those of one file, as a share of what the replicas of the file itself take;
 *     negative for no limit
 * @param clusterBytes for all together; negative for no limit
 */
public record SpaceBudget(double fileShare, long clusterBytes) {
  /** What {@link #ofFile} and {@link #ofCluster} say where there is no limit. */
  public static final long UNLIMITED = Long.MAX_VALUE;

  public SpaceBudget {
    if (Double.isNaN(fileShare)) {
      throw new IllegalArgumentException("the share of a file is no number");
    }
  }

  /** Bytes for the pseudo replicas of one file. */
  public long ofFile(FileSize file) {
    // A double beyond the range of long becomes the greatest one.
    return fileShare < 0 ? UNLIMITED : (long) (fileShare * file.stored());
  }

  /** Bytes for all pseudo replicas. */
  public long ofCluster() {
    return clusterBytes < 0 ? UNLIMITED : clusterBytes;
  }
}
