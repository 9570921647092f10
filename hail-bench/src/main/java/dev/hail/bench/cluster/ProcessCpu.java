// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.cluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Processor time as Linux counts it. */
public final class ProcessCpu {
  /** Linux shows processor time in hundredths of a second, on every platform Java 17 runs on. */
  private static final double TICKS_PER_SECOND = 100;

  private static final int USER = 11;
  private static final int SYSTEM = 12;
  private static final int CHILDREN_USER = 13;
  private static final int CHILDREN_SYSTEM = 14;

  private ProcessCpu() {}

  /** Seconds used so far by a process, its children not counted. */
  public static double seconds(long pid) throws IOException {
    long[] ticks = ticks(pid);
    return (ticks[USER] + ticks[SYSTEM]) / TICKS_PER_SECOND;
  }

  /** Seconds used so far by a process and by all those below it that have ended. */
  public static double secondsWithEndedChildren(long pid) throws IOException {
    long[] ticks = ticks(pid);
    return (ticks[USER] + ticks[SYSTEM] + ticks[CHILDREN_USER] + ticks[CHILDREN_SYSTEM])
        / TICKS_PER_SECOND;
  }

  /** The numbers behind the name of the process, which is in brackets and may hold anything. */
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
