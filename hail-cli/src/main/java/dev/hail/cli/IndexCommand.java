// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import picocli.CommandLine.Command;

/** {@code hail index}, the parent of {@code show}, {@code advise}, {@code add} and {@code drop}. */
@Command(
    name = "index",
    description = {
      "Show which replica of which block is sorted and indexed by what, propose what to index, and"
          + " add or drop indexes that the upload did not make.",
    },
    subcommands = {
      IndexShowCommand.class,
      IndexAdviseCommand.class,
      IndexAddCommand.class,
      IndexDropCommand.class
    },
    footer = {
      "",
      "Examples:",
      "  hail index show /data/visits",
      "  hail index advise /data/visits",
      "  hail index add --by duration /data/visits",
      "  hail index drop --by duration /data/visits"
    })
public final class IndexCommand implements HailCommand {
  @Override
  public int run(CommandContext context) throws CommandLineProblem {
    throw new CommandLineProblem("nothing to do; try show, advise, add or drop");
  }
}
