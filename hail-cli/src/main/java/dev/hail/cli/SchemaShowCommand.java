// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import dev.hail.format.schema.Attribute;
import dev.hail.format.schema.Schema;
import java.io.PrintStream;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code hail schema show}. */
@Command(
    name = "show",
    description = "Show the schema of a HAIL file as text that `hail put --schema' reads.",
    footer = {"", "Example:", "  hail schema show /data/visits > visits.sql"})
final class SchemaShowCommand implements HailCommand {
  @Parameters(arity = "1..*", paramLabel = "FILE", description = "HAIL files; patterns too.")
  List<String> paths;

  @Override
  public int run(CommandContext context) throws Exception {
    EachFile files = EachFile.of(context, paths);
    return files.run(
        file -> {
          if (files.count() > 1) {
            context.out().println("-- " + file.location().source());
          }
          print(file.schema(), context.out());
          return true;
        });
  }

  /** Prints one attribute per line, with its position as a comment. */
  static void print(Schema schema, PrintStream out) {
    TextTable table = new TextTable("ll");
    for (Attribute attribute : schema.attributes()) {
      String comma = attribute.position() < schema.size() ? "," : "";
      table.add(attribute.toSql() + comma, "-- @" + attribute.position());
    }
    table.print(out, "");
  }
}
