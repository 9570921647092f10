// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.run;

import dev.hail.bench.report.Figures;
import dev.hail.cli.CommandContext;
import dev.hail.cli.CommandLineProblem;
import dev.hail.cli.output.LocalOutput;
import dev.hail.client.PathException;
import dev.hail.examples.ByteSizeConverter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The options of a benchmark on clusters that do not say how much it measures. */
@Command
public class DataOptions {
  private static final long SMALLEST_BLOCK = 1 << 20;
  private static final long DISK_AT_LEAST = 512L << 20;

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
      description =
          "Write the figures of each finished case as JSON lines to a new file; - is standard"
              + " output.")
  String json;

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
   */
  public void check() throws CommandLineProblem {
    if (blockSize < SMALLEST_BLOCK || blockSize % 512 != 0) {
      throw new CommandLineProblem(
          "--block-size must be at least 1m and a multiple of 512, HDFS' checksum chunk");
    }
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

  /**
   * Returns where figures go as JSON lines; null to write none.
   *
   * @throws PathException if nothing can be written there
   */
  public LocalOutput json(CommandContext context) throws IOException {
    return context.output(json);
  }

  /**
   * Checks that the disk has enough room.
   *
   * @param bytes space needed
   * @param less option with which less is needed
   * @throws PathException if there is less room
   */
  public void requireDisk(Path place, long bytes, String less) throws IOException {
    long needed = Math.max(DISK_AT_LEAST, bytes);
    long usable = Files.getFileStore(place).getUsableSpace();
    if (usable < needed) {
      throw new PathException(
          place,
          "has room for "
              + Figures.bytes(usable)
              + ", but about "
              + Figures.bytes(needed)
              + " are needed",
          "Name a directory with more room with --dir, or less text with " + less + ".");
    }
  }
}
