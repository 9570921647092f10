// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.protocol;

import java.util.Objects;

/**
 * Use that a job or reader makes of an index by which a file has pseudo replicas, or would make.
 *
 * @param path absolute path of the file, without scheme and authority
 * @param sortAttribute position of the attribute, from 1
 * @param servedBytes bytes of blocks that were read by the index, at least 0
 * @param savedBytes those of them that did not have to be read, 0 to {@code servedBytes}
 * @param wantedBytes bytes of blocks that are read whole for want of the index, at least 0
 */
public record IndexUseNote(
    String path, int sortAttribute, long servedBytes, long savedBytes, long wantedBytes) {
  public IndexUseNote {
    Objects.requireNonNull(path, "path is null");
    boolean sensible =
        sortAttribute >= 1 && savedBytes >= 0 && savedBytes <= servedBytes && wantedBytes >= 0;
    if (!sensible) {
      throw new IllegalArgumentException(
          "no use of an index by attribute "
              + sortAttribute
              + ": served "
              + servedBytes
              + ", saved "
              + savedBytes
              + ", wanted "
              + wantedBytes);
    }
  }

  /** Somebody is about to read the index. */
  public static IndexUseNote begins(String path, int sortAttribute) {
    return new IndexUseNote(path, sortAttribute, 0, 0, 0);
  }

  /**
   * What the namenode says to it.
   *
   * @param roomBytes bytes of pseudo replicas in this order that the budget has room for; {@link
   *     Long#MAX_VALUE} without limit, 0 if nothing was wanted
   * @param leaseMillis the index counts as in use for that long
   */
  public record Answer(long roomBytes, long leaseMillis) {}
}
