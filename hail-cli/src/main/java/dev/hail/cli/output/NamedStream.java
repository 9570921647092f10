// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli.output;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;

/**
 * A stream whose failures name what is written, so that nobody looks for them in what is read. It
 * remembers the first one, as a {@link java.io.PrintStream} above it keeps them to itself. A reader
 * that has closed a pipe is a {@link ReaderGoneException}.
 */
public final class NamedStream extends FilterOutputStream {
  private final String name;
  private final boolean shared;
  private IOException first;

  private NamedStream(String name, OutputStream out, boolean shared) {
    super(out);
    this.name = name;
    this.shared = shared;
  }

  /** A stream that has the other for itself. */
  static NamedStream of(String name, OutputStream out) {
    return new NamedStream(name, out, false);
  }

  /** Standard output, which stays open when the stream is closed. */
  public static NamedStream standardOutput(OutputStream out) {
    return new NamedStream("standard output", out, true);
  }

  /** Returns the first failure to write; empty if there is none, or if nobody reads any more. */
  public Optional<IOException> failure() {
    return first instanceof ReaderGoneException ? Optional.empty() : Optional.ofNullable(first);
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
    String message = name + ": " + failure.getMessage();
    // Java has no exception of its own for this.
    IOException named =
        "Broken pipe".equals(failure.getMessage())
            ? new ReaderGoneException(message, failure)
            : new IOException(message, failure);
    first = first == null ? named : first;
    return named;
  }
}
