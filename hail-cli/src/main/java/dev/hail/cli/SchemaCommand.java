// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import picocli.CommandLine.Command;

/** {@code hail schema}, the parent of {@code show} and {@code infer}. */
@Command(
    name = "schema",
    description = "Show the schema of a HAIL file, or propose one for text.",
    subcommands = {SchemaInferCommand.class, SchemaShowCommand.class},
    footer = {
      "",
      "Examples:",
      "  hail schema show /data/visits",
      "  hail schema infer visits.csv > visits.sql"
    })
public final class SchemaCommand implements HailCommand {
  @Override
  public int run(CommandContext context) throws CommandLineProblem {
    throw new CommandLineProblem("show or infer?");
  }
}
