// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.protocol.PseudoSpace;
import java.util.List;
import org.junit.jupiter.api.Test;

class IndexedFileTest {
  @Test
  void space_withAndWithoutLimit_tellsBudgets() {
    assertThat(IndexedFile.space(new PseudoSpace(10, 20, 30, 40, List.of())))
        .isEqualTo(new IndexedFile.Space(10, 20L, 30, 40L));
    assertThat(
            IndexedFile.space(new PseudoSpace(10, Long.MAX_VALUE, 30, Long.MAX_VALUE, List.of())))
        .isEqualTo(new IndexedFile.Space(10, null, 30, null));
  }
}
