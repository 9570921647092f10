// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.ResourceBundle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HailCounterTest {
  @ParameterizedTest
  @EnumSource
  void counter_displayed_hasReadableName(HailCounter counter) {
    ResourceBundle names = ResourceBundle.getBundle(HailCounter.class.getName(), Locale.ROOT);
    assertThat(names.keySet()).contains(counter.name() + ".name");
  }

  @ParameterizedTest
  @EnumSource
  void counterOfJoins_displayed_hasReadableName(HailJoinCounter counter) {
    ResourceBundle names = ResourceBundle.getBundle(HailJoinCounter.class.getName(), Locale.ROOT);
    assertThat(names.keySet()).contains(counter.name() + ".name");
  }
}
