// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.testing.WrongAnswer;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is damage, and what was only late. */
class WaitingTest {
  @Test
  void soundFile_checked_throwsNothing() throws Exception {
    Waiting.assertSound("/f", () -> "");
  }

  @Test
  void file_unsoundAfterFault_isWaitedFor() throws Exception {
    Iterator<String> reports = List.of("1 replica missing", "1 replica missing", "").iterator();
    Waiting.untilSound("/f", reports::next);
    assertThat(reports).isExhausted();
  }

  @Test
  void file_unsoundForMoment_isPlainFailure() {
    Iterator<String> reports = List.of("1 replica missing", "1 replica missing", "").iterator();
    assertThatThrownBy(() -> Waiting.assertSound("/f", reports::next))
        .isInstanceOf(AssertionError.class)
        .isNotInstanceOf(WrongAnswer.class)
        .hasMessageContaining("/f")
        .hasMessageContaining("1 replica missing");
  }
}
