// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import dev.hail.cli.output.ArrowEncoder;
import dev.hail.cli.output.DelimitedEncoder;
import dev.hail.cli.output.JsonEncoder;
import dev.hail.cli.output.LocalOutput;
import dev.hail.cli.output.MarkedStart;
import dev.hail.cli.output.ParallelOutput;
import dev.hail.cli.output.RowEncoder;
import dev.hail.client.PathException;
import dev.hail.client.pseudo.UseReporter;
import dev.hail.client.read.HailFile;
import dev.hail.client.read.ScanOptions;
import dev.hail.client.read.ScanStatistics;
import dev.hail.client.workload.FilterMeasures;
import dev.hail.client.workload.FilterRecorder;
import dev.hail.format.schema.Schema;
import dev.hail.format.text.TextFormat;
import dev.hail.protocol.FilterShape;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.net.NetUtils;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hail cat}. */
@Command(
    name = "cat",
    description = {
      "Print rows of HAIL files. A filter uses the index of the replica that serves it best; no"
          + " MapReduce is needed.",
      ""
    },
    footer = {
      "",
      "Filters compare attributes (a name or @n) with constants: = != < <= > >=, BETWEEN, IN,",
      "LIKE 'prefix%%', IS NULL, combined by AND, OR, NOT. Strings and dates stand in quotes.",
      "",
      "Examples:",
      "  hail cat --limit 10 /data/visits",
      "  hail cat --filter \"visitDate BETWEEN '1999-01-01' AND '2000-01-01'\" --project sourceIP"
          + " /data/visits",
      "  hail cat --filter \"@1 = '172.101.11.46'\" --format json /data/visits",
      "  hail cat --format arrow -o visits.arrows /data/visits     pyarrow.ipc.open_stream reads it",
      "  hail cat --bad /data/visits                               line, reason, record"
    })
public final class CatCommand implements HailCommand {
  /** Forms of output. */
  enum Format {
    CSV,
    JSON,
    ARROW
  }

  /**
   * What is printed.
   *
   * @param frame gives what stands before and behind the rows; null for nothing
   */
  private record Printed(
      List<ParallelOutput.Producer> producers, int threads, boolean inOrder, RowEncoder frame) {
    void print(OutputStream out) throws IOException {
      if (frame != null) {
        out.write(frame.begin());
      }
      new ParallelOutput(threads).run(producers, inOrder, out);
      if (frame != null) {
        out.write(frame.end());
      }
    }
  }

  @Option(names = "--filter", paramLabel = "CONDITION", description = "Rows wanted (default: all).")
  String filter;

  @Option(
      names = "--project",
      paramLabel = "A,B",
      description = "Attributes wanted, by name or as @n (default: all).")
  String project;

  @Option(
      names = "--format",
      defaultValue = "csv",
      description =
          "csv: text, each value in one spelling; json: an object per line; arrow: an Arrow IPC stream"
              + " (default: ${DEFAULT-VALUE}).")
  Format format;

  @Option(names = "--header", description = "With csv: names in the first line.")
  boolean header;

  @Option(
      names = "--delimiter",
      paramLabel = "CHAR",
      description = "With csv: character between fields (default: as uploaded).")
  String delimiter;

  @Option(
      names = "--null",
      paramLabel = "TOKEN",
      description = "With csv: text that means NULL (default: as uploaded).")
  String nullToken;

  @Option(names = "--limit", paramLabel = "N", description = "At most N rows.")
  Long limit;

  @Option(
      names = "--bad",
      description =
          "Bad records instead of rows: line, reason, record, separated by tabs. Line ends, tabs and"
              + " backslashes in them stand as \\n, \\r, \\t and \\\\.")
  boolean bad;

