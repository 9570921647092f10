// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.load;

import java.util.Random;

/**
 * What a file holds, by the seed it is made from.
 *
 * @param hail whether it is a HAIL file made of a random text, or plain bytes
 * @param seed of the random case, or of the bytes
 */
public record Content(boolean hail, long seed) {
  /** Most good rows of a random case. */
  static final int MAX_ROWS = 500;

  static Content parse(String text) {
    String[] parts = text.split(":", 2);
    return new Content(parts[0].equals("hail"), Long.parseLong(parts[1]));
  }

  /** The bytes of a plain file, which may span several HDFS blocks. */
  static byte[] plainBytes(long seed) {
    Random random = new Random(seed);
    byte[] bytes = new byte[1 + random.nextInt(150_000)];
    random.nextBytes(bytes);
    return bytes;
  }

  @Override
  public String toString() {
    return (hail ? "hail:" : "plain:") + seed;
  }
}
