package dev.hail.cli;

import picocli.CommandLine.Command;

/** {@code hail index}, the parent of {@code show}. */
@Command(
    name = "index",
    description = "Show which replica of which block is sorted and indexed by what.",
    subcommands = {IndexShowCommand.class},
    footer = {"", "Example:", "  hail index show /data/visits"})
public final class IndexCommand implements HailCommand {
  @Override
  public int run(CommandContext context) throws CommandLineProblem {
    throw new CommandLineProblem("nothing to do; try show");
  }
}
