// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.testing.WrongAnswer;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What is damage, and what was only late. */
class WaitingTest {
  @Test
  void condition_thatThrowsIoException_isAskedAgain() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    Waiting.until(
        "the namenode answers",
        () -> {
          if (asked.incrementAndGet() == 1) {
            throw new ConnectException("Connection refused");
          }
          return asked.get() == 3;
        });
    assertThat(asked).hasValue(3);
  }

  @Test
  void condition_thatThrowsAnythingElse_endsTheWait() {
    assertThatThrownBy(
            () ->
                Waiting.until(
                    "it holds",
                    () -> {
                      throw new IllegalStateException("no cluster");
                    }))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void value_thatBecomesTheExpectedOne_isWaitedFor() throws Exception {
    Iterator<Integer> values = List.of(3, 2, 1).iterator();
    Waiting.untilEqual("the number of replicas", 1, values::next);
    assertThat(values).isExhausted();
  }

  @Test
  void waitInVain_ended_namesPromiseValueAndFailure() {
    assertThatThrownBy(() -> Waiting.untilEqual("the count", 1, () -> 2, Duration.ZERO))
        .isInstanceOf(AssertionError.class)
        .hasMessage("Waited PT0S in vain until the count is 1; last: 2");
    IOException refused = new ConnectException("Connection refused");
    assertThatThrownBy(
            () ->
                Waiting.untilEqual(
                    "the count",
                    1,
                    () -> {
                      throw refused;
                    },
                    Duration.ZERO))
        .hasMessageContaining("the count is 1")
        .hasMessageContaining("Connection refused")
        .hasCause(refused);
  }

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

  @Test
  void file_unsoundToTheEnd_isWrongAnswer() {
    assertThatThrownBy(
            () -> Waiting.awaitSound("/f", () -> "1 missing", "2 missing", Duration.ZERO))
        .isInstanceOf(WrongAnswer.class)
        .hasMessageContaining("2 missing")
        .hasMessageEndingWith("; last: 1 missing");
  }

  @Test
  void file_thatCannotBeAskedInTheEnd_isPlainFailure() {
    assertThatThrownBy(
            () ->
                Waiting.awaitSound(
                    "/f",
                    () -> {
                      throw new ConnectException("Connection refused");
                    },
                    "2 missing",
                    Duration.ZERO))
        .isInstanceOf(AssertionError.class)
        .isNotInstanceOf(WrongAnswer.class)
        .hasMessageContaining("2 missing")
        .hasMessageContaining("Connection refused");
  }
}
