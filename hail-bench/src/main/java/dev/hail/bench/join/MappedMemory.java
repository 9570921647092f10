// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.join;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Measures which part of mapped files is in memory. */
final class MappedMemory {
  private static final String SHARE = "Pss:";
  private static final long KIBIBYTE = 1024;

  private MappedMemory() {}

  /**
   * Returns the proportional share of a process in the memory of a mapped file, in bytes. A page
   * counts divided by the number of its mappings, so that the sum over all processes counts it
   * once.
   *
   * @throws IOException if the system has no {@code /proc/PID/smaps} or the process has ended
   */
  static long shareOf(long process, Path file) throws IOException {
    String smaps =
        Files.readString(
            Path.of("/proc", Long.toString(process), "smaps"), StandardCharsets.ISO_8859_1);
    return shareOf(smaps, file.toRealPath().toString());
  }

  /**
   * Returns the proportional share, in bytes, from the text of a file {@code smaps}.
   *
   * @param path absolute path of the mapped file, in ASCII
   */
  static long shareOf(String smaps, String path) {
    long bytes = 0;
    boolean counts = false;
    for (String line : smaps.lines().toList()) {
      String[] words = line.trim().split(" +", 6);
      // The first word of a figure's line ends with a colon; that of a mapping's line holds a dash.
      if (!words[0].endsWith(":")) {
        counts = words.length == 6 && words[5].equals(path);
      } else if (counts && words[0].equals(SHARE)) {
        bytes += Long.parseLong(words[1]) * KIBIBYTE;
      }
    }
    return bytes;
  }
}
