// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tables of native joins by their names. */
@DisabledIfSystemProperty(named = Implementations.SKIP_PROPERTY, matches = "true")
class JoinAlgorithmTest {

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "AUTO")
  void joinTable_namedInOptions_isUsed(JoinAlgorithm algorithm) {
    JoinSummary summary = summary(algorithm);
    assertThat(summary.algorithm()).isEqualTo(algorithm.words());
    assertThat(summary.explanation()).contains(algorithm.words()).contains("as asked for");
  }

  @Test
  void nearKeys_withoutNamedTable_areInArray() {
    assertThat(summary(JoinAlgorithm.AUTO).algorithm())
        .isEqualTo(JoinAlgorithm.CONCISE_ARRAY.words());
  }

  private static JoinSummary summary(JoinAlgorithm algorithm) {
    JoinSpecification specification = Tables.on(JoinKind.INNER).algorithm(algorithm).build();
    try (BufferAllocator allocator = new RootAllocator();
        BuiltJoin join = Tables.join(NativeJoins.load(), specification, allocator, 1000)) {
      return join.summary();
    }
  }
}
