// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce.adaptive;

import java.util.Objects;

/**
 * A block that a map task has read whole and offers for indexing.
 *
 * @param block which block it is
 * @param bytes the whole block, in whatever order; not to be changed any more
 */
@SuppressWarnings("ArrayRecordComponent") // handed from thread to thread, never compared
public record Offer(ChosenBlock block, byte[] bytes) {
  public Offer {
    Objects.requireNonNull(block, "block is null");
    Objects.requireNonNull(bytes, "bytes is null");
  }
}
