// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.upload;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/**
 * A text to upload.
 *
 * @param name name for messages
 * @param length bytes of the stored form, before decompression; {@link #UNKNOWN_LENGTH} if unknown
 * @param opener opens the text
 */
public record TextSource(String name, long length, Opener opener) {
  /** Length of a source that does not know it. */
  public static final long UNKNOWN_LENGTH = -1;

  public TextSource {
    Objects.requireNonNull(name, "name is null");
    Objects.requireNonNull(opener, "opener is null");
  }

  /** Opens a source. */
  @FunctionalInterface
  public interface Opener {
    /**
     * Opens the text at its start.
     *
     * @param stored hears how many bytes of the stored form are read
     */
    InputStream open(ByteCounter stored) throws IOException;
  }

  /** Receives numbers of bytes. */
  @FunctionalInterface
  public interface ByteCounter {
    void add(long bytes);
  }
}
