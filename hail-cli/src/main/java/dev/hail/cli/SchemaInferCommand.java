// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import dev.hail.client.upload.NamedTexts;
import dev.hail.client.upload.TextSource;
import dev.hail.client.upload.TextSources;
import dev.hail.format.text.InferredSchema;
import dev.hail.format.text.SchemaInference;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hail schema infer}. */
@Command(
    name = "infer",
    description = {
      "Propose a schema from the first rows of a text, to be checked and given to `hail put"
          + " --schema'.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  hail schema infer --header visits.csv > visits.sql",
      "  zcat log.gz | hail schema infer --delimiter '|' -"
    })
final class SchemaInferCommand implements HailCommand {
  /** The sample is held in one array. */
  private static final long MOST_BYTES = 1L << 30;

  @Mixin TextFormatOptions text = new TextFormatOptions();

  @Option(names = "--header", description = "The first row holds names, no data.")
  boolean header;

  @Option(
      names = "--sample",
      paramLabel = "SIZE",
      defaultValue = "4m",
      description = "How much text to look at, at most 1g (default: ${DEFAULT-VALUE}).")
  String sample;

  @Parameters(
      paramLabel = "SRC",
      description =
          "A local file, `-' for standard input, or a path with a scheme. Of a directory the first"
              + " file counts.")
  String source;

  @Override
  public int run(CommandContext context) throws Exception {
    long bytes = ByteSize.parse("--sample", sample);
    if (bytes > MOST_BYTES) {
      throw new CommandLineProblem("--sample must be at most 1g, it is " + sample);
    }
    List<NamedTexts> found = new TextSources(context.configuration(), context.in()).find(source);
    TextSources.checkAny(source, found);
    SkippedNotice.print(context, found);
    TextSource first =
        found.stream().flatMap(each -> each.texts().stream()).findFirst().orElseThrow();
    InferredSchema inferred;
    try (InputStream in = first.opener().open(unused -> {})) {
      inferred = SchemaInference.infer(in, text.toFormat(header), (int) bytes);
    }
    String bad =
        inferred.badRows() == 0
            ? ""
            : String.format(Locale.ROOT, "; rows that do not fit: %,d", inferred.badRows());
    context
        .out()
        .println("-- From " + Counted.text(inferred.rows(), "row") + " of " + source + bad);
    if (inferred.looksLikeHeader()) {
      context
          .out()
          .println("-- The first row looks like a header: --header takes the names from it");
    }
    TextTable table = new TextTable("ll");
    for (InferredSchema.Column column : inferred.columns()) {
      String comma = column.attribute().position() < inferred.schema().size() ? "," : "";
      String note = "-- @" + column.attribute().position() + " " + column.note();
      table.add(column.attribute().toSql() + comma, note.replaceAll("\\s+", " ").strip());
    }
    table.print(context.out(), "");
    return 0;
  }
}
