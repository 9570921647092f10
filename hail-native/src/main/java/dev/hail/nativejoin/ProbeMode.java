// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

/**
 * When a native join looks up the rows of probe batches. The result rows and their order are the
 * same in both modes. {@link JavaJoins} always looks them up at once.
 */
public enum ProbeMode {
  /** Looks up the rows of a batch when their results are asked for. */
  DIRECT(0),
  /**
   * Collects the rows of several batches and looks them up when a buffer is full. Lookups go
   * partition by partition, so that a partition of the table stays in the processor's cache (Barber
   * et al., Memory-Efficient Hash Joins, section 3.2).
   */
  BUFFERED(1);

  private final int code;

  ProbeMode(int code) {
    this.code = code;
  }

  /** Returns the number of this mode in hail_join.h and in images. */
  int code() {
    return code;
  }
}
