// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlatformCharsetTest {
  @ParameterizedTest
  @ValueSource(strings = {"ANSI_X3.4-1968", "ISO-8859-1", "ISO-8859-15", "EUC-JP"})
  void argumentBeyondAscii_inOtherCharset_isRefusedByLocale(String charset) {
    PlatformCharset platform = new PlatformCharset(charset, "de_DE");
    assertThat(platform.problem("cat", "--filter", "v = 'M\uFFFDller'"))
        .hasValueSatisfying(
            problem ->
                assertThat(problem)
                    .startsWith("argument `v = 'M\uFFFDller'' came as " + charset)
                    .contains("the locale de_DE")
                    .contains("set LC_ALL=C.UTF-8"));
    assertThat(platform.problem("cat", "--filter", "v = 'Muller'")).isEmpty();
  }

  @Test
  void argumentBeyondAscii_inUtf8_isTaken() {
    PlatformCharset platform = new PlatformCharset("UTF-8", "C.UTF-8");
    assertThat(platform.problem("v = 'Müller'", "v = '\uFFFD'")).isEmpty();
  }
}