  @Option(
      names = "--unordered",
      description = "Rows in any order of blocks, as they come (default: in order of blocks).")
  boolean unordered;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description =
          "Write to a local file, which appears when it is whole, or to a device or pipe; - is"
              + " standard output (default: ${DEFAULT-VALUE}).",
      defaultValue = LocalOutput.STANDARD_OUTPUT)
  String output;

  @Option(names = "--stats", description = "Tell on standard error what reading cost.")
  boolean stats;

  @Parameters(arity = "1..*", paramLabel = "FILE", description = "HAIL files; patterns too.")
  List<String> paths;

  @Override
  public int run(CommandContext context) throws Exception {
    check();
    LocalOutput target = context.output(output);
    List<HailFile> files = new ArrayList<>();
    for (Path path : PathArguments.paths(context.configuration(), paths)) {
      files.add(HailFile.open(context.configuration(), path));
    }
    Map<HailFile, FilterMeasures> measures = measures(files);
    ScanStatistics statistics = new ScanStatistics();
    AtomicLong rowsLeft = new AtomicLong(limit == null ? Long.MAX_VALUE / 2 : limit);
    try (UseReporter uses = new UseReporter(context.configuration())) {
      Printed printed = printed(context, measures, statistics, uses, rowsLeft);
      target.write(out -> printed.print(format == Format.CSV ? new MarkedStart(out) : out));
    }
    if (stats) {
      CatStatistics.print(statistics, context.err());
    }
    record(context, measures, rowsLeft.get() > 0);
    return 0;
  }

  private Map<HailFile, FilterMeasures> measures(List<HailFile> files) throws CommandLineProblem {
    Map<HailFile, FilterMeasures> measures = new LinkedHashMap<>();
    for (HailFile file : files) {
      FilterShape shape = FilterShape.of(FilterArgument.parse(filter, file.schema()));
      measures.put(file, new FilterMeasures(shape));
    }
    return measures;
  }

  /**
   * Records the filters. A read without a filter is not recorded, as no index would help it.
   *
   * @param complete whether all blocks were read; a limit ends reading where many rows qualify, so
   *     the blocks before that have too small a share of them
   */
  private void record(
      CommandContext context, Map<HailFile, FilterMeasures> measures, boolean complete) {
    if (filter == null || filter.isBlank()) {
      return;
    }
    FilterRecorder recorder = new FilterRecorder(context.configuration());
    measures.forEach(
        (file, measured) -> {
          if (file.directoryFailure() == null) {
            recorder.begins(file, measured.filter(), complete ? measured.measures() : List.of());
          }
        });
  }

  private void check() throws CommandLineProblem {
    if (limit != null && limit < 0) {
      throw new CommandLineProblem("--limit: must not be negative, found " + limit);
    }
    if (bad && (filter != null || project != null || format != Format.CSV || limit != null)) {
      throw new CommandLineProblem("--bad goes with no other choice of rows or format");
    }
    if (format != Format.CSV && (header || delimiter != null || nullToken != null)) {
      throw new CommandLineProblem("--header, --delimiter and --null go with --format csv only");
    }
  }

  /** Checks the options against the files, and says what to print. */
  private Printed printed(
      CommandContext context,
      Map<HailFile, FilterMeasures> measures,
      ScanStatistics statistics,
      UseReporter uses,
      AtomicLong rowsLeft)
      throws IOException, CommandLineProblem {
    List<HailFile> files = List.copyOf(measures.keySet());
    boolean inOrder = !unordered;
    int threads = limit != null && inOrder ? 1 : Threads.reading(context.configuration());
    ScanOptions options =
        ScanOptions.of(context.configuration(), NetUtils.getLocalHostname(), threads);
    List<ParallelOutput.Producer> producers = new ArrayList<>();
    RowEncoder first = null;
    for (HailFile file : files) {
      Schema schema = file.schema();
      int[] positions = positions(schema);
      if (format == Format.ARROW && !schema.equals(files.get(0).schema())) {
        throw new PathException(
            file,
            "has another schema than " + files.get(0),
            "One Arrow stream has one schema: print the files one by one.");
      }
      RowEncoder encoder = encoder(file, positions);
      first = first == null ? encoder : first;
      BlockRows rows =
          new BlockRows(
              file,
              FilterArgument.parse(filter, schema),
              positions,
              options,
              statistics,
              measures.get(file),
              uses,
              rowsLeft);
      producers.addAll(bad ? rows.badRecords() : rows.rows(encoder));
    }
    return new Printed(producers, threads, inOrder, bad ? null : first);
  }

  private int[] positions(Schema schema) throws CommandLineProblem {
    return project == null
        ? IntStream.rangeClosed(1, schema.size()).toArray()
        : SchemaArgument.positions(schema, project).stream().mapToInt(Integer::intValue).toArray();
  }

  private RowEncoder encoder(HailFile file, int[] positions) throws CommandLineProblem {
    return switch (format) {
      case CSV -> new DelimitedEncoder(file.schema(), textFormat(file), positions);
      case JSON -> new JsonEncoder(file.schema(), positions);
      case ARROW -> new ArrowEncoder(file.schema(), positions);
    };
  }

  /** Values may contain another delimiter or NULL token, so these need quoting. */
  private TextFormat textFormat(HailFile file) throws CommandLineProblem {
    TextFormat.Builder builder = file.textFormat().toBuilder().header(header);
    if (delimiter != null) {
      builder.delimiter(TextFormatOptions.character("--delimiter", delimiter)).quoting(true);
    }
    if (nullToken != null) {
      builder.nullToken(nullToken).quoting(true);
    }
    try {
      return builder.build();
    } catch (IllegalArgumentException wrong) {
      throw new CommandLineProblem(wrong.getMessage());
    }
  }
}
