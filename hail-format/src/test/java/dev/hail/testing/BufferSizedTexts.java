// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.testing;

import java.nio.charset.StandardCharsets;
import java.util.Random;

/**
 * Texts whose UTF-8 fills a buffer of HAIL, or is a byte shorter or longer. A buffer must grow for
 * the longest ones.
 */
public final class BufferSizedTexts {
  private static final int[] BUFFER_BYTES = {64, 128, 256, 4_096, 65_536};

  /** A character of one byte, one that quoting doubles, and one of two bytes. */
  private static final String[] FIRST = {"x", "\"", "\u00e4"};

  private BufferSizedTexts() {}

  /** Replaces one text in 40 by a text of 63 to 65,537 bytes; so few keep tables small. */
  public static String sometimesInsteadOf(String text, Random random) {
    return random.nextInt(40) == 0 ? next(BUFFER_BYTES.length, random) : text;
  }

  /** A text of 63 to 4,097 bytes, which many rows may have. */
  static String forManyRows(Random random) {
    return next(BUFFER_BYTES.length - 1, random);
  }

  /** A text of 63 to 65,537 bytes, which few rows may have. */
  static String forFewRows(Random random) {
    return near(BUFFER_BYTES[random.nextInt(BUFFER_BYTES.length)], random);
  }

  /** Prefers small buffers: of five, one text in 25 is about as long as the largest. */
  private static String next(int buffers, Random random) {
    return near(BUFFER_BYTES[Math.min(random.nextInt(buffers), random.nextInt(buffers))], random);
  }

  private static String near(int buffer, Random random) {
    int bytes = buffer + random.nextInt(3) - 1;
    String first = FIRST[random.nextInt(FIRST.length)];
    int width = first.getBytes(StandardCharsets.UTF_8).length;
    int repeats = random.nextBoolean() ? 1 : bytes / width;
    return first.repeat(repeats) + "x".repeat(bytes - width * repeats);
  }
}
