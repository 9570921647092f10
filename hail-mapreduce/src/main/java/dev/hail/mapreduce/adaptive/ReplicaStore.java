// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce.adaptive;

import java.io.Closeable;
import java.io.IOException;

/** Where indexed blocks go. Used by one thread. */
interface ReplicaStore extends Closeable {
  /**
   * Stores a block for all to use.
   *
   * @param sorted the whole block in its new order
   * @return false if there was one of that order already
   */
  boolean store(ChosenBlock block, byte[] sorted) throws IOException;
}
