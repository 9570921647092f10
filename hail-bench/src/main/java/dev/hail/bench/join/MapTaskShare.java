// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.join;

import java.io.IOException;

/**
 * Processor time that the same batches take through Java and without.
 *
 * @param javaSeconds of the thread that probes them through Java
 * @param loopSeconds of the same thread when {@link NativeLoop} does
 */
record MapTaskShare(double javaSeconds, double loopSeconds) {
  /**
   * Reads what {@link #toString} writes.
   *
   * @throws IOException if it is something else
   */
  static MapTaskShare parse(String who, String line) throws IOException {
    String[] words = line.trim().split(" ", -1);
    try {
      return new MapTaskShare(Double.parseDouble(words[0]), Double.parseDouble(words[1]));
    } catch (IndexOutOfBoundsException | NumberFormatException e) {
      throw new IOException(who + " printed no times but `" + line + "'", e);
    }
  }

  /** Of several processes together. */
  MapTaskShare plus(MapTaskShare other) {
    return new MapTaskShare(javaSeconds + other.javaSeconds, loopSeconds + other.loopSeconds);
  }

  /** How much of the time through Java is not in the loop, in percent. */
  double percent() {
    return 100 * (javaSeconds - loopSeconds) / javaSeconds;
  }

  @Override
  public String toString() {
    return javaSeconds + " " + loopSeconds;
  }
}
