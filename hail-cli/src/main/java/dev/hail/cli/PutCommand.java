// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import dev.hail.cli.PlannedFiles.PlannedFile;
import dev.hail.client.upload.Upload;
import dev.hail.client.upload.UploadRequest;
import dev.hail.client.upload.UploadSummary;
import dev.hail.conf.HailConfigKeys;
import dev.hail.conf.NumberKeys;
import dev.hail.format.schema.Schema;
import dev.hail.format.text.TextFormat;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hail put}. */
@Command(
    name = "put",
    description = {
      "Upload text as a HAIL file: parsed once, kept in columns, each replica sorted and indexed by"
          + " another attribute. Rows that do not match the schema are kept as bad records.",
      ""
    },
    footer = {
      "",
      "If DST is a directory, each SRC becomes a file of its own in it, under the name of SRC;",
      "otherwise all SRC are written to the file DST, one after the other. Nothing is visible",
      "before it is whole.",
      "",
      "Examples:",
      "  hail put --schema visits.sql --index visitDate,sourceIP,adRevenue visits.csv /data/visits",
      "  hail put --schema 'k INT, v STRING' --index k --delimiter '\\t' --no-quote part-* /data/kv",
      "  zcat log.gz | hail put --schema log.sql --index @1 - /data/log",
      "  hail put --schema visits.sql --index visitDate hdfs:///raw/visits /data/visits",
      "  hail put --schema visits.sql --index auto --like /data/2026-11-20 visits.csv"
          + " /data/2026-11-21"
    })
public final class PutCommand implements HailCommand {
  /**
   * Asks for the index attributes that the recorded filters need. An attribute of this name is
   * given as {@code @n}.
   */
  private static final String AUTO = "auto";

  /** Keys of the namenode, which a client may have, too. The client library has no constants. */
  private static final String LEAST_REPLICAS = "dfs.namenode.replication.min";

  private static final String MOST_REPLICAS = "dfs.replication.max";

  @Mixin TextFormatOptions text = new TextFormatOptions();

  @Option(
      names = "--schema",
      paramLabel = "FILE|COLUMNS",
      description =
          "Schema: a file with an SQL column list, or the list itself, for example"
              + " 'sourceIP STRING, visitDate DATE'.")
  String schema;

  @Option(
      names = "--index",
      paramLabel = "A,B,C|auto",
      description =
          "Attributes to index, by name or as @n, one per replica and at most as many as there are"
              + " replicas. auto: those that serve best the filters with which files were read that"
              + " lie in the directory of DST and have the same schema; see --like.")
  String index;

  @Option(
      names = "--like",
      paramLabel = "PATH",
      description =
          "With --index auto: learn from this file instead, or from the files of this directory"
              + " that have the same schema.")
  String like;

  @Option(
      names = "--header",
      paramLabel = "compare|skip",
      arity = "0..1",
      preprocessor = HeaderRow.Alone.class,
      description =
          "The first row of each source holds names, no data. They must be those of the schema, in"
              + " its order and any case; --header=skip leaves the row out without comparing.")
  HeaderRow header;

  @Option(
      names = "--block-size",
      paramLabel = "SIZE",
      description = "Text per block (default: dfs.blocksize).")
  String blockSize;

  @Option(
      names = "--replication",
      paramLabel = "N",
      description = "Replicas per block (default: dfs.replication).")
  Integer replication;

  @Option(
      names = {"--overwrite", "-f"},
      description = "Replace DST if it exists, when the new file is whole.")
  boolean overwrite;

  @Option(names = "--parents", description = "Make missing parent directories, as `mkdir -p' does.")
  boolean parents;

  @Option(
      names = "--allow-unindexed",
      description = "Go on where HAIL does not run on all datanodes; replicas stay unsorted there.")
  boolean allowUnindexed;

  @Option(
      names = "--sync",
      description =
          "Return only when all blocks are forced to the disks of their datanodes, as a power cut"
              + " of all of them needs (default: hail.put.sync).")
  boolean sync;

  @Option(
      names = "--max-bad",
      paramLabel = "N",
      description =
          "Fail if there are more bad records than N. Default: no limit, but some row must fit.")
  Long maxBad;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads that parse and encode, 1 to 1000 (default: hail.put.threads).")
  Integer threads;

  @Option(names = "--progress", description = "Show progress even if this is no terminal.")
  boolean progress;

  @Mixin JsonOption output = new JsonOption();

  @Parameters(
      arity = "2..*",
      paramLabel = "SRC... DST",
      hideParamSyntax = true,
      description =
          "Local files or directories, `-' for standard input, or paths with a scheme such as"
              + " hdfs:///raw; then the destination. Directories are read without names that begin"
              + " with `.' or `_'.")
  List<String> paths;

  @Override
  public int run(CommandContext context) throws Exception {
    if (schema == null) {
      throw new CommandLineProblem(
          "no schema: give --schema FILE or --schema 'name STRING, born DATE';"
              + " `hail schema infer SRC' proposes one");
    }
    Schema parsed = SchemaArgument.read(context.configuration(), schema);
    if (like != null && !AUTO.equals(index)) {
      throw new CommandLineProblem("--like goes with --index auto");
    }
    TextFormat format = text.toFormat(header != null);
    UploadRequest.Settings settings = settings(context.configuration());
    List<String> arguments = paths.subList(0, paths.size() - 1);
    Path destination = new Path(paths.get(paths.size() - 1));
    boolean intoDirectory = isDirectory(context.configuration(), destination);
    List<PlannedFile> planned =
        intoDirectory
            ? PlannedFiles.intoDirectory(
                context.configuration(), context.in(), arguments, destination)
            : List.of(
                PlannedFiles.oneFile(
                    context.configuration(), context.in(), arguments, destination));
    planned.forEach(each -> SkippedNotice.print(context, each.sources()));
    List<Integer> indexes = indexes(context, parsed, destination, intoDirectory);
    if (parents && !intoDirectory && destination.getParent() != null) {
      destination.getFileSystem(context.configuration()).mkdirs(destination.getParent());
    }
    for (PlannedFile each : planned) {
      upload(
          context, new UploadRequest(each.texts(), each.file(), parsed, indexes, format, settings));
    }
    return 0;
  }

