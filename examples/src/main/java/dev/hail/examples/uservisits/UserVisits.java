// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.examples.uservisits;

import dev.hail.examples.generate.RowRandom;
import dev.hail.examples.generate.RowSource;
import dev.hail.examples.generate.TextBuffer;
import java.time.LocalDate;

/**
 * Generates UserVisits: one visit of a web page per row, comma-separated, nine attributes as in
 * {@code UserVisits.schema}. Bob's queries select the shares of rows that the thesis states
 * (section 3.9.2). Dates are uniform over 11,806 days, advertising revenue is uniform within four
 * ranges of given weight, and the address of Bob-Q2 is planted (see {@link PlantedRows}). Revenue
 * has at most three digits after the point, as {@link Float#toString(float)} writes it. So a FLOAT
 * written back as text equals the input. Not thread-safe.
 */
public final class UserVisits implements RowSource {
  /** The address that Bob-Q2 and Bob-Q3 look for. */
  public static final String RARE_ADDRESS = "172.101.11.46";

  /** The date that Bob-Q3 looks for. */
  public static final LocalDate RARE_DATE = LocalDate.of(1992, 12, 22);

  private static final LocalDate FIRST_DATE = LocalDate.of(1970, 1, 1);
  private static final int DAYS = 11_806; // 366 of them are 3.1 %
  private static final int MAX_DURATION_SECONDS = 10_000;
  private static final int PAGES = 10_000_000;

  /** Cumulative shares of adRevenue in [0, 1), [1, 10], (10, 100] and above, in 1/10,000. */
  private static final int[] REVENUE_SHARES = {19, 189, 2_059, 10_000};

  /** Bounds of these four ranges in thousandths; the upper one is exclusive. */
  private static final int[] REVENUE_BOUNDS = {0, 1_000, 10_001, 100_001, 500_000};

  private static final byte[] URL_START = Vocabulary.ascii("http://www.");
  private static final byte[] URL_END = Vocabulary.ascii(".html");
  private static final byte[] RARE_ADDRESS_BYTES = Vocabulary.ascii(RARE_ADDRESS);
  private static final byte[] RARE_DATE_BYTES = Vocabulary.ascii(RARE_DATE.toString());

  private final RowRandom random;
  private final PlantedRows planted;
  private final byte[][] dates = Vocabulary.dates(FIRST_DATE, DAYS);

  /** Creates a generator; the same seed gives the same table. */
  public UserVisits(long seed) {
    random = new RowRandom(seed);
    planted = new PlantedRows(seed);
  }

  @Override
  public int maxRowBytes() {
    return 16 + 100 + 11 + 9 + 65 + 4 + 7 + 33 + 11;
  }

  @Override
  public void append(long row, TextBuffer text) {
    random.seek(row);
    boolean rareAddress = planted.contains(row);
    appendAddress(text, rareAddress);
    appendUrl(text.append(','));
    appendDate(text.append(','), rareAddress && planted.hasDate(row));
    appendRevenue(text.append(','));
    long bits = random.nextBits();
    text.append(',').append(pick(Vocabulary.USER_AGENTS, (int) bits));
    text.append(',').append(pick(Vocabulary.COUNTRIES_AND_LANGUAGES, (int) (bits >>> 32)));
    appendSearchWord(text.append(','));
    text.append(',').append(1 + random.next(MAX_DURATION_SECONDS)).append('\n');
  }

  /** Appends the URL of a row alone. */
  void appendUrlOf(long row, TextBuffer text) {
    random.seek(row);
    random.nextBits(); // the address
    appendUrl(text);
  }

  private void appendAddress(TextBuffer text, boolean rare) {
    long bits = random.nextBits();
    if (rare) {
      text.append(RARE_ADDRESS_BYTES);
      return;
    }
    text.append(1 + RowRandom.scale((int) bits, 223)).append('.');
    text.append((int) (bits >>> 32) & 0xFF).append('.');
    text.append((int) (bits >>> 40) & 0xFF).append('.');
    text.append((int) (bits >>> 48) & 0xFF);
  }

  private void appendUrl(TextBuffer text) {
    long host = random.nextBits();
    long page = random.nextBits();
    text.append(URL_START);
    text.append(pick(Vocabulary.WORDS, skewed((int) host, (int) (host >>> 32))));
    text.append(pick(Vocabulary.DOMAINS, (int) page << 8));
    text.append(pick(Vocabulary.WORDS, (int) host << 7)).append('/');
    text.append(pick(Vocabulary.WORDS, (int) page)).append('-');
    text.append(RowRandom.scale((int) (page >>> 32), PAGES)).append(URL_END);
  }

  private void appendDate(TextBuffer text, boolean rare) {
    byte[] date = dates[random.next(DAYS)];
    text.append(rare ? RARE_DATE_BYTES : date);
  }

  private void appendRevenue(TextBuffer text) {
    long bits = random.nextBits();
    int share = RowRandom.scale((int) bits, 10_000);
    int range = 0;
    while (share >= REVENUE_SHARES[range]) {
      range++;
    }
    int low = REVENUE_BOUNDS[range];
    appendThousandths(
        low + RowRandom.scale((int) (bits >>> 32), REVENUE_BOUNDS[range + 1] - low), text);
  }

  /**
   * Appends a number of thousandths as the shortest text with a digit after the point, as
   * Float.toString does.
   */
  static void appendThousandths(int thousandths, TextBuffer text) {
    text.append(thousandths / 1_000).append('.');
    int fraction = thousandths % 1_000;
    if (fraction % 100 == 0) {
      text.append(fraction / 100);
    } else if (fraction % 10 == 0) {
      text.append(fraction / 10, 2);
    } else {
      text.append(fraction, 3);
    }
  }

  private void appendSearchWord(TextBuffer text) {
    long bits = random.nextBits();
    text.append(pick(Vocabulary.WORDS, skewed((int) bits, (int) (bits >>> 32))));
  }

  private static byte[] pick(byte[][] choices, int bits) {
    return choices[RowRandom.scale(bits, choices.length)];
  }

  /**
   * Returns the product of two uniform numbers; small ones are frequent, like common words and
   * hosts.
   */
  private static int skewed(int left, int right) {
    return (int) (((left & 0xFFFFFFFFL) * (right & 0xFFFFFFFFL)) >>> 32);
  }
}
