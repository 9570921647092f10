// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.testing.RightAnswer;
import java.time.LocalDate;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;

/**
 * Rows as text that comes back character by character, and the answers to queries found with
 * nothing but string operations: the oracle, which shares no code with HAIL.
 */
final class Table {
  static final String SCHEMA = "k INT, name STRING, day DATE, v BIGINT";
  static final String INDEXES = "k,name,day";
  static final List<Integer> INDEX_ATTRIBUTES = List.of(1, 2, 3);

  private static final int DAYS = 3_000;

  private final String text;
  private final List<String> lines;

  private Table(String text) {
    this.text = text;
    this.lines = text.lines().sorted().toList();
  }

  /** Random rows of about 40 bytes, with duplicate keys. */
  static Table random(long seed, int rows) {
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder(rows * 44);
    for (int row = 0; row < rows; row++) {
      text.append(random.nextInt(rows))
          .append(",name ")
          .append(random.nextInt(rows / 4 + 1))
          .append(',')
          .append(LocalDate.ofEpochDay(10_000 + random.nextInt(DAYS)))
          .append(',')
          .append(random.nextLong())
          .append('\n');
    }
    return new Table(text.toString());
  }

  String text() {
    return text;
  }

  /** All rows, sorted as text. */
  List<String> lines() {
    return lines;
  }

  /** Rows whose fields fulfil a condition, sorted as text. */
  List<String> where(Predicate<String[]> condition) {
    return lines.stream().filter(line -> condition.test(line.split(",", -1))).toList();
  }

  /** Checks an answer to a query for all rows, sorted as text. */
  void assertAll(List<String> found) {
    RightAnswer.expect(() -> assertThat(found).isEqualTo(lines));
  }

  /** Checks the sorted values of the last attribute of all rows. */
  void assertNumbers(List<Long> found) {
    List<Long> numbers =
        lines.stream()
            .map(line -> Long.valueOf(line.substring(line.lastIndexOf(',') + 1)))
            .sorted()
            .toList();
    RightAnswer.expect(() -> assertThat(found).isEqualTo(numbers));
  }

  /** Checks an answer to a query with this condition, which some rows fulfil. */
  void assertFound(List<String> found, Predicate<String[]> condition) {
    RightAnswer.expect(() -> assertThat(found).isNotEmpty().isEqualTo(where(condition)));
  }
}
