// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster.nodes;

import dev.hail.cli.CommandContext;
import dev.hail.cli.CommandLineProblem;
import dev.hail.cli.HailCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hail cluster logs}. */
@Command(
    name = "logs",
    description = {"Print the last lines of the logs of a node's daemons.", ""},
    footer = {"", "Examples:", "  hail cluster logs --lines 1000 node-0"})
final class ClusterLogsCommand implements HailCommand {
  @Mixin private ClusterOptions options;

  @Option(
      names = "--lines",
      paramLabel = "N",
      defaultValue = "100",
      description = "Number of lines of each daemon (default: ${DEFAULT-VALUE}).")
  private int lines;

  @Parameters(paramLabel = "NODE", description = "Name of a node, as `hail cluster status' shows.")
  private String node;

  @Override
  public int run(CommandContext context) throws Exception {
    if (lines < 1) {
      throw new CommandLineProblem("--lines must be at least 1, not " + lines);
    }
    options.engine().printLogs(node, lines, context.bytes());
    return 0;
  }
}
