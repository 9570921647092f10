// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli.output;

import dev.hail.format.text.ByteOrderMark;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Puts a byte order mark in front of a text that starts with one, because readers leave out one.
 * The first bytes must be written at once, as {@link DelimitedEncoder} gives them.
 */
public final class MarkedStart extends FilterOutputStream {
  private boolean started;

  /** Writes a text to a stream. */
  public MarkedStart(OutputStream out) {
    super(out);
  }

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    if (!started && length > 0) {
      started = true;
      if (ByteOrderMark.starts(bytes, offset, offset + length)) {
        out.write(ByteOrderMark.bytes());
      }
    }
    out.write(bytes, offset, length);
  }
}
