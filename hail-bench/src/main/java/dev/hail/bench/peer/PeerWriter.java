// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.peer;

import dev.hail.format.block.read.RowBatch;
import java.io.Closeable;
import java.io.IOException;

/** Writes one file of another format. */
interface PeerWriter extends Closeable {
  /**
   * Appends all rows of a batch in order.
   *
   * @param batch batch with all attributes of the schema
   */
  void write(RowBatch batch) throws IOException;
}
