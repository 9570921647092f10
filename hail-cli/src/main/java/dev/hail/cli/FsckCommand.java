// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import dev.hail.client.Parallel;
import dev.hail.client.read.BlockCheck;
import dev.hail.client.read.HailFile;
import dev.hail.client.read.NotAHailFileException;
import dev.hail.conf.HailConfigKeys;
import dev.hail.xattr.HailXAttributes;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.AccessControlException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hail fsck}. */
@Command(
    name = "fsck",
    description = {
      "Read every replica of every block in full and check it: checksums, content hash, sort order,"
          + " index, equal contents, all indexes there. Exit code 1 if something is wrong.",
      ""
    },
    footer = {
      "",
      "Of a directory all HAIL files below it are checked.",
      "",
      "Examples:",
      "  hail fsck /data/visits",
      "  hail fsck --blocks /data"
    })
public final class FsckCommand implements HailCommand {
  @Option(
      names = "--blocks",
      description = "Tell about each block, not only of those with problems.")
  boolean blocks;

  @Parameters(
      arity = "1..*",
      paramLabel = "PATH",
      description = "HAIL files or directories; patterns too.")
  List<String> paths;

  @Override
  public int run(CommandContext context) throws Exception {
    Configuration configuration = context.configuration();
    List<Path> files = new ArrayList<>();
    for (String argument : paths) {
      for (FileStatus status : PathArguments.expand(configuration, argument)) {
        FileSystem fileSystem = status.getPath().getFileSystem(configuration);
        if (status.isDirectory()) {
          addHailFiles(fileSystem, status.getPath(), files);
        } else {
          files.add(status.getPath());
        }
      }
    }
    long problems = 0;
    for (Path path : files) {
      problems += check(context, path);
    }
    context
        .out()
        .printf(
            Locale.ROOT,
            "%s: %s, %s%n",
            problems == 0 ? "HEALTHY" : "NOT HEALTHY",
            Counted.text(files.size(), "file"),
            Counted.text(problems, "problem"));
    return problems == 0 ? 0 : 1;
  }

  private static void addHailFiles(FileSystem fileSystem, Path directory, List<Path> files)
      throws IOException {
    FileStatus[] children = fileSystem.listStatus(directory);
    Arrays.sort(children);
    for (FileStatus child : children) {
      if (child.isDirectory()) {
        addHailFiles(fileSystem, child.getPath(), files);
      } else if (mayBeHail(fileSystem, child.getPath())) {
        files.add(child.getPath());
      }
    }
  }

  private static boolean mayBeHail(FileSystem fileSystem, Path file) throws IOException {
    try {
      return fileSystem.getXAttrs(file).containsKey(HailXAttributes.SCHEMA);
    } catch (AccessControlException unknown) {
      // Nothing may be skipped silently: opening the file fails in turn and is reported.
      return true;
    }
  }

  /** A file that cannot be opened counts as a problem; the files after it are checked too. */
  private int check(CommandContext context, Path path) throws IOException {
    HailFile file;
    try {
      file = HailFile.open(context.configuration(), path);
    } catch (NotAHailFileException | AccessControlException | FileNotFoundException failure) {
      context.out().println("  PROBLEM");
      context.out().println("    " + failure.getMessage().lines().findFirst().orElse(""));
      context.out().println(path.toUri().getPath() + ": not checked, 1 problem");
      return 1;
    }
    return check(context, file);
  }

  private int check(CommandContext context, HailFile file) throws IOException {
    int threads =
        context
            .configuration()
            .getInt(HailConfigKeys.READ_THREADS, HailConfigKeys.READ_THREADS_DEFAULT);
    List<BlockCheck.Result> results =
        Parallel.map(file.blocks(), threads, new BlockCheck(file)::check);
    int problems = 0;
    int replicas = 0;
    for (BlockCheck.Result result : results) {
      problems += result.problems().size();
      replicas += result.healthy();
      if (blocks || !result.problems().isEmpty()) {
        String verdict = result.problems().isEmpty() ? "ok" : "PROBLEM";
        context.out().println("  " + result.block() + ": " + verdict);
        result.problems().forEach(problem -> context.out().println("    " + problem));
      }
    }
    context
        .out()
        .printf(
            Locale.ROOT,
            "%s: %s, %s, %s%n",
            file.location().source(),
            Counted.text(results.size(), "block"),
            Counted.text(replicas, "sound replica"),
            Counted.text(problems, "problem"));
    return problems;
  }
}
