// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce.adaptive;

import dev.hail.client.HdfsPath;
import dev.hail.client.pseudo.PseudoName;
import java.util.Objects;

/**
 * A block that a map task has read whole and that is to be indexed.
 *
 * @param file the file it is a block of
 * @param name which block, and the order it is to get
 * @param bytes the whole block, in whatever order; not to be changed any more
 */
@SuppressWarnings("ArrayRecordComponent") // handed from thread to thread, never compared
public record Offer(HdfsPath file, PseudoName name, byte[] bytes) {
  public Offer {
    Objects.requireNonNull(file, "file is null");
    Objects.requireNonNull(name, "name is null");
    Objects.requireNonNull(bytes, "bytes is null");
  }

  @Override
  public String toString() {
    return "block " + name.blockId() + " of " + file + " by attribute " + name.sortAttribute();
  }
}
