// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes an image that only its owner may read, under a temporary name until it is complete. */
final class NewImage {
  /** Writes the content of an image. */
  interface Writer {
    void write(Path file) throws IOException;
  }

  private NewImage() {}

  /**
   * Writes a file and renames it, so that nobody sees a part of it.
   *
   * @throws JoinFileException if the file cannot be written
   */
  static void write(Path image, Writer writer) {
    try {
      Path directory = image.toAbsolutePath().getParent();
      Path partial = Files.createTempFile(directory, image.getFileName() + ".", ".partial");
      try {
        writer.write(partial);
        Files.move(
            partial, image, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(partial);
      }
    } catch (IOException e) {
      throw new JoinFileException("Cannot write the image " + image + ": " + e, e);
    }
  }
}
