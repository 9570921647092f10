// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.examples.ssb;

import dev.hail.examples.generate.RowRandom;
import dev.hail.examples.generate.TextBuffer;
import java.util.Arrays;

/**
 * Cities, nations and regions: five regions of five nations of ten cities. A city is the first nine
 * characters of its nation, filled with spaces, and a digit.
 */
final class Places {
  private static final int CITIES_OF_NATION = 10;
  private static final int CITY_PREFIX = 9;
  private static final byte[][] REGIONS =
      Words.ascii("AFRICA", "AMERICA", "ASIA", "EUROPE", "MIDDLE EAST");

  /** The nations of TPC-H, in its order. */
  private static final byte[][] NATIONS =
      Words.ascii(
          "ALGERIA",
          "ARGENTINA",
          "BRAZIL",
          "CANADA",
          "EGYPT",
          "ETHIOPIA",
          "FRANCE",
          "GERMANY",
          "INDIA",
          "INDONESIA",
          "IRAN",
          "IRAQ",
          "JAPAN",
          "JORDAN",
          "KENYA",
          "MOROCCO",
          "MOZAMBIQUE",
          "PERU",
          "CHINA",
          "ROMANIA",
          "SAUDI ARABIA",
          "VIETNAM",
          "RUSSIA",
          "UNITED KINGDOM",
          "UNITED STATES");

  private static final int[] REGION_OF_NATION = {
    0, 1, 1, 1, 4, 0, 3, 3, 2, 2, 4, 4, 2, 4, 0, 0, 0, 1, 2, 3, 4, 2, 3, 3, 1
  };

  private static final byte[][] CITY_STARTS = cityStarts();

  private Places() {}

  /** Appends address, city, nation, region and phone of a uniform place, with commas between. */
  static void append(TextBuffer text, RowRandom random) {
    int nation = random.next(NATIONS.length);
    Words.appendAddress(text, random);
    text.append(',').append(CITY_STARTS[nation]).append(random.next(CITIES_OF_NATION));
    text.append(',').append(NATIONS[nation]).append(',').append(REGIONS[REGION_OF_NATION[nation]]);
    text.append(',').append(10 + nation).append('-').append(100 + random.next(900));
    text.append('-').append(100 + random.next(900)).append('-').append(1000 + random.next(9000));
  }

  private static byte[][] cityStarts() {
    byte[][] starts = new byte[NATIONS.length][];
    for (int nation = 0; nation < starts.length; nation++) {
      byte[] start = new byte[CITY_PREFIX];
      Arrays.fill(start, (byte) ' ');
      System.arraycopy(NATIONS[nation], 0, start, 0, Math.min(CITY_PREFIX, NATIONS[nation].length));
      starts[nation] = start;
    }
    return starts;
  }
}
