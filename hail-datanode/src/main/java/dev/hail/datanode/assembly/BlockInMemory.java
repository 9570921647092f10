// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.assembly;

import dev.hail.datanode.convert.RawBlock;
import dev.hail.format.block.layout.BlockFront;
import java.io.IOException;
import java.util.concurrent.Executor;

/** A whole block in a buffer that stays until the conversion has ended. */
final class BlockInMemory implements RawBlock {
  private final AssemblyMemory.Buffer held;
  private final int length;
  private final Runnable onKept;

  /**
   * A block that was gathered in memory.
   *
   * @param held begins with the block; released with it
   * @param length bytes of the block
   * @param onKept brings the block to its file if it is stored as it came
   */
  BlockInMemory(AssemblyMemory.Buffer held, int length, Runnable onKept) {
    this.held = held;
    this.length = length;
    this.onKept = onKept;
  }

  @Override
  public Executor whenRoom() {
    return Runnable::run;
  }

  @Override
  public String obstacle() {
    return "";
  }

  @Override
  public boolean isInMemory() {
    return true;
  }

  @Override
  public BlockFront front() throws IOException {
    return BlockFront.parseWithoutIndex(held.array(), length);
  }

  @Override
  public byte[] bytes() {
    return held.array();
  }

  @Override
  public int length() {
    return length;
  }

  @Override
  public byte[] copy() {
    return held.copy();
  }

  @Override
  public void onKept() {
    onKept.run();
  }

  @Override
  public void close() {
    held.releaseCopy();
    held.release();
  }
}
