// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce.adaptive;

import java.io.Closeable;
import java.io.IOException;

/** Takes indexed blocks. Only one thread uses it. */
interface ReplicaStore extends Closeable {
  /**
   * Stores a block for use by all later jobs.
   *
   * @param sorted the whole block in its new order
   * @return false if a replica of that order already existed
   */
  boolean store(ChosenBlock block, byte[] sorted) throws IOException;
}
