// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.convert;

import dev.hail.format.block.layout.BlockFront;
import java.io.IOException;
import java.util.concurrent.Executor;

/** A block in an array, with room to sort it. */
final class BlockOfBytes implements RawBlock {
  private final byte[] bytes;

  BlockOfBytes(byte[] bytes) {
    this.bytes = bytes;
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
    return BlockFront.parse(bytes, bytes.length);
  }

  @Override
  public byte[] bytes() {
    return bytes;
  }

  @Override
  public int length() {
    return bytes.length;
  }

  @Override
  public byte[] copy() {
    return new byte[bytes.length];
  }

  @Override
  public void onKept() {}

  @Override
  public void close() {}
}
