// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.convert;

import java.io.Closeable;
import java.io.IOException;

/** The bytes of a whole block as they came, held until closed. */
public interface RawBlock extends Closeable {

  /** An array that begins with the block; longer arrays are allowed. Loads the block if need be. */
  byte[] bytes() throws IOException;

  /** Length of the block in bytes. */
  int length();

  /** Room for the sorted block: an array at least as long, whose content is arbitrary. */
  byte[] room();

  /**
   * The block is to be stored as it came: a chance to bring it to disk before anybody waits for
   * that. Called after the conversion has ended.
   */
  void keep();

  @Override
  void close();
}
