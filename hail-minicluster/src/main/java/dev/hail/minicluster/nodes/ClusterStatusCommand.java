// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster.nodes;

import dev.hail.cli.CommandContext;
import dev.hail.cli.HailCommand;
import dev.hail.cli.JsonLines;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code hail cluster status}. */
@Command(
    name = "status",
    description = {
      "Show the state of each node, its processes, its address and its page, and whether a namenode"
          + " guards HAIL files from plain clients. The exit code is 1 if no cluster is up.",
      ""
    },
    footer = {"", "Examples:", "  hail cluster status", "  hail cluster status --json"})
final class ClusterStatusCommand implements HailCommand {
  @Mixin private ClusterOptions options;

  @Option(names = "--json", description = "Print JSON, an object on a line for each node.")
  private boolean json;

  @Override
  public int run(CommandContext context) throws Exception {
    List<NodeStatus> nodes = options.engine().status();
    if (json) {
      nodes.forEach(node -> JsonLines.print(node.known(), context.out()));
    } else {
      NodeTable table = new NodeTable();
      table.addHeader();
      nodes.forEach(table::addAll);
      table.print(context.out());
    }
    NodeStatus.printWarnings(nodes, context.err());
    return 0;
  }
}
