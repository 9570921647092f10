// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/** The replica files of datanodes. */
final class ReplicaFiles {
  private static final String REPLICA = "blk_";
  private static final String CHECKSUMS = ".meta";

  private ReplicaFiles() {}

  /**
   * Returns the bytes of all replicas below a directory, complete or not, without checksum files.
   */
  static long bytes(Path directory) throws IOException {
    long[] sum = new long[1];
    Files.walkFileTree(
        directory,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            String name = file.getFileName().toString();
            if (name.startsWith(REPLICA) && !name.endsWith(CHECKSUMS)) {
              sum[0] += attributes.size();
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException failure) {
            // Datanodes delete and rename files during the walk.
            if (failure instanceof java.nio.file.NoSuchFileException) {
              return FileVisitResult.CONTINUE;
            }
            throw new UncheckedIOException("Cannot read the attributes of " + file, failure);
          }
        });
    return sum[0];
  }
}
