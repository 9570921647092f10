// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.value;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ExcerptTest {
  @Test
  void excerptOfLine_written_isCutWithoutControlCharacters() {
    assertThat(Excerpt.line("a\nb\r\u001b[31m\tä\u2028\u202Eé 😀"))
        .isEqualTo("a\\x0Ab\\x0D\\x1B[31m\\x09ä\\x2028\\x202Eé 😀");
    assertThat(Excerpt.line("\n".repeat(1 << 20)))
        .hasSizeLessThan(600)
        .startsWith("\\x0A\\x0A")
        .endsWith("...");
    assertThat(Excerpt.line("\uD83D")).isEqualTo("\\xD83D");
    assertThat(Excerpt.line(null)).isEqualTo("null");
    assertThat(Excerpt.line("")).isEmpty();
    String whole = "x".repeat(500);
    assertThat(Excerpt.line(whole)).isEqualTo(whole);
  }
}