  private List<Integer> indexes(
      CommandContext context, Schema parsed, Path destination, boolean intoDirectory)
      throws IOException, CommandLineProblem {
    if (index == null) {
      return List.of();
    }
    if (!AUTO.equals(index)) {
      return SchemaArgument.positions(parsed, index);
    }
    // The root is a directory itself.
    Path directory = intoDirectory ? destination : destination.getParent();
    Path learned = like == null ? directory : new Path(like);
    int replicas =
        replication == null
            ? destination.getFileSystem(context.configuration()).getDefaultReplication(destination)
            : replication;
    return new RecordedFilters(context.configuration())
        .best(learned, parsed, replicas, context::report);
  }

  private UploadRequest.Settings settings(Configuration configuration) throws CommandLineProblem {
    long blockBytes =
        blockSize == null
            ? UploadRequest.FILE_SYSTEM_DEFAULT
            : ByteSize.parse("--block-size", blockSize);
    if (replication != null) {
      checkReplication(configuration);
    }
    if (maxBad != null && maxBad < 0) {
      throw new CommandLineProblem("--max-bad must not be negative, it is " + maxBad);
    }
    if (threads != null) {
      Threads.check(threads);
    }
    return new UploadRequest.Settings(
        blockBytes,
        replication == null ? UploadRequest.FILE_SYSTEM_DEFAULT : replication,
        overwrite,
        allowUnindexed,
        maxBad == null ? UploadRequest.UNLIMITED : maxBad,
        threads != null
            ? threads
            : NumberKeys.count(
                configuration, HailConfigKeys.PUT_THREADS, HailConfigKeys.PUT_THREADS_DEFAULT),
        NumberKeys.count(
            configuration, HailConfigKeys.PUT_STREAMS, HailConfigKeys.PUT_STREAMS_DEFAULT),
        header != HeaderRow.SKIP);
  }

  /** Refuses what no namenode takes. Within that, the namenode knows its bounds better. */
  private void checkReplication(Configuration configuration) throws CommandLineProblem {
    if (replication < 1 || replication > NumberKeys.MOST_REPLICAS) {
      throw new CommandLineProblem(
          String.format(
              Locale.ROOT,
              "--replication: %d is not possible; the namenode takes %s to %s replicas (%s, %s)",
              replication,
              configuration.get(LEAST_REPLICAS, "1"),
              configuration.get(MOST_REPLICAS, "512"),
              LEAST_REPLICAS,
              MOST_REPLICAS));
    }
  }

  private static boolean isDirectory(Configuration configuration, Path path) throws IOException {
    try {
      return path.getFileSystem(configuration).getFileStatus(path).isDirectory();
    } catch (FileNotFoundException free) {
      return false;
    }
  }

  private void upload(CommandContext context, UploadRequest request) throws IOException {
    Configuration configuration = new Configuration(context.configuration());
    if (sync) {
      configuration.setBoolean(HailConfigKeys.PUT_SYNC, true);
    }
    Upload upload = new Upload(configuration, request);
    PutProgress shown = new PutProgress(upload.progress(), request.sources());
    boolean watched = context.terminal() || progress;
    UploadSummary summary = ProgressLine.during(watched, context.err(), shown::line, upload::run);
    warn(context, request.schema(), summary);
    if (output.json) {
      JsonLines.print(UploadedFile.of(summary, request), context.out());
    } else {
      PutProgress.print(summary, indexes(request), context.out());
    }
  }

  private static String indexes(UploadRequest request) {
    return request.indexAttributes().isEmpty()
        ? "no index"
        : "indexed by " + String.join(", ", UploadedFile.indexes(request));
  }

  private static void warn(CommandContext context, Schema schema, UploadSummary summary) {
    String prefix = context.command() + ": `" + summary.file() + "': ";
    if (summary.badRecords() > 0) {
      context
          .err()
          .println(
              prefix
                  + Counted.text(summary.badRecords(), "bad record")
                  + " kept, see `hail cat --bad'; first:");
      summary.badExamples().forEach(example -> context.err().println("  " + example));
    }
    if (summary.fewestReplicas() < summary.replication()) {
      context
          .err()
          .println(
              prefix
                  + "has blocks with "
                  + summary.fewestReplicas()
                  + " of "
                  + Counted.text(summary.replication(), "replica")
                  + " so far; HDFS makes the others when more datanodes can take them");
    }
    if (summary.indexDoubt() != null) {
      context.err().println(prefix + "may lack indexes: " + summary.indexDoubt());
    }
    summary
        .unindexedBlocks()
        .forEach(
            (attribute, blocks) ->
                context
                    .err()
                    .println(
                        prefix
                            + blocks
                            + " of "
                            + Counted.text(summary.blocks(), "block")
                            + " without a replica sorted by "
                            + schema.attribute(attribute).name()
                            + " yet; `hail index show' tells when datanodes made it"));
  }
}
