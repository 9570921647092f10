// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import dev.hail.client.Parallel;
import dev.hail.client.PathException;
import dev.hail.client.pseudo.BlockIndexer;
import dev.hail.client.pseudo.NoMemoryException;
import dev.hail.client.pseudo.NoRoomException;
import dev.hail.client.read.HailBlock;
import dev.hail.client.read.HailFile;
import dev.hail.conf.HailConfigKeys;
import dev.hail.protocol.IndexGrant;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.net.DNS;
import org.apache.hadoop.security.AccessControlException;
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
      "they are, so that a command that was interrupted can be run again. A block that cannot be",
      "indexed does not keep the others from it; the exit code is 1 then.",
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
      description = "Blocks indexed at the same time, as far as memory allows; default 2.")
  int threads = HailConfigKeys.PUT_THREADS_DEFAULT;

  @Option(names = "--progress", description = "Show progress even if this is no terminal.")
  boolean progress;

  @Parameters(arity = "1..*", paramLabel = "FILE", description = "HAIL files; patterns too.")
  List<String> paths;

  @Override
  public int run(CommandContext context) throws Exception {
    Threads.check(threads);
    return EachFile.of(context, paths).run(file -> addOrReport(context, file));
  }

  private boolean addOrReport(CommandContext context, HailFile file) throws IOException {
    Queue<IOException> failures = add(context, file);
    if (!failures.isEmpty()) {
      context.err().println("hail index add: " + notIndexed(file, failures));
    }
    return failures.isEmpty();
  }

  private static String notIndexed(HailFile file, Queue<IOException> failures) {
    boolean tooBig = failures.stream().anyMatch(NoMemoryException.class::isInstance);
    return String.format(
        Locale.ROOT,
        "%s: %s not indexed: %s. Run this again%s",
        file.location().source(),
        Counted.text(failures.size(), "block"),
        PathException.firstLine(failures.peek()),
        tooBig ? " with more heap, such as HAIL_OPTS=-Xmx4g" : "");
  }

  /** Adds the missing index to one file; returns why some blocks still have none. */
  private Queue<IOException> add(CommandContext context, HailFile file) throws IOException {
    if (file.directoryFailure() != null) {
      throw file.directoryFailure();
    }
    int position = AttributeArgument.position(file, "--by", attribute);
    BlockIndexer indexer = new BlockIndexer(context.configuration(), file, position, localHost());
    List<HailBlock> missing =
        file.blocks().stream().filter(block -> !indexer.isIndexed(block)).toList();
    int had = file.blocks().size() - missing.size();
    if (missing.isEmpty()) {
      summarize(context, file, position, had, 0, 0);
      return new ConcurrentLinkedQueue<>();
    }
    if (file.hasGluedBlocks()) {
      throw new PathException(
          file.path(),
          "has blocks that share HDFS blocks with others and take no index",
          "`hail cp' writes a copy that takes one.");
    }
    // Check before anything is read: otherwise the namenode refuses the result.
    if (file.location().isInSnapshot()) {
      throw new PathException(
          file.path(),
          "is in a snapshot, where no index can be added",
          "Index the file by its path outside of the snapshot.");
    }
    file.location().fileSystem().access(file.path(), FsAction.WRITE);
    AtomicInteger added = new AtomicInteger();
    AtomicInteger others = new AtomicInteger();
    BlockFailures failures = new BlockFailures();
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
                  + Counted.text(missing.size(), "block"),
          () ->
              Parallel.map(
                  missing,
                  threads,
                  block -> {
                    try {
                      IndexGrant answer = indexer.index(block);
                      evicted.add(answer.evicted());
                      failures.succeeded();
                      return (answer.isGranted() ? added : others).incrementAndGet();
                    } catch (IOException e) {
                      failures.add(e);
                      return 0;
                    }
                  }));
    } catch (IOException e) {
      // The index of the blocks done so far stays, as do the evictions for it.
      if (added.get() > 0) {
        summarize(context, file, position, had, added.get(), others.get());
      }
      throw e;
    } finally {
      evicted.print(file.location().source(), context.out());
    }
    summarize(context, file, position, had, added.get(), others.get());
    return failures.all;
  }

  /** Failures of single blocks. Too many in a row count as a failure of the file. */
  private static final class BlockFailures {
    private static final int MOST_IN_A_ROW = 10;

    private final Queue<IOException> all = new ConcurrentLinkedQueue<>();
    private final AtomicInteger inARow = new AtomicInteger();

    /** Notes that a block was indexed. */
    void succeeded() {
      inARow.set(0);
    }

    /** Notes a failure, or throws it if further blocks would fail too. */
    void add(IOException failure) throws IOException {
      boolean ofBlock = failure instanceof NoMemoryException;
      boolean ofAll =
          failure instanceof NoRoomException
              || failure instanceof AccessControlException
              || failure instanceof InterruptedIOException;
      if (ofAll || (!ofBlock && inARow.incrementAndGet() > MOST_IN_A_ROW)) {
        throw failure;
      }
      all.add(failure);
    }
  }

  private static String localHost() {
    try {
      return DNS.getDefaultHost("default");
    } catch (UnknownHostException nameless) {
      // Without a name of this host, the namenode chooses a datanode by itself.
      return "";
    }
  }

  private static void summarize(
      CommandContext context, HailFile file, int position, int had, int added, int others) {
    context
        .out()
        .printf(
            Locale.ROOT,
            "%s: %,d of %s indexed by %s, %,d had it%s%n",
            file.location().source(),
            added,
            Counted.text(file.blocks().size(), "block"),
            file.schema().attribute(position).name(),
            had,
            others == 0
                ? ""
                : String.format(Locale.ROOT, ", %,d indexed by somebody else meanwhile", others));
  }
}
