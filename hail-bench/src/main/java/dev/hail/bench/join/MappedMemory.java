// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.join;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** What processes have in memory of files that they map. */
final class MappedMemory {
  private static final String SHARE = "Pss:";
  private static final long KIBIBYTE = 1024;

  private MappedMemory() {}

  /**
   * Bytes of a file that a process has in memory, each divided by the number of mappings that have
   * it, so that the sum over all processes counts it once.
   *
   * @throws IOException if the system has no {@code /proc/PID/smaps}, or the process is gone
   */
  static long shareOf(long process, Path file) throws IOException {
    String smaps =
        Files.readString(
            Path.of("/proc", Long.toString(process), "smaps"), StandardCharsets.ISO_8859_1);
    return shareOf(smaps, file.toRealPath().toString());
  }

  /**
   * The same of the text of a file {@code smaps}.
   *
   * @param path absolute, of ASCII characters
   */
  static long shareOf(String smaps, String path) {
    long bytes = 0;
    boolean counts = false;
    for (String line : smaps.lines().toList()) {
      String[] words = line.trim().split(" +", 6);
      // Lines of figures have a colon after the first word, those that begin a mapping a dash in
      // it.
      if (!words[0].endsWith(":")) {
        counts = words.length == 6 && words[5].equals(path);
      } else if (counts && words[0].equals(SHARE)) {
        bytes += Long.parseLong(words[1]) * KIBIBYTE;
      }
    }
    return bytes;
  }
}
