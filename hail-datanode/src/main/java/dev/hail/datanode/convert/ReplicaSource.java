// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.convert;

import dev.hail.format.block.layout.BlockSource;
import java.io.IOException;
import java.io.RandomAccessFile;

/**
 * A block in an open file of a volume.
 *
 * @param file closed by its owner
 */
public record ReplicaSource(RandomAccessFile file) implements BlockSource {
  @Override
  public long length() throws IOException {
    return file.length();
  }

  @Override
  public void readFully(long position, byte[] target, int offset, int length) throws IOException {
    file.seek(position);
    file.readFully(target, offset, length);
  }
}
