// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.assembly;

import dev.hail.format.block.layout.CorruptBlockException;
import dev.hail.format.block.layout.NewerFormatException;
import dev.hail.format.block.sort.BlockNeed;
import java.io.Closeable;
import java.util.concurrent.Executor;

/**
 * The part of the {@link AssemblyMemory} in which one block of a file is sorted. Made from the
 * block's preamble without allocating anything; arrays are made when the room is there.
 */
public final class BlockRoom implements Closeable {
  private final AssemblyMemory memory;
  private final byte[] preamble;

  /** Null for a block that cannot be sorted here. */
  private final AssemblyMemory.Claim claim;

  /**
   * The room for a block.
   *
   * @param volume storage ID of the block's volume
   * @param preamble the first 72 bytes of the block
   */
  public BlockRoom(AssemblyMemory memory, String volume, byte[] preamble) {
    this.memory = memory;
    this.preamble = preamble.clone();
    this.claim = claim(memory, volume, preamble);
  }

  private static AssemblyMemory.Claim claim(AssemblyMemory memory, String volume, byte[] preamble) {
    try {
      BlockNeed need = BlockNeed.of(preamble);
      return memory.fits(need) ? memory.claim(volume, need) : null;
    } catch (CorruptBlockException | NewerFormatException e) {
      // Said by obstacle() to whoever asks.
      return null;
    }
  }

  /**
   * Runs work when the room is there: at once, or later by whoever gives room back, so the work
   * must return at once. A block that cannot be sorted here waits for nothing.
   */
  public Executor whenFree() {
    return claim == null ? Runnable::run : claim;
  }

  /**
   * Why there is never room for the block, in words with figures; empty if there is.
   *
   * @throws CorruptBlockException if no block can be as its preamble says
   * @throws NewerFormatException if the block is of a format that this release cannot sort
   */
  public String obstacle() throws CorruptBlockException, NewerFormatException {
    return claim == null ? memory.obstacle(BlockNeed.of(preamble)) : "";
  }

  /**
   * The array for the block as it is, at least as long as the block.
   *
   * @throws IllegalStateException if the room is not there
   */
  public byte[] array() {
    return buffer().array();
  }

  /**
   * The array for the sorted block, at least as long as the block.
   *
   * @throws IllegalStateException if the room is not there
   */
  public byte[] copy() {
    return buffer().copy();
  }

  private AssemblyMemory.Buffer buffer() {
    if (claim == null) {
      throw new IllegalStateException("The block cannot be sorted here and has no room");
    }
    return claim.buffer();
  }

  /** Gives the room back, or waits for it no longer. */
  @Override
  public void close() {
    if (claim != null) {
      claim.close();
    }
  }
}
