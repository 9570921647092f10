// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.join;

import java.io.IOException;

/**
 * Processor time of the same batches through Java and without it.
 *
 * @param javaSeconds processor time of the thread that probes them through Java
 * @param loopSeconds processor time of the same thread when {@link NativeLoop} probes them
 */
record MapTaskShare(double javaSeconds, double loopSeconds) {
  /**
   * Parses what {@link #toString} writes.
   *
   * @param who name of the process, for messages
   * @throws IOException if the line is anything else
   */
  static MapTaskShare parse(String who, String line) throws IOException {
    String[] words = line.trim().split(" ", -1);
    try {
      return new MapTaskShare(Double.parseDouble(words[0]), Double.parseDouble(words[1]));
    } catch (IndexOutOfBoundsException | NumberFormatException e) {
      throw new IOException(who + " printed no times but `" + line + "'", e);
    }
  }

  /** Returns the sum of both. */
  MapTaskShare plus(MapTaskShare other) {
    return new MapTaskShare(javaSeconds + other.javaSeconds, loopSeconds + other.loopSeconds);
  }

  /** Returns the part of the time through Java that exceeds the loop's, in percent. */
  double percent() {
    return 100 * (javaSeconds - loopSeconds) / javaSeconds;
  }

  @Override
  public String toString() {
    return javaSeconds + " " + loopSeconds;
  }
}
