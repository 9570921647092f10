// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.xattr;

import java.util.Locale;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What former jobs with a filter on one attribute of one file cost: the terms of equations 3.1 to
 * 3.3 of the thesis that a job cannot measure before it has to decide. There a map task has one
 * block; here it may have several, so that times are those of a block. All in seconds.
 *
 * @param target time that the map phase of jobs is to take, T_target: that of the first one
 * @param taskStart time of a map task before its first block, 0 or more
 * @param scan time for a block that is read whole and not indexed, more than 0; t_fsw is that of a
 *     task with its start
 * @param indexOverhead what a block takes longer if it is indexed, 0 or more, t_idxOverhead; empty
 *     if no job has indexed one
 * @param indexScan time for a block that is read by index, 0 or more; T_is is that of all such
 *     blocks with the starts of their tasks; empty if no job has read one so
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

  /** The text that {@link #parse} reads. */
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
