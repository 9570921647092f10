// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.protocol;

import java.util.Objects;

/**
 * A report that a job or reader uses an index of pseudo replicas, or would use it if it existed.
 *
 * @param path absolute path of the file, without scheme and authority
 * @param sortAttribute position of the attribute, from 1
 * @param servedBytes bytes of blocks that were read by the index, at least 0
 * @param savedBytes bytes of these blocks that need not be read, 0 to {@code servedBytes}
 * @param wantedBytes bytes of blocks that are read whole because the index lacks them, at least 0
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

  /** A report that somebody is about to read the index. */
  public static IndexUseNote begins(String path, int sortAttribute) {
    return new IndexUseNote(path, sortAttribute, 0, 0, 0);
  }

  /**
   * The namenode's answer.
   *
   * @param roomBytes bytes that the budget can still hold of pseudo replicas in this order; {@link
   *     Long#MAX_VALUE} without limit, 0 if the report wanted none
   * @param leaseMillis time in milliseconds for which the index counts as in use
   */
  public record Answer(long roomBytes, long leaseMillis) {}
}
