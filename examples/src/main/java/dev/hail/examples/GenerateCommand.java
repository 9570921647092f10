// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.examples;

import dev.hail.cli.CommandContext;
import dev.hail.cli.CommandLineProblem;
import dev.hail.cli.HailCommand;
import dev.hail.examples.generate.RowStream;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The {@code hail generate} command. */
@Command(
    name = "generate",
    description = {
      "Write one of the tables of the HAIL thesis as text.",
      "The same table, seed and size give the same bytes; a smaller table is a prefix of a larger"
          + " one.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  hail generate uservisits --schema > UserVisits.schema",
      "  hail generate uservisits --size 1g --seed 7 -o visits.csv",
      "  hail generate synthetic --rows 1000 | head"
    })
public final class GenerateCommand implements HailCommand {
  private static final long DEFAULT_BYTES = 512L << 20;
  private static final int CHUNK_BYTES = 1 << 20;

  @Parameters(paramLabel = "TABLE", description = "uservisits or synthetic.")
  ExampleTable table;

  @Option(
      names = "--size",
      paramLabel = "SIZE",
      converter = ByteSizeConverter.class,
      description =
          "Most bytes of text, for example 10g; only whole rows are written. Default:" + " 512m.")
  Long size;

  @Option(names = "--rows", paramLabel = "N", description = "Most rows to write.")
  Long rows;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of the generator, any number. Default: 1.")
  long seed = 1;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "PATH",
      description =
          "Output file: a local path, or a URI such as hdfs:///visits.csv. Default:"
              + " standard output.")
  String output;

  @Option(names = "--overwrite", description = "Replace the output file if it exists.")
  boolean overwrite;

  @Option(names = "--schema", description = "Write the schema of the table instead of rows.")
  boolean schema;

  @Override
  public int run(CommandContext context) throws Exception {
    if (schema) {
      context.out().print(table.schemaSql());
      return 0;
    }
    if ((size != null && size < 0) || (rows != null && rows < 0)) {
      throw new CommandLineProblem("--size and --rows must not be negative");
    }
    try (RowStream stream = stream()) {
      if (output == null) {
        stream.transferTo(context.bytes());
      } else {
        writeFile(stream, context);
        context.err().printf("%s; rows: %,d, bytes: %,d%n", output, stream.rows(), stream.bytes());
      }
    }
    return 0;
  }

  private RowStream stream() {
    long maxRows = rows == null ? Long.MAX_VALUE : rows;
    long maxBytes = size != null ? size : rows != null ? Long.MAX_VALUE : DEFAULT_BYTES;
    return new RowStream(table.rows(seed), maxBytes, maxRows);
  }

  private void writeFile(RowStream stream, CommandContext context) throws IOException {
    Configuration conf = context.configuration();
    Path path = new Path(output);
    FileSystem files =
        path.toUri().getScheme() == null
            ? FileSystem.getLocal(conf).getRawFileSystem()
            : path.getFileSystem(conf);
    if (!overwrite && files.exists(path)) {
      throw new FileAlreadyExistsException(
          "`" + output + "' exists: choose another name, or --overwrite replaces it");
    }
    boolean whole = false;
    try (OutputStream target = files.create(path, true, CHUNK_BYTES)) {
      stream.transferTo(target);
      whole = true;
    } finally {
      if (!whole) {
        files.delete(path, false);
      }
    }
  }
}
