// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.space;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How much an index was used, or would have been if it had been there. What was long ago counts
 * less: half after each half-life. All in bytes.
 *
 * @param served of blocks that were read by the index
 * @param saved those of them that did not have to be read
 * @param wanted of blocks that were read whole by jobs for which the index would have fitted
 * @param atMillis time to which the others are aged
 */
public record IndexUse(double served, double saved, double wanted, long atMillis) {
  /** An owner can write this text as well; no cluster reads that much. */
  private static final double MOST_BYTES = 1e18;

  /** That of an index that nobody ever asked for. */
  static final IndexUse NEVER = none(0);

  private static final Pattern FORM =
      Pattern.compile("served=([0-9.E]+) saved=([0-9.E]+) wanted=([0-9.E]+) at=([0-9]{1,18})");

  public IndexUse {
    boolean sensible = served >= 0 && saved >= 0 && saved <= served && wanted >= 0;
    if (!sensible || Double.isInfinite(served) || Double.isInfinite(wanted)) {
      throw new IllegalArgumentException(
          "no use of an index: served " + served + ", saved " + saved + ", wanted " + wanted);
    }
  }

  /** An index that nobody asked for. */
  public static IndexUse none(long atMillis) {
    return new IndexUse(0, 0, 0, atMillis);
  }

  /**
   * This use, seen later. If the clock was set back nothing ages, and time goes on from now.
   *
   * @param halfLifeMillis at least 1
   */
  public IndexUse aged(long nowMillis, long halfLifeMillis) {
    if (nowMillis <= atMillis) {
      return new IndexUse(served, saved, wanted, nowMillis);
    }
    double left = Math.pow(0.5, (nowMillis - atMillis) / (double) halfLifeMillis);
    return new IndexUse(served * left, saved * left, wanted * left, nowMillis);
  }

  /** This use, and what else happened at its time. */
  public IndexUse plus(double moreServed, double moreSaved, double moreWanted) {
    return new IndexUse(served + moreServed, saved + moreSaved, wanted + moreWanted, atMillis);
  }

  /**
   * What a byte of the index is worth: how often it saved the reading of a byte, or would have.
   * Blocks that had no index yet count with the part that was saved where there was one, and in
   * full if there was none.
   *
   * @param fileBytes length of the file, which is that of its whole index
   */
  public double benefit(long fileBytes) {
    if (fileBytes <= 0) {
      return 0;
    }
    double part = served == 0 ? 1 : saved / served;
    return (saved + wanted * part) / fileBytes;
  }

  /** The text that {@link #parse} reads. */
  public String format() {
    return String.format(
        Locale.ROOT, "served=%.3f saved=%.3f wanted=%.3f at=%d", served, saved, wanted, atMillis);
  }

  /**
   * Reads what {@link #format} wrote. A use after the present is taken for one of now: it would not
   * age until then, and an owner can write this text as well.
   *
   * @param nowMillis present time
   * @return null if it is something else
   */
  public static IndexUse parse(String text, long nowMillis) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      return null;
    }
    try {
      IndexUse use =
          new IndexUse(
              Double.parseDouble(matcher.group(1)),
              Double.parseDouble(matcher.group(2)),
              Double.parseDouble(matcher.group(3)),
              Math.min(Long.parseLong(matcher.group(4)), nowMillis));
      return use.served() <= MOST_BYTES && use.wanted() <= MOST_BYTES ? use : null;
    } catch (IllegalArgumentException nonsense) {
      return null;
    }
  }
}
