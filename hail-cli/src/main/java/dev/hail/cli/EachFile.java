// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import dev.hail.client.read.HailFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * Runs a command on each of its files. A file that fails is reported; the others come all the same.
 */
final class EachFile {
  private final CommandContext context;
  private final List<Path> paths;
  private final boolean found;

  private EachFile(CommandContext context, List<Path> paths, boolean found) {
    this.context = context;
    this.paths = paths;
    this.found = found;
  }

  /** What a command does with one file. */
  @FunctionalInterface
  interface Work {
    /** Returns false if the command has reported a failure. */
    boolean on(HailFile file) throws Exception;
  }

  /**
   * Expands the arguments of a command, and reports those that name no file.
   *
   * @throws IOException if a failure concerns more than one file
   */
  static EachFile of(CommandContext context, List<String> arguments) throws IOException {
    List<Path> paths = new ArrayList<>();
    boolean found = true;
    for (String argument : arguments) {
      try {
        for (FileStatus status : PathArguments.expand(context.configuration(), argument)) {
          paths.add(status.getPath());
        }
      } catch (IOException failure) {
        reportOrThrow(context, failure);
        found = false;
      }
    }
    return new EachFile(context, List.copyOf(paths), found);
  }

  /** Number of files and directories that the arguments name. */
  int count() {
    return paths.size();
  }

  /**
   * Opens and handles the files in order, and reports those that fail.
   *
   * @return exit code: 0 if all went well, else 1
   * @throws Exception if a failure concerns more than one file
   */
  int run(Work work) throws Exception {
    boolean all = found;
    for (Path path : paths) {
      try {
        all &= work.on(HailFile.open(context.configuration(), path));
      } catch (IOException failure) {
        reportOrThrow(context, failure);
        all = false;
      }
    }
    return all ? 0 : 1;
  }

  private static void reportOrThrow(CommandContext context, IOException failure)
      throws IOException {
    if (!Failures.concernsOneFile(failure)) {
      throw failure;
    }
    context.report(failure);
  }
}
