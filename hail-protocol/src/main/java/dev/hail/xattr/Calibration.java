// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.xattr;

import java.util.Locale;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Costs of earlier jobs that filtered one file by one attribute. They are the terms of equations
 * 3.1 to 3.3 of the thesis that a job must know before it can measure them. The thesis has one
 * block per map task; here a task may have several, so times are per block. All times are in
 * seconds.
 *
 * @param target target time of a job's map phase, T_target: that of the first job
 * @param taskStart time of a map task before its first block, at least 0
 * @param scan time for a block that is read whole and not indexed, above 0; t_fsw is this time plus
 *     a task's start
 * @param indexOverhead extra time for a block that is indexed, at least 0, t_idxOverhead; empty if
 *     no job has indexed one
 * @param indexScan time for a block that is read by index, at least 0; empty if no job has read
 *     one. T_is sums these times and the starts of the tasks
 */
public record Calibration(
    double target,
    double taskStart,
    double scan,
    OptionalDouble indexOverhead,
    OptionalDouble indexScan) {
  private static final String UNKNOWN = "unknown";
  private static final String TIME = "([0-9.]+)s";
  private static final String TIME_IF_KNOWN = "(?:" + TIME + "|" + UNKNOWN + ")";
  private static final Pattern FORM =
      Pattern.compile(
          String.format(
              Locale.ROOT,
              "target=%s task-start=%s scan=%s index-overhead=%s index-scan=%s",
              TIME,
              TIME,
              TIME,
              TIME_IF_KNOWN,
              TIME_IF_KNOWN));

  public Calibration {
    Objects.requireNonNull(indexOverhead, "indexOverhead is null");
    Objects.requireNonNull(indexScan, "indexScan is null");
    if (!(target > 0)
        || !(taskStart >= 0)
        || !(scan > 0)
        || !(indexOverhead.orElse(0) >= 0)
        || !(indexScan.orElse(0) >= 0)) {
      throw new IllegalArgumentException(
          "times of "
              + target
              + ", "
              + taskStart
              + ", "
              + scan
              + ", "
              + indexOverhead
              + " and "
              + indexScan
              + " s");
    }
  }

  /** The text that {@link #parse} reads back. */
  public String format() {
    return String.format(
        Locale.ROOT,
        "target=%.6fs task-start=%.6fs scan=%.6fs index-overhead=%s index-scan=%s",
        target,
        taskStart,
        scan,
        format(indexOverhead),
        format(indexScan));
  }

  private static String format(OptionalDouble time) {
    return time.isPresent() ? String.format(Locale.ROOT, "%.6fs", time.getAsDouble()) : UNKNOWN;
  }

  /**
   * Reads the text of {@link #format}.
   *
   * @return null if the text is malformed
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
          Double.parseDouble(matcher.group(3)),
          timeIfKnown(matcher.group(4)),
          timeIfKnown(matcher.group(5)));
    } catch (IllegalArgumentException nonsense) {
      return null;
    }
  }

  private static OptionalDouble timeIfKnown(String time) {
    return time == null ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(time));
  }
}
