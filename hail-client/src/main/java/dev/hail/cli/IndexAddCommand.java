// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import dev.hail.client.Parallel;
import dev.hail.client.pseudo.BlockIndexer;
import dev.hail.client.read.HailBlock;
import dev.hail.client.read.HailFile;
import dev.hail.conf.HailConfigKeys;
import dev.hail.protocol.Publication;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsAction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hail index add}. */
@Command(
    name = "add",
    description = {
      "Index every block of files by an attribute that the upload did not index: one more copy of"
          + " each block, sorted, which queries find like the others.",
      ""
    },
    footer = {
      "",
      "Only who may write a file may add indexes to it. Blocks that have the index are left as",
      "they are, so that a command that was interrupted can be run again.",
      "",
      "Examples:",
      "  hail index add --by duration /data/visits",
      "  hail index add --by @9 '/data/2026-*'"
    })
final class IndexAddCommand implements HailCommand {
  @Option(
      names = "--by",
      required = true,
      paramLabel = "ATTRIBUTE",
      description = "Attribute to sort by, a name or @n.")
  String attribute;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Blocks indexed at the same time, each in memory twice; default 2.")
  int threads = HailConfigKeys.PUT_THREADS_DEFAULT;

  @Option(names = "--progress", description = "Show progress even if this is no terminal.")
  boolean progress;

  @Parameters(arity = "1..*", paramLabel = "FILE", description = "HAIL files; patterns too.")
  List<String> paths;

  @Override
  public int run(CommandContext context) throws Exception {
    if (threads < 1) {
      throw new CommandLineProblem("--threads must be at least 1, it is " + threads);
    }
    for (Path path : PathArguments.paths(context.configuration(), paths)) {
      add(context, HailFile.open(context.configuration(), path));
    }
    return 0;
  }

  private void add(CommandContext context, HailFile file) throws IOException {
    if (file.directoryFailure() != null) {
      throw file.directoryFailure();
    }
    int position = AttributeArgument.position(file, "--by", attribute);
    BlockIndexer indexer =
        new BlockIndexer(
            context.configuration(), file, position, "hail-index-add-" + UUID.randomUUID());
    List<HailBlock> missing =
        file.blocks().stream().filter(block -> !indexer.isIndexed(block)).toList();
    int had = file.blocks().size() - missing.size();
    if (missing.isEmpty()) {
      summarize(context, file, position, had, 0, 0);
      return;
    }
    // Before anything is read: the namenode would refuse the result.
    file.location().fileSystem().access(file.path(), FsAction.WRITE);
    AtomicInteger added = new AtomicInteger();
    AtomicInteger others = new AtomicInteger();
    EvictedIndexes evicted = new EvictedIndexes();
    try {
      ProgressLine.during(
          context.terminal() || progress,
          context.err(),
          () ->
              file.location().source()
                  + ": "
                  + (added.get() + others.get())
                  + " of "
                  + missing.size()
                  + " blocks",
          () ->
              Parallel.map(
                  missing,
                  threads,
                  block -> {
                    Publication.Answer answer = indexer.index(block);
                    evicted.add(answer.evicted());
                    return (answer.isPublished() ? added : others).incrementAndGet();
                  }));
    } catch (IOException e) {
      // What was added stays, and what was evicted for it is gone.
      if (added.get() > 0) {
        summarize(context, file, position, had, added.get(), others.get());
      }
      throw e;
    } finally {
      evicted.print(file.location().source(), context.out());
    }
    summarize(context, file, position, had, added.get(), others.get());
  }

  private static void summarize(
      CommandContext context, HailFile file, int position, int had, int added, int others) {
    context
        .out()
        .printf(
            Locale.ROOT,
            "%s: %d of %d blocks indexed by %s, %d had it%s%n",
            file.location().source(),
            added,
            file.blocks().size(),
            file.schema().attribute(position).name(),
            had,
            others == 0 ? "" : ", " + others + " were indexed by somebody else meanwhile");
  }
}
