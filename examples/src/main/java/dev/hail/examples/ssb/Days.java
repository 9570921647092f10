// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.examples.ssb;

import java.time.LocalDate;

/** The days of the benchmark, by number from 0. */
final class Days {
  /** Number of days. */
  static final int COUNT = 2_556;

  /** Days on which orders come in: up to 1998-08-02, as in TPC-H. */
  static final int OF_ORDERS = 2_406;

  private static final LocalDate FIRST = LocalDate.of(1992, 1, 1);
  private static final int[] KEYS = keys();

  private Days() {}

  /** Returns the date of a day. */
  static LocalDate date(int day) {
    return FIRST.plusDays(day);
  }

  /** Returns the key of a day: 19940307. */
  static int key(int day) {
    return KEYS[day];
  }

  private static int[] keys() {
    int[] keys = new int[COUNT];
    for (int day = 0; day < COUNT; day++) {
      LocalDate date = date(day);
      keys[day] = date.getYear() * 10_000 + date.getMonthValue() * 100 + date.getDayOfMonth();
    }
    return keys;
  }
}
