// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.examples;

import dev.hail.cli.CommandContext;
import dev.hail.cli.CommandLineProblem;
import dev.hail.cli.HailCommand;
import dev.hail.cli.output.LocalOutput;
import dev.hail.examples.generate.RowStream;
import dev.hail.examples.ssb.SsbScale;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The {@code hail generate} command. */
@Command(
    name = "generate",
    description = {
      "Write a table as text: those of the HAIL thesis, or of the Star Schema Benchmark.",
      "The same table, seed, scale and size give the same bytes; a smaller table is a prefix of a"
          + " larger one.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  hail generate uservisits --schema > UserVisits.schema",
      "  hail generate uservisits --size 1g --seed 7 -o visits.csv",
      "  hail generate synthetic --rows 1000 | head",
      "  hail generate ssb-lineorder --scale 0.1 -o lineorder.csv"
    })
public final class GenerateCommand implements HailCommand {
  private static final long DEFAULT_BYTES = 512L << 20;

  /** What begins with this is no name of a local file; a name may have a colon in it. */
  private static final Pattern URI_BEGIN = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:/");

  private static final String LOCAL_SCHEME = "file";

  @Parameters(
      paramLabel = "TABLE",
      converter = GeneratedTableConverter.class,
      description =
          "uservisits, synthetic, rankings (of uservisits of the same seed), ssb-lineorder,"
              + " ssb-customer, ssb-supplier, ssb-part or ssb-date.")
  GeneratedTable table;

  @Option(
      names = "--size",
      paramLabel = "SIZE",
      converter = ByteSizeConverter.class,
      description =
          "Most bytes of text, for example 10g; only whole rows are written. Default: 512m, or"
              + " the whole table of the Star Schema Benchmark.")
  Long size;

  @Option(names = "--rows", paramLabel = "N", description = "Most rows to write.")
  Long rows;

  @Option(
      names = "--scale",
      paramLabel = "FACTOR",
      description =
          "Scale factor of the Star Schema Benchmark, 0.001 to 300; 1 has 6,000,000 lineorders."
              + " Default: 1.")
  Double scale;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of the generator, any number. Default: 1.")
  long seed = 1;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "PATH",
      description =
          "Output file, which appears when it is whole: a local path, or a URI such as"
              + " hdfs:///visits.csv. A local device or pipe is written to; - is standard output."
              + " Default: ${DEFAULT-VALUE}.",
      defaultValue = LocalOutput.STANDARD_OUTPUT)
  String output;

  @Option(
      names = "--overwrite",
      description = "Replace the output file if it exists, when the new one is whole.")
  boolean overwrite;

  @Option(names = "--schema", description = "Write the schema of the table instead of rows.")
  boolean schema;

  @Override
  public int run(CommandContext context) throws Exception {
    if (schema) {
      byte[] text = table.schemaSql().getBytes(StandardCharsets.UTF_8);
      write(new ByteArrayInputStream(text), context);
      return 0;
    }
    if ((size != null && size < 0) || (rows != null && rows < 0)) {
      throw new CommandLineProblem("--size and --rows must not be negative");
    }
    if (scale != null && !table.isScaled()) {
      throw new CommandLineProblem(
          "--scale is for the tables of the Star Schema Benchmark; use --size or --rows for "
              + table.name());
    }
    try (RowStream stream = stream(scale())) {
      write(stream, context);
      if (!output.equals(LocalOutput.STANDARD_OUTPUT)) {
        context
            .err()
            .printf(
                Locale.ROOT, "%s; rows: %,d, bytes: %,d%n", output, stream.rows(), stream.bytes());
      }
    }
    return 0;
  }

  private SsbScale scale() throws CommandLineProblem {
    try {
      return new SsbScale(scale == null ? 1 : scale);
    } catch (IllegalArgumentException outOfRange) {
      throw new CommandLineProblem("--scale: " + outOfRange.getMessage());
    }
  }

  private RowStream stream(SsbScale ofTable) {
    long maxRows = Math.min(table.count(ofTable), rows == null ? Long.MAX_VALUE : rows);
    boolean whole = rows != null || table.isScaled();
    long maxBytes = size != null ? size : whole ? Long.MAX_VALUE : DEFAULT_BYTES;
    return new RowStream(table.rows(seed, ofTable), maxBytes, maxRows);
  }

  private void write(InputStream content, CommandContext context) throws IOException {
    URI uri = URI_BEGIN.matcher(output).lookingAt() ? new Path(output).toUri() : null;
    if (uri != null && !LOCAL_SCHEME.equals(uri.getScheme())) {
      new FileSystemOutput(context.configuration(), new Path(uri), overwrite).write(content);
      return;
    }
    LocalOutput local = context.output(uri == null ? output : uri.getPath());
    if (local.replaces() && !overwrite) {
      throw FileSystemOutput.exists(output);
    }
    local.write(content::transferTo);
  }
}
