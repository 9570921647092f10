// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.convert;

import dev.hail.format.block.layout.BlockFront;
import dev.hail.format.block.layout.CorruptBlockException;
import dev.hail.format.block.layout.NewerFormatException;
import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.Executor;

/** The bytes of a whole block as they came, held until closed. */
public interface RawBlock extends Closeable {

  /**
   * Runs work when there is room for the block and all that sorting it takes: at once, or later by
   * whoever gives room back. Called at most once, and before {@link #bytes} and {@link #copy}.
   */
  Executor whenRoom();

  /**
   * Why there is never room for the block on this datanode, in words; empty if there is.
   *
   * @throws CorruptBlockException if no block can be as its preamble says
   * @throws NewerFormatException if the block is of a format that this release cannot sort
   */
  String obstacle() throws CorruptBlockException, NewerFormatException;

  /** An array that begins with the block; longer arrays are allowed. Loads the block if need be. */
  byte[] bytes() throws IOException;

  /** Whether the bytes are in memory already, so that reading them waits for no disk. */
  boolean isInMemory();

  /**
   * Reads the front alone, without the index, whose memory nobody has made room for.
   *
   * @throws dev.hail.format.block.layout.CorruptBlockException if it is damaged
   */
  BlockFront front() throws IOException;

  /** Length of the block in bytes. */
  int length();

  /** An array for the sorted block, at least as long as the block. Its content is arbitrary. */
  byte[] copy();

  /**
   * The block is to be stored as it came: a chance to bring it to disk before anybody waits for
   * that. Called after the conversion has ended.
   */
  void onKept();

  @Override
  void close();
}
