// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.value;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.testing.TestSeeds;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Utf8Test {
  private static final byte[] INTERESTING = {
    0,
    'a',
    0x7F,
    (byte) 0x80,
    (byte) 0x8F,
    (byte) 0x90,
    (byte) 0x9F,
    (byte) 0xA0,
    (byte) 0xBF,
    (byte) 0xC0,
    (byte) 0xC1,
    (byte) 0xC2,
    (byte) 0xDF,
    (byte) 0xE0,
    (byte) 0xE1,
    (byte) 0xED,
    (byte) 0xEF,
    (byte) 0xF0,
    (byte) 0xF1,
    (byte) 0xF4,
    (byte) 0xF5,
    (byte) 0xFF
  };

  @Test
  void shortSequences_decoded_agreeWithJdk() {
    int n = INTERESTING.length;
    for (int code = 0; code < n * n * n * n; code++) {
      byte[] bytes = {
        INTERESTING[code % n],
        INTERESTING[code / n % n],
        INTERESTING[code / n / n % n],
        INTERESTING[code / n / n / n]
      };
      int shortest = code < n ? 0 : code < n * n ? 2 : code < n * n * n ? 3 : 4;
      for (int length = shortest; length <= bytes.length; length++) {
        boolean expected = decodes(bytes, length);
        if (Utf8.isValid(bytes, 0, length) != expected) {
          assertThat(Excerpt.of(bytes, 0, length)).as("valid should be %s", expected).isNull();
        }
      }
    }
    assertThat(Utf8.isValid(INTERESTING, 0, INTERESTING.length)).isFalse();
  }

  @Test
  void spoiledText_decoded_agreesWithJdk() {
    TestSeeds.of(2_000)
        .forEach(
            seed -> {
              Random random = new Random(seed);
              byte[] bytes =
                  "plain text, Ünïcode, 日本語, 😀 and more of it"
                      .repeat(1 + random.nextInt(3))
                      .getBytes(StandardCharsets.UTF_8);
              for (int i = random.nextInt(3); i > 0; i--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
              }
              int length = random.nextInt(bytes.length + 1);
              assertThat(Utf8.isValid(bytes, 0, length))
                  .as("%s", TestSeeds.hint(seed))
                  .isEqualTo(decodes(bytes, length));
            });
  }

  private static boolean decodes(byte[] bytes, int length) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, 0, length));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  @Test
  void excerpt_ofSpoiledText_isPrintable() {
    byte[] text = "a\nb\u0000ü".getBytes(StandardCharsets.UTF_8);
    assertThat(Excerpt.of(text, 0, text.length)).isEqualTo("'a\\x0Ab\\x00ü'");
    assertThat(Excerpt.of(text, 0, text.length - 1)).isEqualTo("'a\\x0Ab\\x00\\xC3'");
    byte[] wide = "ü".repeat(100).getBytes(StandardCharsets.UTF_8);
    assertThat(Excerpt.of(wide, 0, wide.length)).isEqualTo("'" + "ü".repeat(24) + "...'");
    assertThat(Excerpt.of(wide, 0, 0)).isEqualTo("''");
  }
}
