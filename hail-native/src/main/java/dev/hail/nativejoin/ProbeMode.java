// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

/**
 * When a native join looks up the rows of probe batches. {@link JavaJoins} does at once and ignores
 * it; the rows of the result and their order are the same.
 */
public enum ProbeMode {
  /** Those of a batch as they are asked for. */
  DIRECT(0),
  /**
   * Those of several batches when a buffer is full, piece by piece of the table so that a piece
   * stays in the processor's cache (Barber et al., Memory-Efficient Hash Joins, section 3.2).
   */
  BUFFERED(1);

  private final int code;

  ProbeMode(int code) {
    this.code = code;
  }

  /** The number of this mode in hail_join.h and in images. */
  int code() {
    return code;
  }
}
