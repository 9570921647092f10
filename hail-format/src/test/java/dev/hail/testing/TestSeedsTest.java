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
    System.setProperty(TestSeeds.FRESH_PROPERTY, "false");
    assertThat(TestSeeds.of(3)).containsExactly(1L, 2L, 3L);
    assertThat(TestSeeds.one()).isEqualTo(1);
  }

  @Test
  void continuousIntegration_addsOneSeed_sharedByAllTests() {
    System.setProperty(TestSeeds.FRESH_PROPERTY, "true");
    long[] seeds = TestSeeds.of(3).toArray();
    assertThat(seeds).hasSize(4).startsWith(1L, 2L, 3L);
    assertThat(seeds[3]).isGreaterThan(20_000);
    assertThat(TestSeeds.one()).isEqualTo(seeds[3]);
  }

  @Test
  void seedToRepeat_given_isOnlyOne() {
    System.setProperty(TestSeeds.FRESH_PROPERTY, "true");
    System.setProperty(TestSeeds.PROPERTY, "77");
    assertThat(TestSeeds.of(3)).containsExactly(77L);
    System.setProperty(TestSeeds.COUNT_PROPERTY, "2");
    assertThat(TestSeeds.of(3)).containsExactly(77L, 78L);
  }
}
