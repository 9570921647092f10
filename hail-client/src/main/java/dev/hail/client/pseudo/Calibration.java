// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.pseudo;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What former jobs with a filter on one attribute of one file cost: the terms of equations 3.1 to
 * 3.3 of the thesis that a job cannot measure before it has to decide. All times in seconds.
 *
 * @param target time that the map phase of jobs is to take, T_target: that of the first one
 * @param scanWave time of a map task, and so of a wave of them, that reads blocks whole and indexes
 *     none, t_fsw
 * @param indexOverhead what a map task takes longer if it indexes its blocks, t_idxOverhead
 */
public record Calibration(double target, double scanWave, double indexOverhead) {
  private static final Pattern FORM =
      Pattern.compile("target=([0-9.]+)s scan-wave=([0-9.]+)s index-overhead=([0-9.]+)s");

  public Calibration {
    if (!(target > 0) || !(scanWave > 0) || !(indexOverhead >= 0)) {
      throw new IllegalArgumentException(
          "times of " + target + ", " + scanWave + " and " + indexOverhead + " s");
    }
  }

  /** The text that {@link #parse} reads. */
  public String format() {
    return String.format(
        Locale.ROOT,
        "target=%.6fs scan-wave=%.6fs index-overhead=%.6fs",
        target,
        scanWave,
        indexOverhead);
  }

  /**
   * Reads what {@link #format} wrote.
   *
   * @return null if it is something else
   */
  public static Calibration parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      return null;
    }
    try {
      return new Calibration(
          Double.parseDouble(matcher.group(1)),
          Double.parseDouble(matcher.group(2)),
          Double.parseDouble(matcher.group(3)));
    } catch (IllegalArgumentException nonsense) {
      return null;
    }
  }
}
