// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.run;

import dev.hail.bench.report.Figures;
import dev.hail.cli.CommandLineProblem;
import dev.hail.client.PathException;
import dev.hail.examples.ByteSizeConverter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The options that all benchmarks on clusters share. */
@Command
public final class RunOptions {
  private static final int DEFAULT_ROUNDS = 3;
  private static final long SMALLEST_TEXT = 1 << 16;
  private static final long SMALLEST_BLOCK = 1 << 20;
  private static final long DISK_AT_LEAST = 512L << 20;

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

  @Option(
      names = "--block-size",
      paramLabel = "SIZE",
      converter = ByteSizeConverter.class,
      defaultValue = "64m",
      description = "HDFS block size. Default: 64m.")
  long blockSize;

  @Option(names = "--seed", paramLabel = "N", description = "Seed of the generator. Default: 1.")
  long seed = 1;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write the figures of each finished case as JSON lines.")
  Path json;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description =
          "Directory for all data. Default: a new directory in the system's temporary"
              + " directory.")
  Path directory;

  @Option(
      names = "--keep",
      description = "Keep text, blocks and logs at the end; later runs reuse the text in --dir.")
  boolean keep;

  /**
   * Checks the options before anything is started.
   *
   * @throws CommandLineProblem if an option is wrong; the message names it
   * @throws PathException if the figures cannot be written
   */
  public void check() throws CommandLineProblem, PathException {
    for (long size : sizes) {
      if (size < SMALLEST_TEXT) {
        throw new CommandLineProblem("--size must be at least 64k");
      }
    }
    if (rounds != null && rounds < 1) {
      throw new CommandLineProblem("--rounds must be at least 1");
    }
    if (blockSize < SMALLEST_BLOCK || blockSize % 512 != 0) {
      throw new CommandLineProblem(
          "--block-size must be at least 1m and a multiple of 512, HDFS' checksum chunk");
    }
    if (json != null) {
      Path parent = json.toAbsolutePath().getParent();
      if (parent == null || !Files.isDirectory(parent) || !Files.isWritable(parent)) {
        throw new PathException(
            json,
            "cannot be written: " + parent + " is no writable directory",
            "Choose another file.");
      }
    }
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

  public long blockBytes() {
    return blockSize;
  }

  public long seed() {
    return seed;
  }

  /** Returns the directory for all data; null for a new temporary one. */
  public Path directory() {
    return directory;
  }

  public boolean keep() {
    return keep;
  }

  /** Returns the file for figures as JSON lines; null to write none. */
  public Path json() {
    return json;
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

  /**
   * Checks that the disk has enough room.
   *
   * @param timesText space needed, as a multiple of the largest text
   * @throws PathException if there is less room
   */
  public void requireDisk(Path place, int timesText) throws IOException {
    long largest = sizes.stream().mapToLong(Long::longValue).max().orElseThrow();
    long needed = Math.max(DISK_AT_LEAST, largest * timesText);
    long usable = Files.getFileStore(place).getUsableSpace();
    if (usable < needed) {
      throw new PathException(
          place,
          "has room for "
              + Figures.bytes(usable)
              + ", but about "
              + Figures.bytes(needed)
              + " are needed",
          "Name a directory with more room with --dir, or less text with --size.");
    }
  }
}
