// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExpectedStateTest {
  private static final Content ONE = new Content(true, 1);
  private static final Content TWO = new Content(false, 2);

  @TempDir private Path folder;

  @Test
  void acknowledgedOperations_readBack_areCertain() throws Exception {
    Path file = folder.resolve("state");
    try (ExpectedState state = ExpectedState.create(file)) {
      state.intend(Operation.put("/a", ONE));
      assertThat(state.isCertain()).isFalse();
      state.acknowledge();
      state.intend(Operation.put("/b", TWO));
      state.acknowledge();
      state.intend(Operation.rename("/a", "/c"));
      state.acknowledge();
      state.intend(Operation.delete("/b"));
      state.acknowledge();
      assertThat(state.files()).isEqualTo(Map.of("/c", ONE));
      assertThat(ExpectedState.load(file).files()).isEqualTo(state.files());
    }
  }

  @Test
  void putOfSameContent_repeated_isAcknowledged() throws Exception {
    try (ExpectedState state = ExpectedState.create(folder.resolve("state"))) {
      state.intend(Operation.put("/a", ONE));
      state.acknowledge();
      state.intend(Operation.put("/a", ONE));
      state.acknowledge();
      assertThat(state.files()).isEqualTo(Map.of("/a", ONE));
    }
  }

  @Test
  void unacknowledgedOperation_untilObserved_isUncertain() throws Exception {
    Path file = folder.resolve("state");
    try (ExpectedState state = ExpectedState.create(file)) {
      state.intend(Operation.put("/a", ONE));
      state.acknowledge();
      state.intend(Operation.rename("/a", "/b"));

      ExpectedState back = ExpectedState.load(file);
      assertThat(back.worlds())
          .containsExactlyInAnyOrder(Map.of("/a", ONE), Map.of("/b", ONE))
          .isEqualTo(state.worlds());
      assertThat(back.doubts()).containsOnlyKeys("/a", "/b");
      assertThat(back.observe("/a", TWO)).isFalse();
      assertThat(back.isCertain()).isFalse();

      assertThat(state.observe("/a", null)).isTrue();
      assertThat(state.files()).isEqualTo(Map.of("/b", ONE));
      assertThat(ExpectedState.load(file).files()).isEqualTo(state.files());
    }
  }

  @Test
  void cutOffLine_readBack_isOperationThatNeverBegan() throws Exception {
    Path file = folder.resolve("state");
    try (ExpectedState state = ExpectedState.create(file)) {
      state.intend(Operation.put("/a", ONE));
      state.acknowledge();
    }
    Files.writeString(file, "intent DELETE /a", StandardOpenOption.APPEND);
    assertThat(ExpectedState.load(file).files()).isEqualTo(Map.of("/a", ONE));
  }
}
