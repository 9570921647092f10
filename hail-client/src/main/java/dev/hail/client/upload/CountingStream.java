// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.upload;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Reports to a counter how many bytes are read. */
final class CountingStream extends FilterInputStream {
  private final TextSource.ByteCounter counter;

  CountingStream(InputStream in, TextSource.ByteCounter counter) {
    super(in);
    this.counter = counter;
  }

  @Override
  public int read() throws IOException {
    int value = super.read();
    if (value >= 0) {
      counter.add(1);
    }
    return value;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    int read = super.read(target, offset, length);
    if (read > 0) {
      counter.add(read);
    }
    return read;
  }

  @Override
  public long skip(long bytes) throws IOException {
    long skipped = super.skip(bytes);
    counter.add(skipped);
    return skipped;
  }
}
