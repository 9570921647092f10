// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.system;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Rows of a text from a seed. HAIL writes these values as they are in the text, so the lines are
 * the expectation as well.
 *
 * @param lines the rows
 */
record SeededRows(List<String> lines) {
  static final String SCHEMA = "id INT, name STRING, day DATE, code INT";

  /** What the replicas are sorted by. */
  static final String INDEX = "day,name,code";

  /** The code that queries look for. */
  static final int WANTED = 7;

  private static final int CODES = 20;
  private static final int NAMES = 500;
  private static final int DAYS = 3000;
  private static final LocalDate FIRST_DAY = LocalDate.of(1999, 1, 1);

  static SeededRows of(long seed, int rows) {
    Random random = new Random(seed);
    List<String> lines = new ArrayList<>();
    for (int id = 0; id < rows; id++) {
      String name = "name-" + random.nextInt(NAMES);
      LocalDate day = FIRST_DAY.plusDays(random.nextInt(DAYS));
      lines.add(id + "," + name + "," + day + "," + random.nextInt(CODES));
    }
    return new SeededRows(List.copyOf(lines));
  }

  String text() {
    return String.join("\n", lines) + "\n";
  }

  /** Returns all lines, sorted. */
  List<String> all() {
    return lines.stream().sorted().toList();
  }

  /** Returns id and name of the rows with the wanted code, sorted. */
  List<String> wanted() {
    return lines.stream()
        .map(line -> line.split(",", -1))
        .filter(field -> Integer.parseInt(field[3]) == WANTED)
        .map(field -> field[0] + "," + field[1])
        .sorted()
        .toList();
  }
}
