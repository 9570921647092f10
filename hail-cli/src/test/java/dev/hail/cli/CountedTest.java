// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class CountedTest {
  @Test
  void noun_afterItsNumber_agreesWithIt() {
    assertThat(Counted.text(0, "problem")).isEqualTo("0 problems");
    assertThat(Counted.text(1, "bad record")).isEqualTo("1 bad record");
    assertThat(Counted.text(2, "block")).isEqualTo("2 blocks");
    assertThat(Counted.text(3_606, "row")).isEqualTo("3,606 rows");
  }
}
