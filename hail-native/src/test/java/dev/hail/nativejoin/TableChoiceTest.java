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
class TableChoiceTest {

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "AUTO")
  void joinTable_namedInOptions_isUsed(TableChoice table) {
    JoinSummary summary = summary(table);
    assertThat(summary.table()).isEqualTo(table.words());
    assertThat(summary.explanation()).contains(table.words()).contains("as asked for");
  }

  @Test
  void nearKeys_withoutNamedTable_areInArray() {
    assertThat(summary(TableChoice.AUTO).table()).isEqualTo(TableChoice.CONCISE_ARRAY.words());
  }

  private static JoinSummary summary(TableChoice table) {
    JoinSpecification specification = Tables.on(JoinKind.INNER).table(table).build();
    try (BufferAllocator allocator = new RootAllocator();
        BuiltJoin join = Tables.join(NativeJoins.load(), specification, allocator, 1000)) {
      return join.summary();
    }
  }
}
