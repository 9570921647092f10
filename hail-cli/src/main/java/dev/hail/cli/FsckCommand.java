// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import dev.hail.client.Parallel;
import dev.hail.client.read.AttributeCheck;
import dev.hail.client.read.BlockCheck;
import dev.hail.client.read.HailFile;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hail fsck}. */
@Command(
    name = "fsck",
    description = {
      "Read every replica of every block in full and check it: checksums, content hash, sort order,"
          + " index, equal contents, all indexes there; and the file's extended attributes. Exit code"
          + " 1 if something is wrong.",
      ""
    },
    footer = {
      "",
      "Of a directory all HAIL files below it are checked, also copies without HAIL's attributes,",
      "which their first bytes tell. If there are none, the command says so and ends with 0, as",
      "`hdfs fsck' does for a directory without files.",
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

  @Mixin JsonOption output = new JsonOption();

  @Parameters(
      arity = "1..*",
      paramLabel = "PATH",
      description = "HAIL files or directories; patterns too.")
  List<String> paths;

  @Override
  public int run(CommandContext context) throws Exception {
    List<HailFileWalk.Found> files = new ArrayList<>();
    long problems = 0;
    for (String argument : paths) {
      try {
        files.addAll(files(context, argument));
      } catch (IOException failure) {
        if (!Failures.concernsOneFile(failure)) {
          throw failure;
        }
        context.report(failure);
        problems++;
      }
    }
    Set<String> advice = new LinkedHashSet<>();
    for (HailFileWalk.Found found : files) {
      CheckedFile checked = check(context, found);
      problems += checked.problemCount();
      advice.addAll(checked.advice());
      if (output.json) {
        JsonLines.print(checked, context.out());
      } else {
        print(checked, context.out());
      }
    }
    if (!output.json) {
      printAdvice(advice, context.out());
      context
          .out()
          .printf(
              Locale.ROOT,
              "%s: %s, %s%n",
              files.isEmpty() ? "NOTHING CHECKED" : problems == 0 ? "HEALTHY" : "NOT HEALTHY",
              Counted.text(files.size(), "file"),
              Counted.text(problems, "problem"));
    }
    return problems == 0 ? 0 : 1;
  }

  private static List<HailFileWalk.Found> files(CommandContext context, String argument)
      throws IOException {
    Configuration configuration = context.configuration();
    HailFileWalk walk = new HailFileWalk(configuration, Threads.reading(configuration));
    List<HailFileWalk.Found> files = new ArrayList<>();
    for (FileStatus status : PathArguments.expand(configuration, argument)) {
      Path path = status.getPath();
      if (!status.isDirectory()) {
        files.add(HailFileWalk.Found.file(path));
        continue;
      }
      List<HailFileWalk.Found> below = walk.below(path);
      if (below.isEmpty()) {
        warnOfNoFile(context, path);
      }
      files.addAll(below);
    }
    return files;
  }

  private static void printAdvice(Set<String> advice, PrintStream out) {
    if (!advice.isEmpty()) {
      out.println("What to do:");
      advice.forEach(each -> out.println("  " + each));
    }
  }

  private static void warnOfNoFile(CommandContext context, Path directory) {
    context
        .err()
        .println(
            context.command()
                + ": `"
                + directory.toUri().getPath()
                + "': no HAIL file is in it or below; `hdfs fsck' checks other files");
  }

  /** A file that cannot be opened counts as a problem; the files after it are checked too. */
  private CheckedFile check(CommandContext context, HailFileWalk.Found found) throws IOException {
    if (found.failure() != null) {
      return unopened(context, found.path(), found.failure());
    }
    HailFile file;
    List<String> attributeProblems;
    try {
      file = HailFile.open(context.configuration(), found.path());
      attributeProblems = AttributeCheck.problems(file);
    } catch (IOException failure) {
      if (!Failures.concernsOneFile(failure)) {
        throw failure;
      }
      return unopened(context, found.path(), failure);
    }
    int threads = Threads.reading(context.configuration());
    return CheckedFile.of(
        file.location().source(),
        attributeProblems,
        Parallel.map(file.blocks(), threads, new BlockCheck(file)::check),
        blocks);
  }

  private static CheckedFile unopened(CommandContext context, Path path, IOException failure) {
    return CheckedFile.unopened(
        path.toUri().getPath(), Failures.describe(failure), Failures.remedy(failure, context));
  }

  private static void print(CheckedFile checked, PrintStream out) {
    if (checked.failure() != null) {
      out.println("  PROBLEM");
      out.println("    " + checked.failure());
      out.println(checked.file() + ": not checked, 1 problem");
      return;
    }
    if (!checked.attributeProblems().isEmpty()) {
      out.println("  attributes: PROBLEM");
      checked.attributeProblems().forEach(problem -> out.println("    " + problem));
    }
    for (CheckedFile.Block block : checked.shown()) {
      out.println("  " + block.block() + ": " + (block.problems().isEmpty() ? "ok" : "PROBLEM"));
      block.problems().forEach(problem -> out.println("    " + problem));
    }
    out.printf(
        Locale.ROOT,
        "%s: %s, %s, %s%n",
        checked.file(),
        Counted.text(checked.blocks(), "block"),
        Counted.text(checked.soundReplicas(), "sound replica"),
        Counted.text(checked.problemCount(), "problem"));
  }
}
