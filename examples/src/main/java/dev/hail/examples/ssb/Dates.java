// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.examples.ssb;

import dev.hail.examples.generate.RowSource;
import dev.hail.examples.generate.TextBuffer;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.format.TextStyle;
import java.util.Locale;
import java.util.Set;

/** Generates date: one row for each day. It takes no seed, because nothing in it is random. */
final class Dates implements RowSource {
  private static final Set<Integer> HOLIDAYS = Set.of(101, 220, 528, 704, 907, 1111, 1126, 1225);

  @Override
  public int maxRowBytes() {
    return 160;
  }

  @Override
  public void append(long row, TextBuffer text) {
    int day = (int) row;
    LocalDate date = Days.date(day);
    String month = date.getMonth().getDisplayName(TextStyle.FULL, Locale.ENGLISH);
    String weekday = date.getDayOfWeek().getDisplayName(TextStyle.FULL, Locale.ENGLISH);
    String shortMonth = date.getMonth().getDisplayName(TextStyle.SHORT, Locale.ENGLISH);
    int dayOfWeek = date.getDayOfWeek().getValue() % 7 + 1;
    String line =
        String.join(
            ",",
            "" + Days.key(day),
            month + " " + date.getDayOfMonth() + " " + date.getYear(),
            weekday,
            month,
            "" + date.getYear(),
            "" + Days.key(day) / 100,
            shortMonth + date.getYear(),
            "" + dayOfWeek,
            "" + date.getDayOfMonth(),
            "" + date.getDayOfYear(),
            "" + date.getMonthValue(),
            "" + ((date.getDayOfYear() - 1) / 7 + 1),
            season(date),
            bit(dayOfWeek == 7),
            bit(date.getDayOfMonth() == date.lengthOfMonth()),
            bit(HOLIDAYS.contains(date.getMonthValue() * 100 + date.getDayOfMonth())),
            bit(date.getDayOfWeek().compareTo(DayOfWeek.SATURDAY) < 0));
    text.append(Words.ascii(line)).append('\n');
  }

  private static String season(LocalDate date) {
    int day = date.getMonthValue() * 100 + date.getDayOfMonth();
    if (day >= 1101) {
      return "Christmas";
    }
    if (day >= 901) {
      return "Fall";
    }
    if (day >= 501) {
      return "Summer";
    }
    return day >= 301 ? "Spring" : "Winter";
  }

  private static String bit(boolean set) {
    return set ? "1" : "0";
  }
}
