// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.upload;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/**
 * A text to upload.
 *
 * @param name what messages call it
 * @param length bytes that its stored form has, before decompression; -1 if unknown
 * @param opener opens it
 */
public record TextSource(String name, long length, Opener opener) {
  /** Length of a source that cannot tell. */
  public static final long UNKNOWN_LENGTH = -1;

  public TextSource {
    Objects.requireNonNull(name, "name is null");
    Objects.requireNonNull(opener, "opener is null");
  }

  /** Opens a source. */
  @FunctionalInterface
  public interface Opener {
    /**
     * Opens the text from its begin.
     *
     * @param stored counts bytes of the stored form as they are read
     */
    InputStream open(ByteCounter stored) throws IOException;
  }

  /** Receives numbers of bytes. */
  @FunctionalInterface
  public interface ByteCounter {
    void add(long bytes);
  }
}
