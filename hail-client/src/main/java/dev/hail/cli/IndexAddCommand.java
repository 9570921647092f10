package dev.hail.cli;

import dev.hail.client.Parallel;
import dev.hail.client.pseudo.BlockIndexer;
import dev.hail.client.read.HailBlock;
import dev.hail.client.read.HailFile;
import dev.hail.conf.HailConfigKeys;
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
    int position = file.schema().attribute(attribute).position();
    BlockIndexer indexer =
        new BlockIndexer(
            context.configuration(), file, position, "hail-index-add-" + UUID.randomUUID());
    List<HailBlock> missing =
        file.blocks().stream().filter(block -> !indexer.isIndexed(block)).toList();
    if (missing.isEmpty()) {
      summarize(context, file, position, 0, 0);
      return;
    }
    // Before anything is read: the namenode would refuse the result.
    file.location().fileSystem().access(file.path(), FsAction.WRITE);
    AtomicInteger done = new AtomicInteger();
    List<Boolean> added =
        ProgressLine.during(
            context.terminal() || progress,
            context.err(),
            () -> file.location().source() + ": " + done + " of " + missing.size() + " blocks",
            () ->
                Parallel.map(
                    missing,
                    threads,
                    block -> {
                      boolean first = indexer.index(block);
                      done.incrementAndGet();
                      return first;
                    }));
    int mine = (int) added.stream().filter(first -> first).count();
    summarize(context, file, position, mine, missing.size() - mine);
  }

  private static void summarize(
      CommandContext context, HailFile file, int position, int added, int others) {
    int blocks = file.blocks().size();
    context
        .out()
        .printf(
            Locale.ROOT,
            "%s: %d of %d blocks indexed by %s, %d had it%s%n",
            file.location().source(),
            added,
            blocks,
            file.schema().attribute(position).name(),
            blocks - added - others,
            others == 0 ? "" : ", " + others + " were indexed by somebody else meanwhile");
  }
}
