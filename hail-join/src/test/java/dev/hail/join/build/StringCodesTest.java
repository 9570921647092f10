// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.join.build;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.join.StringFile;
import dev.hail.testing.TestSeeds;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Codes of strings against a map of Java's strings. */
final class StringCodesTest {
  private static final int SEEDS = 5;
  private static final int STRINGS = 20_000;

  @TempDir private Path folder;

  private static int codeOf(StringCodes codes, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    byte[] within = new byte[bytes.length + 7];
    System.arraycopy(bytes, 0, within, 3, bytes.length);
    return codes.codeOf(within, 3, bytes.length);
  }

  /** Short strings repeat, long ones hardly. */
  private static String random(Random random) {
    StringBuilder text = new StringBuilder();
    for (int left = random.nextInt(random.nextInt(20) == 0 ? 200 : 4); left > 0; left--) {
      text.appendCodePoint(random.nextInt(8) == 0 ? 0x1F600 + random.nextInt(40) : 'a' + left % 26);
    }
    return text.toString();
  }

  @Test
  void randomStrings_haveCodesInOrderOfArrival_andComeBackFromTheFile() throws Exception {
    for (long seed : TestSeeds.of(SEEDS).toArray()) {
      Random random = new Random(seed);
      StringCodes codes = new StringCodes();
      Map<String, Integer> wanted = new LinkedHashMap<>();
      for (int i = 0; i < STRINGS; i++) {
        String text = random(random) + (random.nextBoolean() ? "" : random.nextInt(5_000));
        int code = wanted.computeIfAbsent(text, fresh -> wanted.size());
        assertThat(codeOf(codes, text)).as(TestSeeds.hint(seed)).isEqualTo(code);
      }
      assertThat(codes.size()).isEqualTo(wanted.size()).isGreaterThan(1 << 10);
      Path file = folder.resolve("strings-" + seed);
      StringFile.write(file, List.of(codes));
      StringFile strings = StringFile.map(file, true);
      wanted.forEach((text, code) -> assertThat(strings.get(0, code)).isEqualTo(text));
    }
  }

  @Test
  void stringsOfOneHash_haveDifferentCodes() {
    // Java's own polynomial gives these pairs one value, so all words of them collide.
    List<String> words = new ArrayList<>(List.of(""));
    for (int i = 0; i < 8; i++) {
      List<String> longer = new ArrayList<>();
      words.forEach(word -> longer.addAll(List.of(word + "Aa", word + "BB")));
      words = longer;
    }
    StringCodes codes = new StringCodes();
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < words.size(); i++) {
        assertThat(codeOf(codes, words.get(i))).isEqualTo(i);
      }
    }
  }

  @Test
  void memory_growsWithTexts() {
    StringCodes codes = new StringCodes();
    long empty = codes.memory();

    codeOf(codes, "x".repeat(1 << 20));

    assertThat(codes.memory()).isGreaterThan(empty + (1 << 20) - (1 << 15));
    assertThat(codes.end(0)).isEqualTo(1 << 20);
  }
}
