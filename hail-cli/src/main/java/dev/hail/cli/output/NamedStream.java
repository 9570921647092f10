// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli.output;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** A stream whose failures name what is written, so that nobody looks for them in what is read. */
final class NamedStream extends FilterOutputStream {
  private final String name;
  private final boolean shared;
  private boolean readerGone;

  /** A stream that has the other for itself. */
  NamedStream(String name, OutputStream out) {
    this(name, out, false);
  }

  /**
   * @param shared whether the other stream stays open when this one is closed
   */
  NamedStream(String name, OutputStream out, boolean shared) {
    super(out);
    this.name = name;
    this.shared = shared;
  }

  /** Whether a write failed because the reader of the pipe has closed it. */
  boolean isReaderGone() {
    return readerGone;
  }

  @Override
  public void write(int one) throws IOException {
    try {
      out.write(one);
    } catch (IOException failure) {
      throw named(failure);
    }
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    try {
      out.write(bytes, offset, length);
    } catch (IOException failure) {
      throw named(failure);
    }
  }

  @Override
  public void flush() throws IOException {
    try {
      out.flush();
    } catch (IOException failure) {
      throw named(failure);
    }
  }

  @Override
  public void close() throws IOException {
    if (shared) {
      flush();
      return;
    }
    try {
      out.close();
    } catch (IOException failure) {
      throw named(failure);
    }
  }

  private IOException named(IOException failure) {
    // Java has no exception of its own for this.
    readerGone |= "Broken pipe".equals(failure.getMessage());
    return new IOException(name + ": " + failure.getMessage(), failure);
  }
}
