// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.run;

import dev.hail.cli.CommandLineProblem;
import dev.hail.examples.ByteSizeConverter;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The options of a benchmark that measures a text of a size in rounds. */
@Command
public final class RunOptions extends DataOptions {
  private static final int DEFAULT_ROUNDS = 3;
  private static final long SMALLEST_TEXT = 1 << 16;

  @Option(
      names = {"--size", "--grow"},
      paramLabel = "SIZE",
      split = ",",
      converter = ByteSizeConverter.class,
      defaultValue = "1g",
      description =
          "Sizes of the text. Several sizes show how cost grows; cases are then"
              + " named 2g/CASE. Default: 1g.")
  List<Long> sizes;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "Number of counted rounds. Default: 3, for bench adaptive 1.")
  Integer rounds;

  /**
   * Checks the options before anything is started.
   *
   * @throws CommandLineProblem if an option is wrong; the message names it
   */
  @Override
  public void check() throws CommandLineProblem {
    for (long size : sizes) {
      if (size < SMALLEST_TEXT) {
        throw new CommandLineProblem("--size must be at least 64k");
      }
    }
    if (rounds != null && rounds < 1) {
      throw new CommandLineProblem("--rounds must be at least 1");
    }
    super.check();
  }

  /** Returns the sizes of the text in bytes, each at least 64 KiB. */
  public List<Long> sizes() {
    return List.copyOf(sizes);
  }

  /** Returns the number of rounds, at least 1. */
  public int rounds() {
    return roundsOr(DEFAULT_ROUNDS);
  }

  /** Returns the number of rounds, at least 1, for a benchmark with its own default. */
  public int roundsOr(int byDefault) {
    return rounds == null ? byDefault : rounds;
  }

  /**
   * Returns the prefix of case names of this size: {@code 2g/}, or empty if there is only one size.
   */
  public String casePrefix(long size) {
    return sizes.size() == 1 ? "" : inLargestUnit(size) + "/";
  }

  /**
   * Returns the size in the largest unit that keeps it a whole number, so that no two look alike.
   */
  private static String inLargestUnit(long size) {
    String units = "kmgt";
    int unit = 0;
    long whole = size;
    while (unit < units.length() && whole % 1024 == 0) {
      whole /= 1024;
      unit++;
    }
    return whole + (unit == 0 ? "" : units.substring(unit - 1, unit));
  }

  /** Returns the size of the largest text in bytes. */
  long largestText() {
    return sizes.stream().mapToLong(Long::longValue).max().orElseThrow();
  }
}
