// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.offer;

/** How long the tasks of one kind took, in seconds. Not thread-safe. */
final class TaskTimes {
  private long count;
  private double sum;
  private double sumOfSquares;

  void add(double seconds) {
    count++;
    sum += seconds;
    sumOfSquares += seconds * seconds;
  }

  long count() {
    return count;
  }

  /** The mean; 0 without tasks. */
  double mean() {
    return count == 0 ? 0 : sum / count;
  }

  /**
   * By how much longer these tasks take than others on average, estimated rather too high than too
   * low. One standard error is added to the difference of the means. The spread is the one that
   * both kinds have in common. The fewer tasks were seen, the more is added.
   *
   * @return 0 or greater; 0 if there were no tasks of one of the kinds
   */
  double excessOver(TaskTimes others) {
    if (count == 0 || others.count == 0) {
      return 0;
    }
    long freedom = count + others.count - 2;
    double spread = freedom == 0 ? 0 : (deviations() + others.deviations()) / freedom;
    double error = Math.sqrt(spread * (1.0 / count + 1.0 / others.count));
    return Math.max(0, mean() - others.mean() + error);
  }

  /** Sum of the squares of the differences from the mean. */
  private double deviations() {
    return Math.max(0, sumOfSquares - sum * sum / count);
  }
}
