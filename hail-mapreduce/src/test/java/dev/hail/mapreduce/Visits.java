// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.format.schema.Schema;
import dev.hail.testing.RightAnswer;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;

/** A small web log: {@link #SCHEMA}, random rows, every 50th line bad. */
final class Visits {

  static final Schema SCHEMA =
      Schema.parse(
          "sourceIP STRING, destURL STRING, visitDate DATE, adRevenue DOUBLE, duration INT");

  static final int SOURCE_IP = 1;
  static final int VISIT_DATE = 3;
  static final int AD_REVENUE = 4;

  /** The attributes that three replicas are sorted by. */
  static final List<Integer> INDEXED = List.of(VISIT_DATE, SOURCE_IP, AD_REVENUE);

  private static final int BAD_EVERY = 50;
  private static final long FIRST_DAY = LocalDate.of(1990, 1, 1).toEpochDay();
  private static final int DAYS = 7300;

  private Visits() {}

  static String text(long seed, int rows) {
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder();
    for (int i = 1; i <= rows; i++) {
      if (i % BAD_EVERY == 0) {
        text.append("bad line ").append(i).append('\n');
        continue;
      }
      text.append(random.nextInt(4))
          .append('.')
          .append(random.nextInt(256))
          .append(".0.1,http://host")
          .append(random.nextInt(100))
          .append("/page/")
          .append(i)
          .append(',')
          .append(LocalDate.ofEpochDay(FIRST_DAY + random.nextInt(DAYS)))
          .append(',');
      if (random.nextInt(10) > 0) {
        text.append(random.nextInt(100_000) / 100.0);
      }
      text.append(',').append(random.nextInt(600)).append('\n');
    }
    return text.toString();
  }

  /**
   * What a job finds that projects sourceIP and destURL, without any code of HAIL's: those of the
   * rows that fit, and {@code bad N} for line N that is bad; sorted.
   *
   * @param filter of the fields of a good line
   */
  static List<String> found(String text, Predicate<String[]> filter) {
    List<String> lines = text.lines().toList();
    List<String> found = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      String[] field = lines.get(i).split(",", -1);
      if (field.length != 5) {
        found.add("bad " + (i + 1));
      } else if (filter.test(field)) {
        found.add(field[0] + "," + field[1]);
      }
    }
    return found.stream().sorted().toList();
  }

  /** The same for a job that filters by a duration. */
  static List<String> found(String text, int duration) {
    return found(text, field -> Integer.parseInt(field[4]) == duration);
  }

  /** Checks the sorted answer of such a job. */
  static void assertFound(List<String> rows, String text, int duration) {
    assertRows(rows, found(text, duration));
  }

  /** Checks a sorted answer. */
  static void assertRows(List<String> rows, List<String> expected) {
    RightAnswer.expect(() -> assertThat(rows).isEqualTo(expected));
  }

  static int badLines(int rows) {
    return rows / BAD_EVERY;
  }
}
