// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AtProgressTest {
  private final List<String> actions = new ArrayList<>();
  private final AtProgress half = new AtProgress(0.5, () -> actions.add("done"));

  @Test
  void action_atMarkOrBeyond_runsOnce() {
    half.accept(0);
    half.accept(0.49);
    assertThat(half.isDone()).isFalse();

    half.accept(0.5);
    half.accept(0.6);

    assertThat(half.isDone()).isTrue();
    assertThat(actions).containsExactly("done");
  }

  @Test
  void job_seenOnlyAtItsEnd_isLeftAlone() {
    half.accept(0.4);
    half.accept(1);

    assertThat(half.isDone()).isFalse();
    assertThat(actions).isEmpty();
  }

  @Test
  void failingAction_isReported_withItsCause() {
    IOException cause = new IOException("no such node");
    AtProgress failing =
        new AtProgress(
            0.5,
            () -> {
              throw cause;
            });

    assertThatThrownBy(() -> failing.accept(0.7))
        .isInstanceOf(UncheckedIOException.class)
        .hasCause(cause);
  }
}
