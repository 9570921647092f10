// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

/** The type of failures that no second run excuses. */
class RightAnswerTest {
  private static final List<String> ROWS = List.of("1,a", "2,b");
  private static final String TYPE = "dev.hail.testing.WrongAnswer";

  private static void compare(List<String> found) {
    RightAnswer.expect(found, rows -> assertThat(rows).as("rows of /f").isEqualTo(ROWS));
  }

  private static String report(Throwable failure) {
    StringWriter text = new StringWriter();
    failure.printStackTrace(new PrintWriter(text));
    return text.toString();
  }

  @Test
  void rightAnswer_compared_throwsNothing() {
    assertThatCode(() -> compare(ROWS)).doesNotThrowAnyException();
    assertThatCode(() -> RightAnswer.expect(() -> assertThat(ROWS).hasSize(2)))
        .doesNotThrowAnyException();
  }

  @Test
  void wrongAnswer_compared_keepsMessageStackAndCause() {
    Throwable plain =
        catchThrowable(() -> assertThat(List.of("1,a")).as("rows of /f").isEqualTo(ROWS));

    WrongAnswer wrong = catchThrowableOfType(WrongAnswer.class, () -> compare(List.of("1,a")));

    assertThat(wrong)
        .isInstanceOf(AssertionError.class)
        .hasMessage(plain.getMessage())
        .hasCauseInstanceOf(plain.getClass());
    assertThat(wrong.getStackTrace()).isEqualTo(wrong.getCause().getStackTrace());
    assertThat(report(wrong)).startsWith(TYPE + ": ").contains("RightAnswerTest.compare");
  }

  @Test
  void wrongAnswer_comparedWithinAnother_isThrownAsItIs() {
    WrongAnswer inner = new WrongAnswer("2 rows too many");

    Throwable outer =
        catchThrowable(
            () ->
                RightAnswer.expect(
                    () -> {
                      throw inner;
                    }));

    assertThat(outer).isSameAs(inner).hasNoCause();
  }

  @Test
  void otherException_ofComparison_staysWhatItIs() {
    assertThatThrownBy(
            () ->
                RightAnswer.expect(
                    () -> {
                      throw new IOException("no datanode");
                    }))
        .isExactlyInstanceOf(IOException.class)
        .hasMessage("no datanode");
  }

  @Test
  void report_ofFuture_namesType() {
    CompletableFuture<Void> client = CompletableFuture.runAsync(() -> compare(List.of()));

    Throwable failure = catchThrowable(client::get);

    assertThat(failure).isInstanceOf(ExecutionException.class);
    assertThat(report(new AssertionError("-Dhail.test.seed=1", failure))).contains(TYPE);
  }

  @Test
  void report_ofCleanUpThatFinds_namesType() {
    IOException first = new IOException("no datanode");
    first.addSuppressed(catchThrowable(() -> compare(List.of())));

    assertThat(report(first)).contains(TYPE);
  }

  @Test
  void report_ofAssertionForEach_namesType() {
    List<List<String>> files = List.of(List.of("1,a"), ROWS);

    Throwable failure =
        catchThrowable(() -> assertThat(files).allSatisfy(RightAnswerTest::compare));

    assertThat(report(failure)).contains(TYPE);
  }

  /** Or any failure of a query would look like a wrong answer. */
  @Test
  void report_ofOtherFailure_doesNotNameType() {
    Throwable failure =
        catchThrowable(
            () ->
                RightAnswer.expect(
                    () -> {
                      throw new IOException("no datanode");
                    }));

    assertThat(report(failure)).contains("no datanode", "RightAnswer").doesNotContain(TYPE);
  }
}
