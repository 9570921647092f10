// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.examples.ssb;

import dev.hail.examples.generate.RowRandom;
import dev.hail.examples.generate.TextBuffer;
import java.nio.charset.StandardCharsets;

/** Pieces of text as bytes. */
final class Words {
  private static final byte[] LETTERS =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 "
          .getBytes(StandardCharsets.US_ASCII);

  private Words() {}

  static byte[][] ascii(String... texts) {
    byte[][] bytes = new byte[texts.length][];
    for (int i = 0; i < texts.length; i++) {
      bytes[i] = ascii(texts[i]);
    }
    return bytes;
  }

  static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  static byte[] pick(byte[][] choices, RowRandom random) {
    return choices[random.next(choices.length)];
  }

  /** Appends 10 to 25 letters, digits and spaces, as addresses have. */
  static void appendAddress(TextBuffer text, RowRandom random) {
    int length = 10 + random.next(16);
    for (int i = 0; i < length; i++) {
      text.append((char) LETTERS[random.next(LETTERS.length)]);
    }
  }
}
