// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.cluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Processor time as Linux reports it. */
public final class ProcessCpu {
  /**
   * Linux reports processor time in hundredths of a second on every platform that Java 17 supports.
   */
  private static final double TICKS_PER_SECOND = 100;

  private static final int USER = 11;
  private static final int SYSTEM = 12;
  private static final int CHILDREN_USER = 13;
  private static final int CHILDREN_SYSTEM = 14;

  private ProcessCpu() {}

  /** Returns the seconds used so far by a process, without its children. */
  public static double seconds(long pid) throws IOException {
    long[] ticks = ticks(pid);
    return (ticks[USER] + ticks[SYSTEM]) / TICKS_PER_SECOND;
  }

  /** Returns the seconds used so far by a process and by its descendants that have ended. */
  public static double secondsWithEndedChildren(long pid) throws IOException {
    long[] ticks = ticks(pid);
    return (ticks[USER] + ticks[SYSTEM] + ticks[CHILDREN_USER] + ticks[CHILDREN_SYSTEM])
        / TICKS_PER_SECOND;
  }

  /**
   * Returns the numbers after the process name, which is in parentheses and may contain anything.
   */
  private static long[] ticks(long pid) throws IOException {
    Path file = Path.of("/proc", String.valueOf(pid), "stat");
    String stat = Files.readString(file, StandardCharsets.ISO_8859_1);
    String[] words = stat.substring(stat.lastIndexOf(')') + 2).trim().split(" ", -1);
    long[] numbers = new long[CHILDREN_SYSTEM + 1];
    for (int i = USER; i <= CHILDREN_SYSTEM; i++) {
      numbers[i] = Long.parseLong(words[i]);
    }
    return numbers;
  }
}
