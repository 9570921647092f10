// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster.nodes;

import dev.hail.cli.CommandContext;
import dev.hail.cli.HailCommand;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code hail cluster status}. */
@Command(
    name = "status",
    description = {
      "Show the state of each node, its processes, its address and its page. The exit code is 1 if"
          + " no cluster is up.",
      ""
    },
    footer = {"", "Examples:", "  hail cluster status"})
final class ClusterStatusCommand implements HailCommand {
  @Mixin private ClusterOptions options;

  @Override
  public int run(CommandContext context) throws Exception {
    List<NodeStatus> nodes = options.engine().status();
    NodeTable table = new NodeTable();
    table.addHeader();
    nodes.forEach(table::addAll);
    table.print(context.out());
    return 0;
  }
}
