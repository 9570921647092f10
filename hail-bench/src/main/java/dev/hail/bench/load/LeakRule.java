// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.load;

import dev.hail.bench.report.Figures;
import java.util.Arrays;
import java.util.Optional;

/**
 * Decides by samples over time whether a daemon leaks. The first quarter of the samples is for
 * warming up. The median of the last quarter is then compared with that of the second. It may be
 * larger by {@link #TOLERANCE} and by the {@linkplain Resource#slack() slack} of the resource.
 */
final class LeakRule {
  /** Share by which a resource may grow. */
  static final double TOLERANCE = 0.1;

  /** Fewest samples to decide by: two in a quarter. */
  static final int LEAST_SAMPLES = 8;

  /** The rule in words, a sentence. */
  static final String TEXT =
      "A process leaks if the median of the last quarter of its samples exceeds that of the second"
          + " quarter by more than a tenth plus 8 MiB of heap after a collection, 4 MiB of direct"
          + " memory, 20 file descriptors, or 20 threads.";

  private LeakRule() {}

  /**
   * Decides.
   *
   * @param process named in the verdict
   * @param samples in the order of time, at least {@link #LEAST_SAMPLES}
   * @return what leaks, with figures; empty if nothing does
   */
  static Optional<String> leak(String process, Resource resource, double[] samples) {
    if (samples.length < LEAST_SAMPLES) {
      throw new IllegalArgumentException(
          "At least " + LEAST_SAMPLES + " samples are needed, not " + samples.length);
    }
    double early = median(secondQuarter(samples));
    double late = median(lastQuarter(samples));
    if (late <= early * (1 + TOLERANCE) + resource.slack()) {
      return Optional.empty();
    }
    return Optional.of(
        process
            + " leaks: "
            + resource.metric()
            + " grew from "
            + shown(resource, early)
            + " (median of the second quarter) to "
            + shown(resource, late)
            + " (of the last quarter)");
  }

  static double[] secondQuarter(double[] samples) {
    return Arrays.copyOfRange(samples, samples.length / 4, samples.length / 2);
  }

  static double[] lastQuarter(double[] samples) {
    return Arrays.copyOfRange(samples, samples.length - samples.length / 4, samples.length);
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  private static String shown(Resource resource, double value) {
    return resource.metric().endsWith("_bytes")
        ? Figures.bytes(Math.round(value))
        : Figures.count(Math.round(value));
  }
}
