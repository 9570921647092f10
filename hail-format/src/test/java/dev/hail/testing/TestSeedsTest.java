// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which seeds a run takes. */
class TestSeedsTest {
  private final Map<String, String> before = new HashMap<>();

  @BeforeEach
  void forgetProperties() {
    for (String name :
        new String[] {TestSeeds.PROPERTY, TestSeeds.COUNT_PROPERTY, TestSeeds.FRESH_PROPERTY}) {
      before.put(name, System.clearProperty(name));
    }
  }

  @AfterEach
  void restoreProperties() {
    before.forEach(
        (name, value) -> {
          if (value == null) {
            System.clearProperty(name);
          } else {
            System.setProperty(name, value);
          }
        });
  }

  @Test
  void seeds_inEveryRun_areSame() {
    assertThat(TestSeeds.of(3)).containsExactly(1L, 2L, 3L);
    assertThat(TestSeeds.one()).isEqualTo(1);
  }

  @Test
  void freshSeed_given_isOneMore() {
    System.setProperty(TestSeeds.FRESH_PROPERTY, "1000077");
    assertThat(TestSeeds.of(3)).containsExactly(1L, 2L, 3L, 1_000_077L);
    assertThat(TestSeeds.one()).isEqualTo(1_000_077);
  }

  @Test
  void seedToRepeat_given_isOnlyOne() {
    System.setProperty(TestSeeds.FRESH_PROPERTY, "1000077");
    System.setProperty(TestSeeds.PROPERTY, "77");
    assertThat(TestSeeds.of(3)).containsExactly(77L);
    System.setProperty(TestSeeds.COUNT_PROPERTY, "2");
    assertThat(TestSeeds.of(3)).containsExactly(77L, 78L);
  }
}
