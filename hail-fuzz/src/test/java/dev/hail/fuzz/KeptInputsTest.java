// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The inputs that the fuzzer begins with or once found are still without fault. */
class KeptInputsTest {
  @ParameterizedTest
  @EnumSource
  void keptInputs_checked_haveNoFault(Target target) throws IOException {
    List<byte[]> inputs = target.inputs();

    assertThat(inputs).isNotEmpty();
    for (byte[] input : inputs) {
      assertThatCode(() -> target.check(input))
          .as("input %s", HexFormat.of().formatHex(input))
          .doesNotThrowAnyException();
    }
  }
}
